package fetch

import (
	"crypto/sha256"
	"crypto/tls"
	"encoding/hex"
	"time"
)

// An Identity is a client certificate with its key ("Client certificates" of
// the protocol).
type Identity struct {
	// Name is the user's name for it.
	Name string
	// Certificate has its field Leaf set.
	Certificate tls.Certificate
}

// Fingerprint returns the SHA-256 of the certificate in lower-case hex. Capsules recognise
// their visitors by it.
func (id *Identity) Fingerprint() string {
	sum := sha256.Sum256(id.Certificate.Leaf.Raw)
	return hex.EncodeToString(sum[:])
}

// WhyInvalid says why the certificate is not valid now: "expired on 2026-01-31".
// It returns "" for a valid one.
func (id *Identity) WhyInvalid(now time.Time) string {
	leaf := id.Certificate.Leaf
	switch {
	case now.After(leaf.NotAfter):
		return "expired on " + leaf.NotAfter.UTC().Format(time.DateOnly)
	case now.Before(leaf.NotBefore):
		return "not valid before " + leaf.NotBefore.UTC().Format(time.DateOnly)
	}
	return ""
}
