package fetch_test

import (
	"net/url"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gemsub/internal/address"
	"gemsub/internal/capsule"
	"gemsub/internal/fetch"
)

// newIdentity makes an identity with the given times of validity.
func newIdentity(t *testing.T, name string, from, until time.Time) *fetch.Identity {
	t.Helper()
	cert, key, err := fetch.NewCertificate(name, from, until)
	if err != nil {
		t.Fatal(err)
	}
	id, err := fetch.ParseIdentity(name, cert, key)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// showing makes c show a new identity in a scope.
func showing(t *testing.T, c *visitor, scope string) *fetch.Identity {
	t.Helper()
	id := newIdentity(t, "me", today, fetch.NoExpiry)
	within := address.ScopeOf(parse(t, scope))
	c.identity = func(u *url.URL) *fetch.Identity {
		if !within.Contains(u) {
			return nil
		}
		return id
	}
	return id
}

// visitors returns the identity of each request to s.
func visitors(s *capsule.Server) []string {
	var all []string
	for _, r := range s.Requests() {
		all = append(all, r.Visitor)
	}
	return all
}

func TestIdentityWithinScope(t *testing.T) {
	t.Parallel()
	s, c := start(t, capsule.Options{})
	id := showing(t, c, "example.org/a")
	me := id.Fingerprint()
	urls := []string{"example.org/", "example.org/a", "example.org/b", "example.org/a/c", "example.org:7000/a", "example.org/robots.txt"}
	for _, text := range urls {
		resp, err := c.Get(t.Context(), parse(t, text))
		if err != nil {
			t.Fatal(err)
		}
		if shown := resp.Identity == "me"; shown != (text == "example.org/a" || text == "example.org/a/c") {
			t.Errorf("%s: identity %q", text, resp.Identity)
		}
	}
	if diff := cmp.Diff([]string{"", me, "", me, "", ""}, visitors(s)); diff != "" {
		t.Errorf("visitors (-want +got):\n%s", diff)
	}
}

// A server whose key is refused does not learn who the user is.
func TestIdentityNotForAnotherKey(t *testing.T) {
	t.Parallel()
	s, c := start(t, capsule.Options{})
	showing(t, c, "example.org")
	if _, err := get(t, c); err != nil {
		t.Fatal(err)
	}
	known := s.Fingerprint()
	if err := s.NewCertificate(capsule.CertOptions{}); err != nil {
		t.Fatal(err)
	}
	began := s.Handshakes()
	_, err := get(t, c)
	wantRefusal(t, err, known, s)
	s.Close() // waits until the server has seen all requests
	if !fetch.IsConnectionError(err) || s.Handshakes() != began {
		t.Errorf("%v, after %d handshakes more", err, s.Handshakes()-began)
	}
}

func TestIdentityKeyChangeAccepted(t *testing.T) {
	t.Parallel()
	s, c := start(t, capsule.Options{Certificate: capsule.CertOptions{NotAfter: today}})
	me := showing(t, c, "example.org").Fingerprint()
	if _, err := get(t, c); err != nil {
		t.Fatal(err)
	}
	c.Now = func() time.Time { return today.Add(time.Hour) }
	if err := s.NewCertificate(capsule.CertOptions{}); err != nil {
		t.Fatal(err)
	}
	notice, err := get(t, c)
	if err != nil || notice == "" {
		t.Errorf("%v, notice %q", err, notice)
	}
	if diff := cmp.Diff([]string{me, me}, visitors(s)); diff != "" {
		t.Errorf("visitors (-want +got):\n%s", diff)
	}
}

func TestIdentityInStatus(t *testing.T) {
	t.Parallel()
	valid := newIdentity(t, "me", today, today)
	expired := newIdentity(t, "me", today.AddDate(-1, 0, 0), today.Add(-time.Second))
	early := newIdentity(t, "me", today.Add(time.Second), fetch.NoExpiry)
	tests := []struct {
		id     *fetch.Identity
		status int
		want   string
	}{
		{nil, 60, "60 certificate required"},
		{valid, 61, "61 certificate not authorized (identity me)"},
		{expired, 62, "62 certificate not valid (identity me, expired on 2024-03-25)"},
		{early, 62, "62 certificate not valid (identity me, not valid before 2024-03-25)"},
		{valid, 51, "51 not found"},
	}
	for _, tt := range tests {
		s, c := start(t, capsule.Options{})
		s.Reply("/", capsule.Reply{Status: tt.status})
		c.identity = func(*url.URL) *fetch.Identity { return tt.id }
		resp, err := c.Get(t.Context(), parse(t, "example.org"))
		if err != nil {
			t.Fatal(err)
		}
		if got := text(resp.Err()); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}
