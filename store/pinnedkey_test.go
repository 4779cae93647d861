package store

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func key(authority, fingerprint string) PinnedKey {
	return PinnedKey{Authority: authority, Fingerprint: fingerprint, NotAfter: start.Add(365 * day), SeenAt: start}
}

// wantKeys compares the keys that are trusted, and those refused at b.example.
func wantKeys(t *testing.T, s *Store, trusted, refused []PinnedKey) {
	t.Helper()
	got, err := s.PinnedKeys(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(trusted, got); diff != "" {
		t.Errorf("trusted (-want +got):\n%s", diff)
	}
	got, err = s.RefusedKeys(t.Context(), "b.example:1965")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(refused, got); diff != "" {
		t.Errorf("refused (-want +got):\n%s", diff)
	}
}

func TestHosts(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	ctx := t.Context()
	b, a, evil := key("b.example:1965", "bb"), key("a.example:1965", "aa"), key("b.example:1965", "ee")
	b.VisitedAt = start.Add(day)
	wantKeys(t, s, nil, nil)

	if _, err := s.Commit(ctx, Batch{PinnedKeys: []PinnedKey{b, a}, RefusedKeys: []PinnedKey{evil}}); err != nil {
		t.Fatal(err)
	}
	wantKeys(t, s, []PinnedKey{a, b}, []PinnedKey{evil})

	got, err := s.PinnedKeysOf(ctx, []string{b.Authority, "unknown:1965"})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]PinnedKey{b}, got); diff != "" {
		t.Errorf("host (-want +got):\n%s", diff)
	}

	if err := s.PinKey(ctx, evil); err != nil { // the user trusts it
		t.Fatal(err)
	}
	wantKeys(t, s, []PinnedKey{a, evil}, nil)
}

// Refused keys stand beside each other, each once, the newest 10.
func TestRefused(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	var want []PinnedKey
	for i := range 12 {
		h := key("b.example:1965", fmt.Sprintf("%02d", i))
		h.SeenAt = start.Add(time.Duration(i) * day)
		want = append(want, h)
	}
	want[11].NotAfter = time.Time{}
	for _, h := range append(want, want[5], key("a.example:1965", "aa")) {
		if err := s.SaveRefusedKey(t.Context(), h); err != nil {
			t.Fatal(err)
		}
	}
	wantKeys(t, s, nil, want[2:])
}

func TestForgetKeys(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	a := key("a.example:1965", "aa")
	_, err := s.Commit(t.Context(), Batch{
		PinnedKeys:  []PinnedKey{a, key("b.example:1965", "bb")},
		RefusedKeys: []PinnedKey{key("b.example:1965", "ee")},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []bool{true, false} {
		got, err := s.ForgetKeys(t.Context(), "b.example:1965")
		if err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Errorf("there was one: %t, want %t", got, want)
		}
	}
	wantKeys(t, s, []PinnedKey{a}, nil)
}

func TestAuthority(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	const name = "example.org:1965"
	if _, known, err := s.Authority(t.Context(), name); known || err != nil {
		t.Errorf("known %t, error %v before anything was saved", known, err)
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
		got, known, err := s.Authority(t.Context(), name)
		if err != nil || !known {
			t.Fatalf("known %t, error %v", known, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("authority (-want +got):\n%s", diff)
		}
	}

	if _, err := s.Commit(t.Context(), Batch{Authorities: []Authority{{Authority: name, RobotsStatus: "x"}}}); err != nil {
		t.Fatal(err)
	}
	if got, _, err := s.Authority(t.Context(), name); err != nil || got.RobotsStatus != "x" {
		t.Errorf("status %q, error %v after a batch", got.RobotsStatus, err)
	}
}
