package store

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"gemsub/internal/address"
)

// An authority without a request for 90 days is forgotten, unless it has a subscription or an
// identity. A large robots.txt is kept only with a subscription.
func TestForgetAuthorities(t *testing.T) {
	t.Parallel()
	now := start
	s, err := Open(t.Context(), filepath.Join(t.TempDir(), "gemsub.db"), func() time.Time { return now })
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	subscribe(t, s, nil)
	const needed = "example.org:1965"
	for name, a := range map[string]Authority{
		"old":     {RobotsAt: start.Add(-91 * day)},
		"asked":   {RobotsAt: start.Add(-91 * day), RequestedAt: start.Add(-80 * day)},
		"ahead":   {RobotsAt: start.Add(9000 * day)},
		needed:    {RobotsAt: start.Add(-91 * day), Robots: make([]byte, largeRobots+1)},
		"mine":    {RobotsAt: start.Add(-91 * day)},
		"small":   {RobotsAt: start, Robots: make([]byte, largeRobots)},
		"large":   {RobotsAt: start, Robots: make([]byte, largeRobots+1)},
		"never":   {},
		"failing": {RobotsFailingSince: start.Add(-time.Hour)},
	} {
		a.Authority, a.RobotsKnown = name, a.Robots != nil
		storeAuthority(t, s, a)
	}
	for name, k := range map[string]PinnedKey{
		"old":    {SeenAt: start.Add(-91 * day)},
		"key":    {SeenAt: start.Add(-91 * day)},
		"new":    {SeenAt: start.Add(-80 * day)},
		"visits": {SeenAt: start.Add(-91 * day), VisitedAt: start.Add(-80 * day)},
		needed:   {SeenAt: start.Add(-91 * day)},
		"mine":   {SeenAt: start.Add(-91 * day)},
	} {
		k.Authority, k.Fingerprint = name, "aa"
		if err := s.PinKey(t.Context(), k); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.AddIdentity(t.Context(), Identity{Name: "me", Certificate: []byte("c"), Key: []byte("k")}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.UseIdentity(t.Context(), IdentityUse{Scope: address.Scope{Authority: "mine", Path: "/"}, Name: "me"}); err != nil {
		t.Fatal(err)
	}
	ranAt(t, s, start)
	if err := s.ForgetAuthorities(t.Context()); err != nil {
		t.Fatal(err)
	}
	for query, want := range map[string][]string{
		`SELECT authority FROM authority ORDER BY 1`:                             {"ahead", "asked", needed, "failing", "large", "mine", "new", "small", "visits"},
		`SELECT authority FROM authority WHERE robots_known ORDER BY 1`:          {needed, "small"},
		`SELECT authority FROM authority WHERE LENGTH(robots) > 4096 ORDER BY 1`: {needed},
		`SELECT authority FROM authority WHERE fingerprint <> '' ORDER BY 1`:     {needed, "mine", "new", "visits"},
	} {
		if got := texts(t, s.db, query); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", query, got, want)
		}
	}
}
