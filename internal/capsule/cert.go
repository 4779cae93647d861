package capsule

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/hex"
	"fmt"
	"math/big"
	"net"
	"time"
)

// CertOptions describe a certificate. The zero value describes one for this machine that is
// valid from 2000 to 2100.
type CertOptions struct {
	// Names are host names and IP addresses; none means localhost, 127.0.0.1
	// and ::1.
	Names []string
	// NotBefore and NotAfter bound its validity; zero times mean the years
	// 2000 and 2100.
	NotBefore, NotAfter time.Time
	// Parent signs it; nil makes it self-signed, as is usual on Gemini.
	Parent *Authority
	// SameKey keeps the key of the server's present certificate.
	SameKey bool
	// Alter changes the certificate after it was signed; nil leaves it as it is.
	Alter func(der []byte) []byte
}

// NegativeSerial makes the serial number of a certificate -1, which RFC 5280 forbids but some
// tools write.
func NegativeSerial(der []byte) []byte {
	return bytes.Replace(der, []byte{2, 1, 1}, []byte{2, 1, 0xff}, 1)
}

// NonASCIIName puts a letter that is not ASCII into the name localhost of a certificate, in a
// field that allows only ASCII.
func NonASCIIName(der []byte) []byte {
	return bytes.Replace(der, []byte("\x82\tlocalhost"), []byte("\x82\tlocälhst"), 1)
}

// NewCertificate gives the server another certificate for new connections, with a new key
// unless o.SameKey is set.
func (s *Server) NewCertificate(o CertOptions) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var key *ecdsa.PrivateKey
	if o.SameKey && s.config != nil {
		key, _ = s.config.Certificates[0].PrivateKey.(*ecdsa.PrivateKey)
	}
	config, err := s.configure(o, key)
	if err != nil {
		return err
	}
	s.config = config
	sum := sha256.Sum256(config.Certificates[0].Leaf.RawSubjectPublicKeyInfo)
	s.fingerprint = hex.EncodeToString(sum[:])
	return nil
}

// CertificateAt gives the server another certificate for new connections to one of its IP
// addresses.
func (s *Server) CertificateAt(ip string, o CertOptions) error {
	config, err := s.configure(o, nil)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.configs[ip] = config
	return nil
}

// configure returns a config with its own ticket keys, so that no session with another
// certificate is resumed.
func (s *Server) configure(o CertOptions, key *ecdsa.PrivateKey) (*tls.Config, error) {
	cert, err := o.make(key)
	if err != nil {
		return nil, fmt.Errorf("make certificate: %w", err)
	}
	return &tls.Config{
		Certificates: []tls.Certificate{cert},
		MinVersion:   tls.VersionTLS12,
		ClientAuth:   tls.RequestClientCert,
		// A ticket is sent before the request is read: in a pipe, which has no
		// buffer, both sides would wait for ever.
		SessionTicketsDisabled: s.listener == nil,
	}, nil
}

// configFor returns the config of the address that conn was made to.
func (s *Server) configFor(conn net.Conn) *tls.Config {
	if tcp, ok := conn.LocalAddr().(*net.TCPAddr); ok {
		if config, ok := s.configs[tcp.IP.String()]; ok {
			return config
		}
	}
	return s.config
}

// Fingerprint returns the SHA-256 of the present certificate's
// SubjectPublicKeyInfo in lower-case hex.
func (s *Server) Fingerprint() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.fingerprint
}

// make returns the certificate for key, or for a new one when key is nil.
func (o CertOptions) make(key *ecdsa.PrivateKey) (tls.Certificate, error) {
	if key == nil {
		var err error
		if key, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader); err != nil {
			return tls.Certificate{}, err
		}
	}
	template := o.template()
	signer, signKey, chain := template, key, [][]byte(nil)
	if o.Parent != nil {
		signer, signKey, chain = o.Parent.cert, o.Parent.key, o.Parent.chain
	}
	der, err := x509.CreateCertificate(rand.Reader, template, signer, &key.PublicKey, signKey)
	if err != nil {
		return tls.Certificate{}, err
	}
	leaf, err := x509.ParseCertificate(der)
	if o.Alter != nil {
		der = o.Alter(der)
	}
	return tls.Certificate{
		Certificate: append([][]byte{der}, chain...),
		PrivateKey:  key,
		Leaf:        leaf,
	}, err
}

func (o CertOptions) template() *x509.Certificate {
	names := o.Names
	if len(names) == 0 {
		names = []string{"localhost", "127.0.0.1", "::1"}
	}
	t := &x509.Certificate{
		SerialNumber: big.NewInt(1),
		Subject:      pkix.Name{CommonName: names[0]},
		NotBefore:    o.NotBefore,
		NotAfter:     o.NotAfter,
		KeyUsage:     x509.KeyUsageDigitalSignature,
		ExtKeyUsage:  []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	if t.NotBefore.IsZero() {
		t.NotBefore = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	}
	if t.NotAfter.IsZero() {
		t.NotAfter = time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC)
	}
	for _, name := range names {
		if ip := net.ParseIP(name); ip != nil {
			t.IPAddresses = append(t.IPAddresses, ip)
		} else {
			t.DNSNames = append(t.DNSNames, name)
		}
	}
	return t
}

// An Authority signs certificates, so that a chain can be valid by roots.
type Authority struct {
	cert  *x509.Certificate
	key   *ecdsa.PrivateKey
	chain [][]byte // its certificate and those above it, without the root
}

// NewAuthority returns an authority signed by parent, or a root when parent is
// nil.
func NewAuthority(parent *Authority) (*Authority, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("make authority: %w", err)
	}
	template := CertOptions{Names: []string{"capsule authority"}}.template()
	template.DNSNames = nil
	template.IsCA = true
	template.BasicConstraintsValid = true
	template.KeyUsage = x509.KeyUsageCertSign
	signer, signKey := template, key
	if parent != nil {
		// Chains are followed by subject, so the subjects must differ.
		template.Subject.CommonName = "under " + parent.cert.Subject.CommonName
		signer, signKey = parent.cert, parent.key
	}
	der, err := x509.CreateCertificate(rand.Reader, template, signer, &key.PublicKey, signKey)
	if err != nil {
		return nil, fmt.Errorf("make authority: %w", err)
	}
	a := &Authority{key: key}
	if parent != nil {
		a.chain = append([][]byte{der}, parent.chain...)
	}
	a.cert, err = x509.ParseCertificate(der)
	return a, err
}

// Pool returns roots that contain only this authority.
func (a *Authority) Pool() *x509.CertPool {
	pool := x509.NewCertPool()
	pool.AddCert(a.cert)
	return pool
}
