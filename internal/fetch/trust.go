package fetch

import (
	"context"
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"fmt"
	"net/url"
	"time"
)

// Hosts keeps what trust on first use needs, by authority.
type Hosts interface {
	// Host returns what is known of an authority and whether anything is.
	Host(ctx context.Context, authority string) (KnownHost, bool, error)
	// SaveHost replaces what is known of h.Authority.
	SaveHost(ctx context.Context, h KnownHost) error
}

// A KnownHost is a server's identity as it was last accepted.
type KnownHost struct {
	// Authority is host:port as of [Authority].
	Authority string
	// Fingerprint is the SHA-256 of the certificate's SubjectPublicKeyInfo in
	// lower-case hex, so it outlives a renewal with the same key.
	Fingerprint string
	// NotAfter is when the certificate expires.
	NotAfter time.Time
	// SeenAt is when this key and expiry were first seen.
	SeenAt time.Time
}

// A CertificateError is a server that shows another key than the known one
// without a reason to accept it: another server, or somebody in between.
type CertificateError struct {
	Authority string
	// Known is what was trusted so far, Seen what the server shows now: saving
	// Seen accepts it.
	Known, Seen KnownHost
}

// Error returns one line with both fingerprints.
func (e *CertificateError) Error() string {
	return fmt.Sprintf("trust %s: its key changed from %s to %s", e.Authority, e.Known.Fingerprint, e.Seen.Fingerprint)
}

// trust decides about the certificates that u's server proved to own, and
// remembers what changed. On first use any certificate is accepted, whatever
// its names and dates, as the protocol advises ("TLS", server certificate
// validation). The notices tell of an accepted change.
func (c *Client) trust(ctx context.Context, u *url.URL, certs []*x509.Certificate) (notices []string, err error) {
	authority, leaf, now := Authority(u), certs[0], c.Now()
	seen := KnownHost{
		Authority:   authority,
		Fingerprint: fingerprint(leaf),
		NotAfter:    leaf.NotAfter,
		SeenAt:      now,
	}
	known, ok, err := c.Hosts.Host(ctx, authority)
	if err != nil {
		return nil, otherError("read certificate of", authority, err)
	}
	if ok && known.Fingerprint == seen.Fingerprint && known.NotAfter.Equal(seen.NotAfter) {
		return nil, nil
	}
	if ok && known.Fingerprint != seen.Fingerprint {
		why := c.whyAccept(known, certs, u.Hostname(), now)
		if why == "" {
			return nil, &CertificateError{Authority: authority, Known: known, Seen: seen}
		}
		notices = append(notices, fmt.Sprintf("%s has a new key, accepted because %s", authority, why))
	}
	if err := c.Hosts.SaveHost(ctx, seen); err != nil {
		return nil, otherError("save certificate of", authority, err)
	}
	return notices, nil
}

// whyAccept returns the reason to accept a changed key, "" when there is none.
func (c *Client) whyAccept(known KnownHost, certs []*x509.Certificate, host string, now time.Time) string {
	if known.NotAfter.Before(now) {
		return "the known certificate expired on " + known.NotAfter.UTC().Format(time.DateOnly)
	}
	between := x509.NewCertPool()
	for _, cert := range certs[1:] {
		between.AddCert(cert)
	}
	_, err := certs[0].Verify(x509.VerifyOptions{
		DNSName:       host,
		Roots:         c.Roots,
		Intermediates: between,
		CurrentTime:   now,
	})
	if err != nil {
		return ""
	}
	return "a trusted authority certifies it for " + host
}

func fingerprint(cert *x509.Certificate) string {
	sum := sha256.Sum256(cert.RawSubjectPublicKeyInfo)
	return hex.EncodeToString(sum[:])
}
