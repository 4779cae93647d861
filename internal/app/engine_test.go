package app

import (
	"path/filepath"
	"testing"
	"time"

	"gemsub/internal/fetch"
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
	first := fetch.KnownHost{Authority: authority, Fingerprint: "first", SeenAt: now}
	second := fetch.KnownHost{Authority: authority, Fingerprint: "second", SeenAt: now}
	var s *engineStore
	save := func(h fetch.KnownHost) {
		t.Helper()
		if err := s.SaveHost(t.Context(), h); err != nil {
			t.Fatal(err)
		}
	}
	commit := func(b update.Batch) {
		t.Helper()
		if _, err := s.Commit(t.Context(), b); err != nil {
			t.Fatal(err)
		}
		if h, ok, err := s.Host(t.Context(), authority); err != nil || !ok || h.Fingerprint != "second" {
			t.Errorf("%+v, %t, %v", h, ok, err)
		}
	}
	s = a.engineStore(func(update.Result) *store.Check { // called within a commit
		save(second)
		return nil
	})
	save(first)
	commit(update.Batch{Results: make([]update.Result, 1)})
	commit(update.Batch{})
	if h, ok, err := a.db.Host(t.Context(), authority); err != nil || !ok || h.Fingerprint != "second" {
		t.Errorf("stored: %+v, %t, %v", h, ok, err)
	}
	if len(s.keys) > 0 {
		t.Errorf("%d keys are still to be committed", len(s.keys))
	}
}
