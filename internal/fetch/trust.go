package fetch

import (
	"context"
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"fmt"
	"net/url"
	"slices"
	"time"

	"gemsub/internal/address"
	"gemsub/internal/model"
)

// Keys keeps the keys of servers, for trust on first use.
type Keys interface {
	// Key returns the pinned key of an authority and whether there is one.
	Key(ctx context.Context, authority string) (model.PinnedKey, bool, error)
	// PinKey replaces the pinned key of k.Authority.
	PinKey(ctx context.Context, k model.PinnedKey) error
}

// What trust on first use goes by.
const (
	// renewalPatience is how old our last visit may be when a server that is to
	// have renewed its certificate shows another key.
	renewalPatience = 90 * 24 * time.Hour
	// visitsKept is how exactly visits are kept: writing each down would cost
	// more than it is worth.
	visitsKept = 24 * time.Hour
)

// visited returns when the server was last seen with its key.
func visited(k model.PinnedKey) time.Time {
	if k.VisitedAt.IsZero() {
		return k.SeenAt
	}
	return k.VisitedAt
}

// outdated reports whether a visit now has to be kept. The first one after the
// expiry always is: from then on the certificate counts as one that may have
// expired.
func outdated(k model.PinnedKey, now time.Time) bool {
	return now.Sub(k.VisitedAt).Abs() >= visitsKept || now.After(k.NotAfter) && !k.VisitedAt.After(k.NotAfter)
}

// A CertificateError is a server that shows another key than the known one
// without a reason to accept it: another server, or somebody in between.
type CertificateError struct {
	Authority string
	// Known is what was trusted so far, Seen what the server shows now: saving
	// Seen accepts it.
	Known, Seen model.PinnedKey
}

// Error returns one line with both fingerprints.
func (e *CertificateError) Error() string {
	return fmt.Sprintf("trust %s: its key changed from %s to %s", e.Authority, e.Known.Fingerprint, e.Seen.Fingerprint)
}

// A change is a changed key that was accepted.
type change struct {
	key    model.PinnedKey
	notice string
}

// trust decides about the certificates that u's server proved to own. On first
// use any certificate is accepted, whatever its names and dates, as the
// protocol advises ("TLS", server certificate validation). An accepted change
// goes to way; everything else that is new is saved.
func (c *Client) trust(ctx context.Context, u *url.URL, certs []*x509.Certificate, way *trail) error {
	authority, now := address.Authority(u), c.Now()
	seen := model.PinnedKey{
		Authority:   authority,
		Fingerprint: fingerprint(certs[0]),
		NotAfter:    certs[0].NotAfter,
		SeenAt:      now,
		VisitedAt:   now,
	}
	known, ok, err := c.Keys.Key(ctx, authority)
	if err != nil {
		return otherError("read certificate of", authority, err)
	}
	if !ok {
		return c.save(ctx, seen)
	}
	if known.Fingerprint == seen.Fingerprint {
		return c.visit(ctx, known, seen)
	}
	why := c.whyAccept(known, certs, u.Hostname(), now)
	if why == "" {
		return &CertificateError{Authority: authority, Known: known, Seen: seen}
	}
	way.accept(change{seen, fmt.Sprintf("%s has a new key, accepted because %s", authority, why)})
	return nil
}

// visit notes that a server has shown the known key.
func (c *Client) visit(ctx context.Context, known, seen model.PinnedKey) error {
	if known.NotAfter.Equal(seen.NotAfter) {
		if !outdated(known, seen.VisitedAt) {
			return nil
		}
		seen.SeenAt = known.SeenAt
	}
	return c.save(ctx, seen)
}

// accept notes a change once, however many hops lead to its server.
func (t *trail) accept(c change) {
	again := slices.ContainsFunc(t.changes, func(old change) bool {
		return old.key.Authority == c.key.Authority && old.key.Fingerprint == c.key.Fingerprint
	})
	if !again {
		t.changes = append(t.changes, c)
	}
}

// saveChanges saves accepted changes and returns their notices. It comes last in a
// Get: after a failure, which returns no notices, the next Get finds and tells
// the change again.
func (c *Client) saveChanges(ctx context.Context, changes []change) (notices []string, err error) {
	for _, change := range changes {
		if err := c.save(ctx, change.key); err != nil {
			return nil, err
		}
		notices = append(notices, change.notice)
	}
	return notices, nil
}

func (c *Client) save(ctx context.Context, k model.PinnedKey) error {
	if err := c.Keys.PinKey(ctx, k); err != nil {
		return otherError("save certificate of", k.Authority, err)
	}
	return nil
}

// renewable reports whether another key may be that of a renewed certificate:
// the known one was valid when it was last seen, which is not long ago, and has
// expired since. A visit in the future says nothing.
func renewable(k model.PinnedKey, now time.Time) bool {
	last := visited(k)
	return !last.After(k.NotAfter) && k.NotAfter.Before(now) && !last.After(now) && now.Sub(last) < renewalPatience
}

// whyAccept returns the reason to accept a changed key, "" when there is none.
func (c *Client) whyAccept(known model.PinnedKey, certs []*x509.Certificate, host string, now time.Time) string {
	if renewable(known, now) {
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
