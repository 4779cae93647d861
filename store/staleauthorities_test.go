package store

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// A capsule is unseen after 90 days, if no identity is for it. Nobody looks twice
// a day, or believes a clock that leaps.
func TestUnseen(t *testing.T) {
	now := start
	s, err := Open(t.Context(), filepath.Join(t.TempDir(), "gemsub.db"), func() time.Time { return now })
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for name, age := range map[string]time.Duration{"old": 91 * day, "new": 80 * day, "ahead": -9000 * day} {
		storeAuthority(t, s, Authority{Authority: name + ".example:1965", RobotsAt: start.Add(-age)})
	}
	for name, age := range map[string]time.Duration{"key": 91 * day, "newkey": 80 * day, "mine": 91 * day, "new": 91 * day} {
		if err := s.PinKey(t.Context(), PinnedKey{Authority: name + ".example:1965", SeenAt: start.Add(-age)}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.AddIdentity(t.Context(), Identity{Name: "me", Certificate: []byte("c"), Key: []byte("k")}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.UseIdentity(t.Context(), IdentityUse{Authority: "mine.example:1965", Path: "/", Name: "me"}); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		after time.Duration
		want  []string
	}{
		{0, nil}, // the first look
		{23 * time.Hour, nil},
		{25 * time.Hour, []string{"ahead.example:1965", "key.example:1965", "old.example:1965"}},
		{26 * time.Hour, nil},
		{73 * 365 * day, nil}, // a leap
		{50 * time.Hour, nil}, // and back
		{75 * time.Hour, []string{"ahead.example:1965", "key.example:1965", "old.example:1965"}},
	} {
		now = start.Add(step.after)
		got, err := s.StaleAuthorities(t.Context())
		if err != nil || !slices.Equal(got.Unseen, step.want) {
			t.Errorf("after %v: %v, %v", step.after, got, err)
		}
	}
}

func TestForgetAuthorities(t *testing.T) {
	s := newStore(t)
	var all []string
	for i := range maxForgotten + 1 {
		name := fmt.Sprintf("%d.example:1965", i)
		all = append(all, name)
		if i == 0 || i == maxForgotten {
			storeAuthority(t, s, Authority{Authority: name})
			if err := s.PinKey(t.Context(), PinnedKey{Authority: name}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := s.ForgetAuthorities(t.Context(), Stale{Unseen: all}); err != nil {
		t.Error(err)
	}
	for name, want := range map[string]bool{all[0]: false, all[maxForgotten]: true} {
		_, known, err := s.Authority(t.Context(), name)
		_, pinned, err2 := s.PinnedKey(t.Context(), name)
		if known != want || pinned != want || err != nil || err2 != nil {
			t.Errorf("%s: known %t, pinned %t (%v, %v)", name, known, pinned, err, err2)
		}
	}
}

// A large robots.txt is kept for a day alone where no subscription needs it.
func TestForgetLargeRobots(t *testing.T) {
	now := start
	s, err := Open(t.Context(), filepath.Join(t.TempDir(), "gemsub.db"), func() time.Time { return now })
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.StaleAuthorities(t.Context()); err != nil { // the first look
		t.Fatal(err)
	}
	now = now.Add(25 * time.Hour)
	for name, a := range map[string]Authority{
		"small": {Robots: make([]byte, largeRobots), RobotsAt: start},
		"fresh": {Robots: make([]byte, largeRobots+1), RobotsAt: now.Add(-time.Hour)},
		"large": {Robots: make([]byte, largeRobots+1), RobotsAt: start},
	} {
		a.Authority, a.RobotsKnown = name, true
		storeAuthority(t, s, a)
	}
	stale, err := s.StaleAuthorities(t.Context())
	if want := []string{"large"}; err != nil || !slices.Equal(stale.Large, want) || len(stale.Unseen) > 0 {
		t.Errorf("stale %+v, error %v", stale, err)
	}
	if err := s.ForgetAuthorities(t.Context(), stale); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"small": true, "fresh": true, "large": false} {
		a, known, err := s.Authority(t.Context(), name)
		if !known || a.RobotsKnown != want || (a.Robots != nil) != want || err != nil {
			t.Errorf("%s: known %t, robots.txt %t with %d bytes, error %v", name, known, a.RobotsKnown, len(a.Robots), err)
		}
	}
}
