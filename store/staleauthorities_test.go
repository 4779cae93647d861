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
		if err != nil || !slices.Equal(got, step.want) {
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
	if n, err := s.ForgetAuthorities(t.Context(), all); err != nil || n != maxForgotten {
		t.Errorf("forgot %d: %v", n, err)
	}
	for name, want := range map[string]bool{all[0]: false, all[maxForgotten]: true} {
		_, known, err := s.Authority(t.Context(), name)
		_, pinned, err2 := s.PinnedKey(t.Context(), name)
		if known != want || pinned != want || err != nil || err2 != nil {
			t.Errorf("%s: known %t, pinned %t (%v, %v)", name, known, pinned, err, err2)
		}
	}
}
