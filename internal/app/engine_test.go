package app

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"gemsub/internal/model"
	"gemsub/internal/update"
	"gemsub/store"
)

// openApp opens a new database, and returns what its clock says.
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

// What a person decides about a key while a session runs goes before what the session saw.
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
	known, err := s.Authorities(t.Context(), []string{accepted, forgotten, first, renewed, "gopher://hole.example:70"})
	if err != nil {
		t.Fatal(err)
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
	if _, err := s.Commit(t.Context(), update.Batch{Authorities: known[:4]}); err != nil {
		t.Fatal(err)
	}
	for authority, want := range map[string]string{accepted: "theirs", forgotten: "", first: "theirs", renewed: "new"} {
		got, err := a.db.Authorities(t.Context(), []string{authority})
		if err != nil || got[0].Key.Fingerprint != want {
			t.Errorf("%s has %q, %v, want %q", authority, got[0].Key.Fingerprint, err, want)
		}
	}
}

// Each result gets its own changes, though results beside it are not stored.
func TestChangesBesideWaits(t *testing.T) {
	t.Parallel()
	a, now := openApp(t)
	s := &engineStore{Store: a.db, check: func(r *update.Result) (c store.Check, some bool) {
		return store.Check{New: &store.NewSubscription{URL: r.Subscription.URL}, CheckedAt: now, State: store.StateOK}, !r.Waits
	}}
	waits := &update.Result{Subscription: new(model.Subscription), Waits: true, Err: &update.WaitError{Authority: "a.example:1965", Until: now}}
	read := func(url string) *update.Result { return &update.Result{Subscription: &model.Subscription{URL: url}} }
	got, err := s.Commit(t.Context(), update.Batch{
		Results: []*update.Result{waits, read("gemini://b.example/"), waits, read("gemini://c.example/"), read("gemini://d.example/"), waits},
	})
	if err != nil {
		t.Fatal(err)
	}
	var ids []int64
	for _, changes := range got {
		ids = append(ids, changes.SubscriptionID)
	}
	if want := []int64{0, 1, 0, 2, 3, 0}; !slices.Equal(ids, want) {
		t.Errorf("changes are of subscriptions %v, want %v", ids, want)
	}
}
