package fetch_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gemsub/internal/capsule"
	"gemsub/internal/fetch"
	"gemsub/internal/model"
)

const authority = "example.org:1965"

// get makes one request and returns its notice.
func get(t *testing.T, c *visitor) (notice string, err error) {
	t.Helper()
	resp, err := c.Get(t.Context(), parse(t, "example.org"))
	return resp.Notice, err
}

// The key of a certificate that crypto/x509 cannot parse is unknown.
func TestUnreadableCertificate(t *testing.T) {
	t.Parallel()
	_, c := start(t, capsule.Options{Certificate: capsule.CertOptions{Alter: capsule.NonASCIIName}})
	_, err := get(t, c)
	const want = "start TLS with example.org:1965: its certificate cannot be read: SAN dNSName is malformed"
	if text(err) != want || fetch.KindOf(err) != fetch.BadCertificate || !fetch.IsConnectionError(err) {
		t.Errorf("%v %q, want %q", fetch.KindOf(err), text(err), want)
	}
}

func TestTrustFirstUse(t *testing.T) {
	t.Parallel()
	tests := map[string]capsule.CertOptions{
		"valid":         {Names: []string{"example.org"}},
		"other name":    {Names: []string{"other.example"}},
		"expired":       {NotAfter: today.AddDate(-1, 0, 0)},
		"not yet valid": {NotBefore: today.AddDate(1, 0, 0)},
		"wrong serial":  {Alter: capsule.NegativeSerial},
		"huge":          {Names: manyNames(5_000)},
	}
	for name, cert := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, c := start(t, capsule.Options{Certificate: cert})
			for range 3 {
				if notice, err := get(t, c); err != nil || notice != "" {
					t.Fatalf("%v, notice %q", err, notice)
				}
			}
			ends := cert.NotAfter
			if ends.IsZero() {
				ends = time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC)
			}
			want := model.PinnedKey{Authority: authority, Fingerprint: s.Fingerprint(), NotAfter: ends, SeenAt: today, VisitedAt: today}
			if diff := cmp.Diff(want, c.keys[authority]); diff != "" {
				t.Errorf("known key (-want +got):\n%s", diff)
			}
			if c.saves != 1 {
				t.Errorf("saved %d times, want 1", c.saves)
			}
		})
	}
}

// manyNames returns a certificate's extension with n names of 32 bytes each.
func manyNames(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("name-%013d.example.org", i)
	}
	return names
}

// A certificate of more than 256 KiB is not read.
func TestEndlessCertificate(t *testing.T) {
	t.Parallel()
	_, c := start(t, capsule.Options{Certificate: capsule.CertOptions{Names: manyNames(10_000)}})
	_, err := get(t, c)
	if !strings.HasPrefix(text(err), "start TLS with example.org:1965: ") || fetch.KindOf(err) != fetch.TLSFailure || len(text(err)) > 300 {
		t.Errorf("%v %q", fetch.KindOf(err), text(err))
	}
	if len(c.keys) > 0 {
		t.Error("its key was kept")
	}
}

func TestTrustSameKeyNewExpiry(t *testing.T) {
	t.Parallel()
	s, c := start(t, capsule.Options{})
	if _, err := get(t, c); err != nil {
		t.Fatal(err)
	}
	ends := today.AddDate(1, 0, 0)
	if err := s.NewCertificate(capsule.CertOptions{SameKey: true, NotAfter: ends}); err != nil {
		t.Fatal(err)
	}
	if notice, err := get(t, c); err != nil || notice != "" {
		t.Fatalf("%v, notice %q", err, notice)
	}
	if got := c.keys[authority].NotAfter; !got.Equal(ends) || c.saves != 2 {
		t.Errorf("expiry %v after %d saves, want %v after 2", got, c.saves, ends)
	}
}

