package capsule

import (
	"crypto/tls"
	"path/filepath"
	"testing"
)

func TestWriteCertificate(t *testing.T) {
	dir := t.TempDir()
	certFile, keyFile := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	if err := WriteCertificate(certFile, keyFile, CertOptions{Names: []string{"example.org"}}); err != nil {
		t.Fatal(err)
	}
	cert, err := tls.LoadX509KeyPair(certFile, keyFile)
	if err != nil {
		t.Fatal(err)
	}
	if err := cert.Leaf.VerifyHostname("example.org"); err != nil {
		t.Error(err)
	}
	if err := WriteCertificate(filepath.Join(dir, "none", "cert.pem"), keyFile, CertOptions{}); err == nil {
		t.Error("wrote into a folder that does not exist")
	}
}
