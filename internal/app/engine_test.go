package app

import (
	"fmt"
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

// A key that is seen while another of its authority is being committed is not
// forgotten: it is the one that is known from then on, and goes with the next
// commit.
func TestKeySeenDuringCommit(t *testing.T) {
	t.Parallel()
	a, now := openApp(t)
	const authority = "a.example:1965"
	first := model.PinnedKey{Authority: authority, Fingerprint: "first", SeenAt: now}
	second := model.PinnedKey{Authority: authority, Fingerprint: "second", SeenAt: now}
	var s *engineStore
	save := func(k model.PinnedKey) {
		t.Helper()
		if err := s.keys.PinKey(t.Context(), k); err != nil {
			t.Fatal(err)
		}
	}
	commit := func(b update.Batch) {
		t.Helper()
		if _, err := s.Commit(t.Context(), b); err != nil {
			t.Fatal(err)
		}
		if k, ok, err := s.keys.Key(t.Context(), authority); err != nil || !ok || k.Fingerprint != "second" {
			t.Errorf("%+v, %t, %v", k, ok, err)
		}
	}
	s = a.engineStore(func(*update.Result) (c store.Check, some bool) { // called within a commit
		save(second)
		return c, false
	})
	save(first)
	commit(update.Batch{Results: []*update.Result{{}}})
	commit(update.Batch{})
	if k, ok, err := a.db.PinnedKey(t.Context(), authority); err != nil || !ok || k.Fingerprint != "second" {
		t.Errorf("stored: %+v, %t, %v", k, ok, err)
	}
	if len(s.keys.seen) > 0 {
		t.Errorf("%d keys are still to be committed", len(s.keys.seen))
	}
}

// A key that was read ahead is known without the database; one that is not stored, and
// one that is seen later, are told apart from it.
func TestKeysReadAhead(t *testing.T) {
	t.Parallel()
	a, now := openApp(t)
	old := model.PinnedKey{Authority: "a.example:1965", Fingerprint: "old", SeenAt: now}
	renewed := model.PinnedKey{Authority: "a.example:1965", Fingerprint: "new", SeenAt: now}
	if err := a.db.PinKey(t.Context(), old); err != nil {
		t.Fatal(err)
	}
	s := a.engineStore(nil)
	want := func(when, authority, fingerprint string) {
		t.Helper()
		k, ok, err := s.keys.Key(t.Context(), authority)
		if err != nil || ok != (fingerprint != "") || k.Fingerprint != fingerprint {
			t.Errorf("%s: %q, %t, %v, want %q", when, k.Fingerprint, ok, err, fingerprint)
		}
	}
	readAhead := func(authorities ...string) {
		t.Helper()
		if _, err := s.Authorities(t.Context(), authorities); err != nil {
			t.Fatal(err)
		}
	}
	readAhead("a.example:1965", "b.example:1965")
	if err := s.keys.PinKey(t.Context(), model.PinnedKey{Authority: "c.example:1965", Fingerprint: "c"}); err != nil {
		t.Fatal(err)
	}
	want("read ahead", "a.example:1965", "old")
	want("not stored", "b.example:1965", "")
	want("not read ahead", "c.example:1965", "c")
	if err := s.keys.PinKey(t.Context(), renewed); err != nil {
		t.Fatal(err)
	}
	want("seen", "a.example:1965", "new")
	if _, err := s.Commit(t.Context(), update.Batch{}); err != nil {
		t.Fatal(err)
	}
	readAhead("a.example:1965")
	want("committed", "a.example:1965", "new")

	for i := range 3 { // which leave no room
		more := make([]string, maxKeysRead/2)
		for j := range more {
			more[j] = fmt.Sprintf("x%d-%d.example:1965", i, j)
		}
		readAhead(more...)
	}
	want("read again", "a.example:1965", "new")
	if len(s.keys.read) > maxKeysRead {
		t.Errorf("%d keys were kept", len(s.keys.read))
	}
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
	const unknown = "unknown.example:1965"
	for _, authority := range []string{accepted, forgotten, renewed} {
		pin(key(authority, "old"))
	}
	s := a.engineStore(nil)
	if _, err := s.Authorities(t.Context(), []string{accepted, forgotten, first, renewed}); err != nil {
		t.Fatal(err)
	}
	pin(key(accepted, "theirs"))
	pin(key(first, "theirs"))
	if _, err := a.db.ForgetKeys(t.Context(), forgotten); err != nil {
		t.Fatal(err)
	}
	if k, known, err := s.keys.Key(t.Context(), first); err != nil || !known || k.Fingerprint != "theirs" {
		t.Errorf("a key that was trusted since the others were read: %q, %t, %v", k.Fingerprint, known, err)
	}
	if err := s.keys.PinKey(t.Context(), key(unknown, "new")); err != nil {
		t.Fatal(err)
	}
	pin(key(unknown, "theirs"))
	for authority, fingerprint := range map[string]string{accepted: "old", forgotten: "old", renewed: "new"} {
		if err := s.keys.PinKey(t.Context(), key(authority, fingerprint)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Commit(t.Context(), update.Batch{}); err != nil {
		t.Fatal(err)
	}
	for authority, want := range map[string]string{accepted: "theirs", forgotten: "", first: "theirs", unknown: "theirs", renewed: "new"} {
		if k, _, err := a.db.PinnedKey(t.Context(), authority); err != nil || k.Fingerprint != want {
			t.Errorf("%s has %q, %v, want %q", authority, k.Fingerprint, err, want)
		}
	}
}

// Each result gets its own changes, though results beside it are not stored.
func TestChangesBesideWaits(t *testing.T) {
	t.Parallel()
	a, now := openApp(t)
	s := a.engineStore(func(r *update.Result) (c store.Check, some bool) {
		return store.Check{New: &store.NewSubscription{URL: r.Subscription.URL}, CheckedAt: now, State: store.StateOK}, !r.Waits
	})
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
