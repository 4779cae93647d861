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

// get makes one request and returns the notices of its response.
func get(t *testing.T, c *fetch.Client) ([]string, error) {
	t.Helper()
	resp, err := c.Get(t.Context(), parse(t, "example.org"), nil)
	if resp == nil {
		return nil, err
	}
	return resp.Notices, err
}

// A certificate that crypto/x509 does not parse keeps its key to itself.
func TestUnreadableCertificate(t *testing.T) {
	t.Parallel()
	_, c := start(t, capsule.Options{Certificate: capsule.CertOptions{Alter: capsule.NonASCIIName}})
	_, err := get(t, c)
	const want = "start TLS with example.org:1965: its certificate cannot be read: SAN dNSName is malformed"
	if text(err) != want || fetch.KindOf(err) != fetch.BadCertificate || !fetch.NoConnection(err) {
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
			keys := c.Keys.(*memory)
			for range 3 {
				if notices, err := get(t, c); err != nil || notices != nil {
					t.Fatalf("%v, notices %q", err, notices)
				}
			}
			ends := cert.NotAfter
			if ends.IsZero() {
				ends = time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC)
			}
			want := model.PinnedKey{Authority: authority, Fingerprint: s.Fingerprint(), NotAfter: ends, SeenAt: today, VisitedAt: today}
			if diff := cmp.Diff(want, keys.keys[authority]); diff != "" {
				t.Errorf("known key (-want +got):\n%s", diff)
			}
			if keys.saves != 1 {
				t.Errorf("saved %d times, want 1", keys.saves)
			}
		})
	}
}

// manyNames are n names of 32 bytes each in a certificate.
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
	if !strings.HasPrefix(text(err), "start TLS with example.org:1965: ") || fetch.KindOf(err) != fetch.TLS || len(text(err)) > 300 {
		t.Errorf("%v %q", fetch.KindOf(err), text(err))
	}
	if len(c.Keys.(*memory).keys) > 0 {
		t.Error("its key was kept")
	}
}

func TestTrustSameKeyNewExpiry(t *testing.T) {
	t.Parallel()
	s, c := start(t, capsule.Options{})
	keys := c.Keys.(*memory)
	if _, err := get(t, c); err != nil {
		t.Fatal(err)
	}
	ends := today.AddDate(1, 0, 0)
	if err := s.NewCertificate(capsule.CertOptions{SameKey: true, NotAfter: ends}); err != nil {
		t.Fatal(err)
	}
	if notices, err := get(t, c); err != nil || notices != nil {
		t.Fatalf("%v, notices %q", err, notices)
	}
	if got := keys.keys[authority].NotAfter; !got.Equal(ends) || keys.saves != 2 {
		t.Errorf("expiry %v after %d saves, want %v after 2", got, keys.saves, ends)
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
		notice string // "": not accepted
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
			keys := c.Keys.(*memory)
			if _, err := get(t, c); err != nil {
				t.Fatal(err)
			}
			first := s.Fingerprint()
			if err := s.NewCertificate(tt.after); err != nil {
				t.Fatal(err)
			}
			notices, err := get(t, c)
			if tt.notice == "" {
				wantRefusal(t, err, first, s)
				if keys.keys[authority].Fingerprint != first || len(s.Requests()) != 1 {
					t.Error("the new key was trusted")
				}
				return
			}
			if diff := cmp.Diff([]string{tt.notice}, notices); err != nil || diff != "" {
				t.Errorf("%v, notices (-want +got):\n%s", err, diff)
			}
			if keys.keys[authority].Fingerprint != s.Fingerprint() {
				t.Error("the new key was not saved")
			}
		})
	}
}

// A new key may be that of a renewed certificate if the kept one was valid at the
// last visit, less than 90 days ago, and has expired since. Nobody trusts the clock.
func TestTrustRenewal(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	tests := map[string]struct {
		expires time.Duration   // from the first visit on, as what follows
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
			notices, err := get(t, c)
			want := authority + " has a new key, accepted because the known certificate expired on " + today.Add(tt.expires).Format(time.DateOnly)
			if tt.accept && (err != nil || len(notices) != 1 || notices[0] != want) || !tt.accept && fetch.KindOf(err) != fetch.Certificate {
				t.Errorf("%v, notices %q", err, notices)
			}
		})
	}
}

