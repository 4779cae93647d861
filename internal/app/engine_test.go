package app

import (
	"path/filepath"
	"testing"
	"time"

	"gemsub/internal/model"
	"gemsub/internal/update"
	"gemsub/store"
)

// A key that is seen while another of its authority is being committed is not
// forgotten: it is the one that is known from then on, and goes with the next
// commit.
func TestKeySeenDuringCommit(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 10, 6, 30, 0, 0, time.UTC)
	a, err := Open(t.Context(), filepath.Join(t.TempDir(), "gemsub.db"), Environment{Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	const authority = "a.example:1965"
	first := model.PinnedKey{Authority: authority, Fingerprint: "first", SeenAt: now}
	second := model.PinnedKey{Authority: authority, Fingerprint: "second", SeenAt: now}
	var s *engineStore
	save := func(k model.PinnedKey) {
		t.Helper()
		if err := s.PinKey(t.Context(), k); err != nil {
			t.Fatal(err)
		}
	}
	commit := func(b update.Batch) {
		t.Helper()
		if _, err := s.Commit(t.Context(), b); err != nil {
			t.Fatal(err)
		}
		if k, ok, err := s.Key(t.Context(), authority); err != nil || !ok || k.Fingerprint != "second" {
			t.Errorf("%+v, %t, %v", k, ok, err)
		}
	}
	s = a.engineStore(func(update.Result) *store.Check { // called within a commit
		save(second)
		return nil
	})
	save(first)
	commit(update.Batch{Results: make([]update.Result, 1)})
	commit(update.Batch{})
	if k, ok, err := a.db.PinnedKey(t.Context(), authority); err != nil || !ok || k.Fingerprint != "second" {
		t.Errorf("stored: %+v, %t, %v", k, ok, err)
	}
	if len(s.keys) > 0 {
		t.Errorf("%d keys are still to be committed", len(s.keys))
	}
}
