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

// ErrEncrypted is in the error of [KeyPEM] for a key that a passphrase
// protects.
var ErrEncrypted = errors.New("the private key is encrypted")

// Endless is the end of a certificate that has none (RFC 5280, section
// 4.1.2.5).
var Endless = time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC)

const (
	typeCertificate = "CERTIFICATE"
	typeKey         = "PRIVATE KEY"
)

// CertificatePEM returns the certificates of a PEM file, in order, and nothing
// else of it.
func CertificatePEM(file []byte) ([]byte, error) {
	var certs []byte
	for block, rest := pem.Decode(file); block != nil; block, rest = pem.Decode(rest) {
		if block.Type == typeCertificate {
			certs = append(certs, encode(block.Type, block.Bytes)...)
		}
	}
	if certs == nil {
		return nil, errors.New("no certificate in PEM form")
	}
	return certs, nil
}

// KeyPEM returns the first private key of a PEM file and nothing else of it.
func KeyPEM(file []byte) ([]byte, error) {
	for block, rest := pem.Decode(file); block != nil; block, rest = pem.Decode(rest) {
		switch {
		case !strings.HasSuffix(block.Type, typeKey):
		case strings.HasPrefix(block.Type, "ENCRYPTED"), block.Headers["DEK-Info"] != "":
			return nil, ErrEncrypted
		default:
			return encode(block.Type, block.Bytes), nil
		}
	}
	return nil, errors.New("no private key in PEM form")
}

// ParseIdentity makes an identity of what [CertificatePEM] and [KeyPEM]
// returned. It is an error if they do not belong together.
func ParseIdentity(name string, certificate, key []byte) (*Identity, error) {
	pair, err := tls.X509KeyPair(certificate, key)
	if err != nil {
		return nil, errors.New(cause(err))
	}
	return &Identity{Name: name, Certificate: pair}, nil
}

// NewIdentity makes a key (P-256) and a certificate for it, signed by itself,
// that bears name and is valid from one time to another, in whole seconds. It
// returns both in PEM form.
func NewIdentity(name string, from, until time.Time) (certificate, key []byte, err error) {
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
	return encode(typeCertificate, cert), encode(typeKey, der), nil
}

func encode(kind string, der []byte) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der})
}
