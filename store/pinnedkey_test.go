package store

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func key(authority, fingerprint string) PinnedKey {
	return PinnedKey{Authority: authority, Fingerprint: fingerprint, NotAfter: start.Add(365 * day), SeenAt: start}
}

// wantKeys compares the keys that are trusted, and the one refused at b.example.
func wantKeys(t *testing.T, s *Store, trusted []PinnedKey, refused PinnedKey) {
	t.Helper()
	got, err := s.PinnedKeys(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(trusted, got); diff != "" {
		t.Errorf("trusted (-want +got):\n%s", diff)
	}
	last, some, err := s.RefusedKey(t.Context(), "b.example:1965")
	if diff := cmp.Diff(refused, last); diff != "" || some != (refused != PinnedKey{}) || err != nil {
		t.Errorf("refused: %t, %v (-want +got):\n%s", some, err, diff)
	}
}

// A pinned key stands beside its authority's robots.txt, and the last refused key beside it.
func TestKeys(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	ctx := t.Context()
	b, a, evil := key("b.example:1965", "bb"), key("a.example:1965", "aa"), key("b.example:1965", "ee")
	b.VisitedAt = start.Add(day)
	wantKeys(t, s, nil, PinnedKey{})
	id := subscribe(t, s, page())
	err := s.Commit(ctx, withLinks(Batch{
		Checks:      complete(t, s, Check{Subscription: byID(id)}),
		RefusedKeys: []PinnedKey{key("b.example:1965", "dd"), evil},
		Authorities: []Authority{{Authority: b.Authority, RobotsStatus: "51", Key: b}, {Authority: a.Authority, Key: a}},
	}))
	if err != nil {
		t.Fatal(err)
	}
	wantKeys(t, s, []PinnedKey{a, b}, evil)
	for name, want := range map[string]Authority{
		b.Authority: {Authority: b.Authority, RobotsStatus: "51", Key: b, StoredKey: b}, "unknown:1965": {},
	} {
		got, err := s.Authority(ctx, name)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}

	fine(t)(nil, s.PinKey(ctx, evil)) // the user trusts it
	wantKeys(t, s, []PinnedKey{a, evil}, PinnedKey{})
	fine(t)(nil, s.PinKey(ctx, key("new.example:1965", "cc")))
	wantKeys(t, s, []PinnedKey{a, evil, key("new.example:1965", "cc")}, PinnedKey{})
}

// If a person pins or forgets a key, an authority that was read before does not replace it.
func TestKeyOfPerson(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	const name = "b.example:1965"
	for _, test := range []struct{ read, stored, seen, want string }{
		{"", "", "new", "new"},
		{"old", "old", "new", "new"},
		{"old", "theirs", "new", "theirs"},
		{"", "theirs", "new", "theirs"},
		{"old", "", "new", ""},
		{"old", "", "old", ""},
		{"old", "new", "new", "new"},
	} {
		fine(t)(nil, s.PinKey(t.Context(), key(name, test.stored)))
		seen := key(name, test.seen)
		seen.VisitedAt = start.Add(day)
		fine(t)(nil, s.Commit(t.Context(), withLinks(Batch{Authorities: []Authority{{Authority: name, Key: seen, StoredKey: key(name, test.read)}}})))
		got, err := s.Authority(t.Context(), name)
		if err != nil || got.Key.Fingerprint != test.want {
			t.Errorf("%+v: got %q, %v", test, got.Key.Fingerprint, err)
		}
	}
}

func TestForgetKeys(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	a := key("a.example:1965", "aa")
	fine(t)(nil, s.PinKey(t.Context(), a))
	fine(t)(nil, s.PinKey(t.Context(), key("b.example:1965", "bb")))
	fine(t)(nil, s.SaveRefusedKey(t.Context(), key("b.example:1965", "ee")))
	for _, want := range []bool{true, false} {
		got, err := s.ForgetKeys(t.Context(), "b.example:1965")
		if err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Errorf("there was one: %t, want %t", got, want)
		}
	}
	wantKeys(t, s, []PinnedKey{a}, PinnedKey{})
}

func TestAuthority(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	const name = "example.org:1965"
	if got, err := s.Authority(t.Context(), name); got.Authority != "" || err != nil {
		t.Errorf("%+v, error %v before anything was saved", got, err)
	}
	for _, want := range []Authority{
		{Authority: name},
		{
			Authority: name, Robots: []byte("User-agent: *\nDisallow: /x\xff\x00\n"), RobotsKnown: true,
			RobotsStatus: "20 text/plain", RobotsAt: start, RequestedAt: start.Add(time.Second),
		},
		{
			Authority: name, Robots: []byte{}, RobotsKnown: true, RobotsStatus: "51 Not found",
			RobotsAt: start, RobotsFailingSince: start.Add(day), RequestedAt: start.Add(day),
			DeferUntil: start.Add(2 * day), DeferFor: 90 * time.Second,
		},
	} {
		storeAuthority(t, s, want)
		got, err := s.Authority(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("authority (-want +got):\n%s", diff)
		}
	}

	if err := s.Commit(t.Context(), withLinks(Batch{Authorities: []Authority{{Authority: name, RobotsStatus: "x"}}})); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Authority(t.Context(), name); err != nil || got.RobotsStatus != "x" {
		t.Errorf("status %q, error %v after a batch", got.RobotsStatus, err)
	}
}