func TestTrustChangedKey(t *testing.T) {
	t.Parallel()
	root, err := capsule.NewAuthority(nil)
	if err != nil {
		t.Fatal(err)
	}
	middle, err := capsule.NewAuthority(root)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"example.org"}
	certified := authority + " has a new key, accepted because a trusted authority certifies it for example.org"
	tests := []struct {
		name   string
		before time.Time // expiry of the first certificate
		after  capsule.CertOptions
		notice string // "" if the key is not accepted
	}{
		{"self-signed", today.Add(time.Second), capsule.CertOptions{Names: names}, ""},
		{"expired on first use", today.Add(-time.Second), capsule.CertOptions{Names: names}, ""},
		{"certified", time.Time{}, capsule.CertOptions{Names: names, Parent: root}, certified},
		{"certified in two steps", time.Time{}, capsule.CertOptions{Names: names, Parent: middle}, certified},
		{"certified until tomorrow", time.Time{}, capsule.CertOptions{Names: names, Parent: root, NotAfter: today.AddDate(0, 0, 1)}, certified},
		{"certified for another name", time.Time{}, capsule.CertOptions{Names: []string{"other.example"}, Parent: root}, ""},
		{"certified until yesterday", time.Time{}, capsule.CertOptions{Names: names, Parent: root, NotAfter: today.AddDate(0, 0, -1)}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s, c := start(t, capsule.Options{Certificate: capsule.CertOptions{NotAfter: tt.before}})
			c.Roots = root.Pool()
			if _, err := get(t, c); err != nil {
				t.Fatal(err)
			}
			first := s.Fingerprint()
			if err := s.NewCertificate(tt.after); err != nil {
				t.Fatal(err)
			}
			notice, err := get(t, c)
			if tt.notice == "" {
				wantRefusal(t, err, first, s)
				if c.keys[authority].Fingerprint != first || len(s.Requests()) != 1 {
					t.Error("the new key was trusted")
				}
				return
			}
			if err != nil || notice != tt.notice {
				t.Errorf("%v, notice %q, want %q", err, notice, tt.notice)
			}
			if c.keys[authority].Fingerprint != s.Fingerprint() {
				t.Error("the new key was not saved")
			}
		})
	}
}

// A new key is accepted as that of a renewed certificate if the kept certificate was valid at
// the last visit, less than 90 days ago, and has expired since. A wrong clock changes nothing.
func TestTrustRenewal(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	tests := map[string]struct {
		expires time.Duration   // counted from the first visit, like the following times
		visits  []time.Duration // with the same key
		now     time.Duration
		accept  bool
	}{
		"renewed":                             {10 * day, nil, 11 * day, true},
		"not expired":                         {10 * day, nil, 10 * day, false},
		"expired at the last visit":           {10 * day, []time.Duration{11 * day}, 12 * day, false},
		"expired between visits of a day":     {10 * day, []time.Duration{10*day - time.Hour, 10*day + time.Hour}, 11 * day, false},
		"first visit long ago":                {100 * day, []time.Duration{20 * day}, 109 * day, true},
		"last visit 90 days ago":              {100 * day, []time.Duration{20 * day}, 110 * day, false},
		"last visit by a clock ahead":         {100 * day, []time.Duration{2000 * day}, 110 * day, false},
		"clock was ahead, and has been right": {100 * day, []time.Duration{2000 * day, 99 * day}, 110 * day, true},
		"clock ahead now":                     {10 * day, nil, 2000 * day, false},
		"clock behind now":                    {10 * day, nil, -2000 * day, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, c := start(t, capsule.Options{Certificate: capsule.CertOptions{NotAfter: today.Add(tt.expires)}})
			at := today
			c.Now = func() time.Time { return at }
			for _, after := range append([]time.Duration{0}, tt.visits...) {
				at = today.Add(after)
				if _, err := get(t, c); err != nil {
					t.Fatal(err)
				}
			}
			if err := s.NewCertificate(capsule.CertOptions{}); err != nil {
				t.Fatal(err)
			}
			at = today.Add(tt.now)
			notice, err := get(t, c)
			want := authority + " has a new key, accepted because the known certificate expired on " + today.Add(tt.expires).Format(time.DateOnly)
			if tt.accept && (err != nil || notice != want) || !tt.accept && fetch.KindOf(err) != fetch.KeyChanged {
				t.Errorf("%v, notice %q", err, notice)
			}
		})
	}
}