// A database of before has no visits: the first sight counts.
func TestTrustRenewalWithoutVisits(t *testing.T) {
	t.Parallel()
	for age, accept := range map[int]bool{80: true, 91: false} {
		_, c := start(t, capsule.Options{})
		seen := today.AddDate(0, 0, -age)
		c.Keys = &memory{keys: map[string]model.PinnedKey{authority: {
			Authority: authority, Fingerprint: "aa", NotAfter: today.AddDate(0, 0, -1), SeenAt: seen,
		}}}
		if _, err := get(t, c); (err == nil) != accept {
			t.Errorf("after %d days: %v", age, err)
		}
	}
}

// A visit is written down once a day, and what was known stays.
func TestTrustKeepsVisits(t *testing.T) {
	t.Parallel()
	s, c := start(t, capsule.Options{})
	keys := c.Keys.(*memory)
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
	if diff := cmp.Diff(want, keys.keys[authority]); diff != "" || keys.saves != 2 {
		t.Errorf("saved %d times, known key (-want +got):\n%s", keys.saves, diff)
	}
}

// wantRefusal checks that err carries both identities.
func wantRefusal(t *testing.T, err error, known string, s *capsule.Server) {
	t.Helper()
	var changed *fetch.CertificateError
	if !errors.As(err, &changed) || fetch.KindOf(err) != fetch.Certificate {
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
			if _, err := c.Get(t.Context(), parse(t, url), nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	keys := c.Keys.(*memory).keys
	if keys[authority].Fingerprint != a.Fingerprint() || keys["example.org:7000"].Fingerprint != b.Fingerprint() {
		t.Errorf("mixed up: %+v", keys)
	}
}

func TestTrustNothingBeforeTheHandshake(t *testing.T) {
	t.Parallel()
	s, c := start(t, capsule.Options{})
	s.RefuseHandshake()
	if _, err := get(t, c); fetch.KindOf(err) != fetch.TLS {
		t.Fatal(err)
	}
	if saves := c.Keys.(*memory).saves; saves != 0 {
		t.Errorf("saved %d times", saves)
	}
}

func TestTrustHostsFail(t *testing.T) {
	t.Parallel()
	_, c := start(t, capsule.Options{})
	broken := errors.New("disk\nis full")
	tests := []struct {
		keys *memory
		want string
	}{
		{&memory{readErr: broken}, "read certificate of example.org:1965: disk is full"},
		{&memory{saveErr: broken}, "save certificate of example.org:1965: disk is full"},
		{&memory{saveErr: broken, keys: map[string]model.PinnedKey{authority: {NotAfter: today.Add(-time.Hour), SeenAt: today.AddDate(0, 0, -1)}}}, "save certificate of example.org:1965: disk is full"},
	}
	for _, tt := range tests {
		c.Keys = tt.keys
		_, err := get(t, c)
		if !errors.Is(err, broken) || text(err) != tt.want {
			t.Errorf("got %q, want %q", text(err), tt.want)
		}
	}
}

// A change that is saved is told, so one whose page fails must wait.
func TestTrustNoticeOutlivesFailure(t *testing.T) {
	t.Parallel()
	s, c := start(t, capsule.Options{Certificate: capsule.CertOptions{NotAfter: today}})
	keys := c.Keys.(*memory)
	if _, err := get(t, c); err != nil {
		t.Fatal(err)
	}
	c.Now = func() time.Time { return today.Add(time.Hour) }
	if err := s.NewCertificate(capsule.CertOptions{}); err != nil {
		t.Fatal(err)
	}
	s.Redirect("/", 30, "/b")
	s.Reply("/b", capsule.Reply{Header: "bad\r\n"})
	resp, err := c.Get(t.Context(), parse(t, "example.org"), nil)
	if resp != nil || err == nil || keys.saves != 1 {
		t.Fatalf("%+v, %v after %d saves", resp, err, keys.saves)
	}
	s.Page("/b", "# B\n")
	notices, err := get(t, c)
	if err != nil || len(notices) != 1 || keys.keys[authority].Fingerprint != s.Fingerprint() {
		t.Errorf("%v, notices %q", err, notices)
	}
}
