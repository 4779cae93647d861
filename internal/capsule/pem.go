package capsule

import (
	"crypto/x509"
	"encoding/pem"
	"os"
)

// WriteCertificate makes a certificate and writes it and its key to files in
// PEM, for servers of another make.
func WriteCertificate(certFile, keyFile string, o CertOptions) error {
	cert, err := o.make(nil)
	if err != nil {
		return err
	}
	key, err := x509.MarshalPKCS8PrivateKey(cert.PrivateKey)
	if err != nil {
		return err
	}
	if err := writePEM(certFile, "CERTIFICATE", cert.Certificate[0]); err != nil {
		return err
	}
	return writePEM(keyFile, "PRIVATE KEY", key)
}

func writePEM(name, kind string, der []byte) error {
	return os.WriteFile(name, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600)
}
