package fetch

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"strings"
	"time"
)

// ErrEncrypted is the error of [KeyPEM] for a key that a passphrase protects.
var ErrEncrypted = errors.New("the private key is encrypted")

// NoExpiry is the end of a certificate that never expires (RFC 5280, section 4.1.2.5).
var NoExpiry = time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC)

const (
	pemCertificate = "CERTIFICATE"
	pemKey         = "PRIVATE KEY"
)

// CertificatePEM returns only the certificates of a PEM file, in order. It fails if there are none.
func CertificatePEM(file []byte) ([]byte, error) {
	var certs []byte
	for block, rest := pem.Decode(file); block != nil; block, rest = pem.Decode(rest) {
		if block.Type == pemCertificate {
			certs = append(certs, encodePEM(block.Type, block.Bytes)...)
		}
	}
	if certs == nil {
		return nil, errors.New("no certificate in PEM form")
	}
	return certs, nil
}

// KeyPEM returns only the first private key of a PEM file. It fails without one, or if the key is
// encrypted ([ErrEncrypted]).
func KeyPEM(file []byte) ([]byte, error) {
	for block, rest := pem.Decode(file); block != nil; block, rest = pem.Decode(rest) {
		switch {
		case !strings.HasSuffix(block.Type, pemKey):
		case strings.HasPrefix(block.Type, "ENCRYPTED"), block.Headers["DEK-Info"] != "":
			return nil, ErrEncrypted
		default:
			return encodePEM(block.Type, block.Bytes), nil
		}
	}
	return nil, errors.New("no private key in PEM form")
}

// ParseIdentity makes an identity from the results of [CertificatePEM] and [KeyPEM]. It
// returns an error if certificate and key do not belong together.
func ParseIdentity(name string, certificate, key []byte) (*Identity, error) {
	pair, err := tls.X509KeyPair(certificate, key)
	if err != nil {
		return nil, errors.New(innermostCause(err))
	}
	return &Identity{Name: name, Certificate: pair}, nil
}

// NewCertificate makes a key (P-256) and a self-signed certificate for it, with the given common
// name and times of validity (in whole seconds). It returns both in PEM form.
func NewCertificate(name string, from, until time.Time) (certificate, key []byte, err error) {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, fmt.Errorf("make key: %w", err)
	}
	template := &x509.Certificate{
		Subject:     pkix.Name{CommonName: name},
		NotBefore:   from,
		NotAfter:    until,
		KeyUsage:    x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth},
	}
	cert, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	if err != nil {
		return nil, nil, fmt.Errorf("make certificate: %w", err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		return nil, nil, fmt.Errorf("write key: %w", err)
	}
	return encodePEM(pemCertificate, cert), encodePEM(pemKey, der), nil
}

func encodePEM(kind string, der []byte) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der})
}
