package fetch

import (
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"fmt"
	"time"

	"gemsub/internal/address"
	"gemsub/internal/model"
)

// Bounds of trust on first use.
const (
	// renewalPatience is how old our last visit may be for a changed key to count as a
	// renewed certificate.
	renewalPatience = 90 * 24 * time.Hour
	// visitsKept is the precision of stored visits: storing each would cost more than it
	// is worth.
	visitsKept = 24 * time.Hour
)

// outdated reports whether to store a visit now. The first one after the expiry is
// always stored: from then on the certificate counts as possibly expired.
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

// judge checks the certificates that the server of r shows. It returns the key to pin from
// now on, and a notice for the user. On first use any certificate
// is accepted, whatever its names and dates, as the protocol advises ("TLS", server
// certificate validation).
func (c *Client) judge(r Request, certs []*x509.Certificate) (key model.PinnedKey, notice string, err error) {
	authority, now, known := address.Authority(r.URL), c.Now(), r.KnownKey
	seen := model.PinnedKey{
		Authority:   authority,
		Fingerprint: fingerprint(certs[0]),
		NotAfter:    certs[0].NotAfter,
		SeenAt:      now,
		VisitedAt:   now,
	}
	switch known.Fingerprint {
	case "":
		return seen, "", nil
	case seen.Fingerprint:
		return visit(known, seen), "", nil
	}
	why := c.whyAccept(known, certs, r.URL.Hostname(), now)
	if why == "" {
		return known, "", &CertificateError{Authority: authority, Known: known, Seen: seen}
	}
	return seen, fmt.Sprintf("%s has a new key, accepted because %s", authority, why), nil
}

// visit returns the known key updated by a visit that showed it.
func visit(known, seen model.PinnedKey) model.PinnedKey {
	if !known.NotAfter.Equal(seen.NotAfter) {
		return seen
	}
	if !outdated(known, seen.VisitedAt) {
		return known
	}
	seen.SeenAt = known.SeenAt
	return seen
}

// renewable reports whether another key may be that of a renewed certificate:
// the known one was valid when it was last seen, which is not long ago, and has
// expired since. A visit in the future says nothing.
func renewable(k model.PinnedKey, now time.Time) bool {
	last := k.VisitedAt
	if last.IsZero() {
		last = k.SeenAt
	}
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