// A database of an earlier version has no visits: then the first sight counts.
func TestTrustRenewalWithoutVisits(t *testing.T) {
	t.Parallel()
	for age, accept := range map[int]bool{80: true, 91: false} {
		_, c := start(t, capsule.Options{})
		seen := today.AddDate(0, 0, -age)
		c.keys[authority] = model.PinnedKey{Authority: authority, Fingerprint: "aa", NotAfter: today.AddDate(0, 0, -1), SeenAt: seen}
		if _, err := get(t, c); (err == nil) != accept {
			t.Errorf("after %d days: %v", age, err)
		}
	}
}

// A visit is stored once a day, and the time of the first sight stays.
func TestTrustKeepsVisits(t *testing.T) {
	t.Parallel()
	s, c := start(t, capsule.Options{})
	at := today
	c.Now = func() time.Time { return at }
	for range 48 {
		if _, err := get(t, c); err != nil {
			t.Fatal(err)
		}
		at = at.Add(time.Hour)
	}
	want := model.PinnedKey{
		Authority: authority, Fingerprint: s.Fingerprint(), NotAfter: time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC),
		SeenAt: today, VisitedAt: today.Add(24 * time.Hour),
	}
	if diff := cmp.Diff(want, c.keys[authority]); diff != "" || c.saves != 2 {
		t.Errorf("saved %d times, known key (-want +got):\n%s", c.saves, diff)
	}
}

// wantRefusal checks that err has both fingerprints.
func wantRefusal(t *testing.T, err error, known string, s *capsule.Server) {
	t.Helper()
	var changed *fetch.CertificateError
	if !errors.As(err, &changed) || fetch.KindOf(err) != fetch.KeyChanged {
		t.Fatalf("%v, want a CertificateError", err)
	}
	if changed.Authority != authority || changed.Known.Fingerprint != known || changed.Seen.Fingerprint != s.Fingerprint() || !changed.Seen.SeenAt.Equal(today) {
		t.Errorf("%+v", changed)
	}
	want := "trust " + authority + ": its key changed from " + known + " to " + s.Fingerprint()
	if err.Error() != want {
		t.Errorf("got %q, want %q", err, want)
	}
}

func TestTrustIsPerPort(t *testing.T) {
	t.Parallel()
	a, c := start(t, capsule.Options{})
	b, _ := start(t, capsule.Options{})
	c.Dial = capsule.Network{"example.org": a, "example.org:7000": b}.Dial
	for range 2 {
		for _, url := range []string{"example.org", "example.org:7000"} {
			if _, err := c.Get(t.Context(), parse(t, url)); err != nil {
				t.Fatal(err)
			}
		}
	}
	keys := c.keys
	if keys[authority].Fingerprint != a.Fingerprint() || keys["example.org:7000"].Fingerprint != b.Fingerprint() {
		t.Errorf("mixed up: %+v", keys)
	}
}

func TestTrustNothingBeforeTheHandshake(t *testing.T) {
	t.Parallel()
	s, c := start(t, capsule.Options{})
	s.RefuseHandshake()
	if _, err := get(t, c); fetch.KindOf(err) != fetch.TLSFailure {
		t.Fatal(err)
	}
	if saves := c.saves; saves != 0 {
		t.Errorf("saved %d times", saves)
	}
}

// A changed key is reported even if the page then fails. An answer with the known key changes
// nothing.
func TestTrustNoticeBesideFailure(t *testing.T) {
	t.Parallel()
	s, c := start(t, capsule.Options{Certificate: capsule.CertOptions{NotAfter: today}})
	if _, err := get(t, c); err != nil {
		t.Fatal(err)
	}
	c.Now = func() time.Time { return today.Add(time.Hour) }
	if err := s.NewCertificate(capsule.CertOptions{}); err != nil {
		t.Fatal(err)
	}
	s.Reply("/", capsule.Reply{Header: "bad\r\n"})
	if notice, err := get(t, c); fetch.KindOf(err) != fetch.Malformed || notice == "" || c.keys[authority].Fingerprint != s.Fingerprint() {
		t.Errorf("%v, notice %q", err, notice)
	}
	if notice, err := get(t, c); fetch.KindOf(err) != fetch.Malformed || notice != "" || c.saves != 2 {
		t.Errorf("%v, notice %q, saved %d times", err, notice, c.saves)
	}
}
