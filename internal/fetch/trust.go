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
	// visitPrecision is how much a stored visit may differ from the last one: storing each
	// visit would cost more than it is worth.
	visitPrecision = 24 * time.Hour
)

// A CertificateError reports a server that shows another key than the known one, without a
// reason to accept it. It may be another server, or somebody in between.
type CertificateError struct {
	Authority string
	// Known is the key that was trusted so far, Seen the one that the server shows now. To
	// store Seen is to accept it.
	Known, Seen model.PinnedKey
}

// Error returns one line with both fingerprints.
func (e *CertificateError) Error() string {
	return fmt.Sprintf("trust %s: its key changed from %s to %s", e.Authority, e.Known.Fingerprint, e.Seen.Fingerprint)
}

// checkKey checks the certificates that the server of r shows. It returns the key to pin from now
// on, and a notice for the user, or a [*CertificateError] for a changed key without a reason to
// accept it. On first use any certificate is accepted, whatever its names and dates, as the
// protocol advises ("TLS", server certificate validation).
func (c *Client) checkKey(r Request, certs []*x509.Certificate) (key model.PinnedKey, notice string, err error) {
	authority, now, known := address.Authority(r.URL), c.Now(), r.KnownKey
	seen := model.PinnedKey{
		Authority:   authority,
		Fingerprint: fingerprint(certs[0]),
		NotAfter:    certs[0].NotAfter,
		SeenAt:      now,
		VisitedAt:   now,
	}
	switch {
	case known.Fingerprint == "":
		return seen, "", nil
	case known.Fingerprint != seen.Fingerprint:
		why := c.reasonToAccept(known, certs, r.URL.Hostname(), now)
		if why == "" {
			return known, "", &CertificateError{Authority: authority, Known: known, Seen: seen}
		}
		return seen, fmt.Sprintf("%s has a new key, accepted because %s", authority, why), nil
	case !known.NotAfter.Equal(seen.NotAfter):
		return seen, "", nil
	}
	// The first visit after the certificate expired is always stored: it shows that the server still uses it.
	if now.Sub(known.VisitedAt).Abs() >= visitPrecision || now.After(known.NotAfter) && !known.VisitedAt.After(known.NotAfter) {
		known.VisitedAt = now
	}
	return known, "", nil
}

// reasonToAccept returns the reason to accept a changed key, "" if there is none. The key may be
// that of a renewed certificate if the known one was valid at the last visit, less than
// renewalPatience ago, and has expired since. A visit in the future does not count: the clock was
// wrong.
func (c *Client) reasonToAccept(known model.PinnedKey, certs []*x509.Certificate, host string, now time.Time) string {
	last := known.VisitedAt
	if last.IsZero() {
		last = known.SeenAt
	}
	if !last.After(known.NotAfter) && known.NotAfter.Before(now) && !last.After(now) && now.Sub(last) < renewalPatience {
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
