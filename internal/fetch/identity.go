package fetch

import (
	"context"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"net/url"
	"time"

	"gemsub/internal/address"
)

// An Identity is a client certificate with its key ("Client certificates" of
// the protocol).
type Identity struct {
	// Name is how the user knows it.
	Name string
	// Certificate has its Leaf.
	Certificate tls.Certificate
}

// Fingerprint returns the SHA-256 of the certificate in lower-case hex, which
// is what capsules know their visitors by.
func (id *Identity) Fingerprint() string {
	sum := sha256.Sum256(id.Certificate.Leaf.Raw)
	return hex.EncodeToString(sum[:])
}

// Invalid says why the certificate is not valid now: "expired on 2026-01-31".
// It returns "" for a valid one.
func (id *Identity) Invalid(now time.Time) string {
	leaf := id.Certificate.Leaf
	switch {
	case now.After(leaf.NotAfter):
		return "expired on " + leaf.NotAfter.UTC().Format(time.DateOnly)
	case now.Before(leaf.NotBefore):
		return "not valid before " + leaf.NotBefore.UTC().Format(time.DateOnly)
	}
	return ""
}

// describe returns the name, and what is wrong with the certificate if anything
// is.
func (id *Identity) describe(now time.Time) string {
	if why := id.Invalid(now); why != "" {
		return id.Name + ", " + why
	}
	return id.Name
}

// introduce makes config show the user's identity for u, if there is one, to a
// server that asks; conn notes that it did.
//
// Nobody but the known server is to learn who the user is, so its key is
// decided about first, not only after the handshake. No session is kept:
// resumed for a URL that the identity is not for, it would bring the identity
// along.
func (c *Client) introduce(ctx context.Context, u *url.URL, way *trail, conn *conn, config *tls.Config) error {
	if c.Identity == nil || !way.origin.atHome(u) || address.IsGopher(u) {
		return nil
	}
	id, err := c.Identity(ctx, u)
	if err != nil {
		return otherError("read identity for", u.String(), err)
	}
	if id == nil {
		return nil
	}
	config.ClientSessionCache = nil
	var certs []*x509.Certificate
	config.VerifyConnection = func(state tls.ConnectionState) error {
		certs = state.PeerCertificates
		return nil
	}
	config.GetClientCertificate = func(*tls.CertificateRequestInfo) (*tls.Certificate, error) {
		if err := c.trust(ctx, u, certs, way); err != nil {
			return nil, err
		}
		conn.shown = id.describe(c.Now())
		return &id.Certificate, nil
	}
	return nil
}
