package app

import (
	"path/filepath"
	"testing"
	"time"

	"gemsub/internal/model"
)

// openApp opens a new database, and returns the time of its clock.
func openApp(t *testing.T) (*App, time.Time) {
	t.Helper()
	now := time.Date(2026, 3, 10, 6, 30, 0, 0, time.UTC)
	a, err := Open(t.Context(), filepath.Join(t.TempDir(), "gemsub.db"), Environment{Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	return a, now
}

// If a person decides about a key while a session runs, that counts, not what the session saw.
func TestKeysDecidedMeanwhile(t *testing.T) {
	t.Parallel()
	a, now := openApp(t)
	key := func(authority, fingerprint string) model.PinnedKey {
		return model.PinnedKey{Authority: authority, Fingerprint: fingerprint, NotAfter: now.Add(24 * time.Hour), SeenAt: now, VisitedAt: now}
	}
	pin := func(k model.PinnedKey) {
		t.Helper()
		if err := a.db.PinKey(t.Context(), k); err != nil {
			t.Fatal(err)
		}
	}
	const accepted, forgotten, first, renewed = "accepted.example:1965", "forgotten.example:1965", "first.example:1965", "renewed.example:1965"
	for _, authority := range []string{accepted, forgotten, renewed} {
		pin(key(authority, "old"))
	}
	s := &engineStore{Store: a.db}
	var known []model.Authority
	for _, name := range []string{accepted, forgotten, first, renewed, "gopher://hole.example:70"} {
		a, err := s.Authority(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		known = append(known, a)
	}
	for i, want := range []model.PinnedKey{key(accepted, "old"), key(forgotten, "old"), {}, key(renewed, "old"), {}} {
		if got := known[i].Key; got.Authority != want.Authority || got.Fingerprint != want.Fingerprint {
			t.Errorf("key %d is %+v, want %+v", i, got, want)
		}
	}
	pin(key(accepted, "theirs"))
	pin(key(first, "theirs"))
	if _, err := a.db.ForgetKeys(t.Context(), forgotten); err != nil {
		t.Fatal(err)
	}
	for i, fingerprint := range []string{"old", "old", "seen", "new"} {
		known[i].Authority = []string{accepted, forgotten, first, renewed}[i]
		known[i].Key = key(known[i].Authority, fingerprint)
	}
	if err := s.Commit(t.Context(), model.Batch{Authorities: known[:4]}); err != nil {
		t.Fatal(err)
	}
	for authority, want := range map[string]string{accepted: "theirs", forgotten: "", first: "theirs", renewed: "new"} {
		got, err := a.db.Authority(t.Context(), authority)
		if err != nil || got.Key.Fingerprint != want {
			t.Errorf("%s has %q, %v, want %q", authority, got.Key.Fingerprint, err, want)
		}
	}
}
