package fetch_test

import (
	"errors"
	"strings"
	"testing"

	"gemsub/internal/fetch"
)

func TestNewIdentity(t *testing.T) {
	t.Parallel()
	a := newIdentity(t, "me", today, fetch.NoExpiry)
	leaf := a.Certificate.Leaf
	if leaf.Subject.CommonName != "me" || !leaf.NotBefore.Equal(today) || !leaf.NotAfter.Equal(fetch.NoExpiry) {
		t.Errorf("%s, %v to %v", leaf.Subject, leaf.NotBefore, leaf.NotAfter)
	}
	if err := leaf.CheckSignature(leaf.SignatureAlgorithm, leaf.RawTBSCertificate, leaf.Signature); err != nil {
		t.Error(err)
	}
	b := newIdentity(t, "me", today, fetch.NoExpiry)
	if a.Fingerprint() == b.Fingerprint() || len(a.Fingerprint()) != 64 || leaf.SerialNumber.Cmp(b.Certificate.Leaf.SerialNumber) == 0 {
		t.Errorf("fingerprints %s and %s", a.Fingerprint(), b.Fingerprint())
	}
}

func TestPEM(t *testing.T) {
	t.Parallel()
	cert, key, err := fetch.NewCertificate("me", today, fetch.NoExpiry)
	if err != nil {
		t.Fatal(err)
	}
	both := "subject=CN = me\n" + string(key) + "issuer=x\n" + string(cert) + string(cert)
	if got, err := fetch.CertificatePEM([]byte(both)); err != nil || string(got) != string(cert)+string(cert) {
		t.Errorf("certificates: %v\n%s", err, got)
	}
	if got, err := fetch.KeyPEM([]byte(both)); err != nil || string(got) != string(key) {
		t.Errorf("key: %v\n%s", err, got)
	}
	for _, file := range []string{"", "no PEM", string(key)} {
		if _, err := fetch.CertificatePEM([]byte(file)); text(err) != "no certificate in PEM form" {
			t.Errorf("certificate in %q: %v", file, err)
		}
	}
	for _, file := range []string{"", "no PEM", string(cert)} {
		if _, err := fetch.KeyPEM([]byte(file)); text(err) != "no private key in PEM form" {
			t.Errorf("key in %q: %v", file, err)
		}
	}
	const old = "-----BEGIN EC PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\nAAAA\n-----END EC PRIVATE KEY-----\n"
	for _, file := range []string{old, strings.ReplaceAll(string(key), "PRIVATE", "ENCRYPTED PRIVATE")} {
		if _, err := fetch.KeyPEM([]byte(file)); !errors.Is(err, fetch.ErrEncrypted) {
			t.Errorf("encrypted key: %v", err)
		}
	}
}

func TestParseIdentity(t *testing.T) {
	t.Parallel()
	cert, key, err := fetch.NewCertificate("me", today, fetch.NoExpiry)
	if err != nil {
		t.Fatal(err)
	}
	_, other, err := fetch.NewCertificate("me", today, fetch.NoExpiry)
	if err != nil {
		t.Fatal(err)
	}
	broken := []byte("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n")
	for want, key := range map[string][]byte{
		"private key does not match public key": other,
		"failed to parse private key":           broken,
	} {
		if _, err := fetch.ParseIdentity("me", cert, key); text(err) != want {
			t.Errorf("got %q, want %q", text(err), want)
		}
	}
	if _, err := fetch.ParseIdentity("me", cert, key); err != nil {
		t.Error(err)
	}
}
