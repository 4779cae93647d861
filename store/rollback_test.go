package store

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// brokenBatch has two good checks and one that the trigger of the test stops
// halfway, and a host.
func brokenBatch(id int64) Batch {
	return Batch{
		Checks: []Check{
			{SubscriptionID: id, CheckedAt: start.Add(day), State: StateOK, Feed: page(post("b.gmi", 2, "B"))},
			{New: &NewSubscription{URL: "gemini://one.example/", Tags: []string{"x"}}, State: StateOK, Feed: bigPage("gemini://one.example/", 5)},
			{New: &NewSubscription{URL: "gemini://two.example/"}, State: StateOK, Feed: bigPage("gemini://two.example/", 5)},
		},
		Authorities: []Authority{{Authority: "one.example:1965", Key: PinnedKey{Authority: "one.example:1965", Fingerprint: "aa"}}},
	}
}

func TestCommitIsWholeOrNothing(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	id := subscribe(t, s, page(post("a.gmi", 1, "A")))
	before := subscriptions(t, s, SubscriptionFilter{})
	_, err := s.db.ExecContext(t.Context(), `
		CREATE TRIGGER broken BEFORE INSERT ON entry WHEN NEW.ref LIKE 'gemini://two%-003.gmi'
		BEGIN SELECT RAISE(ABORT, 'broken by the test'); END`)
	if err != nil {
		t.Fatal(err)
	}

	changes, err := s.Commit(t.Context(), brokenBatch(id))
	if want := "store checks: subscription 3: broken by the test"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %q", err, want)
	}
	if changes != nil {
		t.Errorf("changes of what was not stored: %v", changes)
	}
	if diff := cmp.Diff(before, subscriptions(t, s, SubscriptionFilter{})); diff != "" {
		t.Errorf("subscriptions (-before +after):\n%s", diff)
	}
	if got := titles(entries(t, s, EntryFilter{})); len(got) != 1 {
		t.Errorf("entries %q, want the one from before", got)
	}
	if keys, err := s.PinnedKeys(t.Context()); len(keys) > 0 || err != nil {
		t.Errorf("keys %v, error %v", keys, err)
	}

	if _, err := s.db.ExecContext(t.Context(), "DROP TRIGGER broken"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Commit(t.Context(), brokenBatch(id)); err != nil {
		t.Errorf("the same batch afterwards: %v", err)
	}
}

func TestDiskFull(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	id := subscribe(t, s, page(post("a.gmi", 1, "A")))
	// The limit is the connection's.
	if _, err := s.db.ExecContext(t.Context(), "PRAGMA max_page_count = 1"); err != nil {
		t.Fatal(err) // SQLite takes the present size for a smaller number
	}

	_, err := s.Commit(t.Context(), Batch{Checks: []Check{{SubscriptionID: id, Feed: bigPage(pageURL, 500)}}})
	if err == nil || !strings.HasSuffix(err.Error(), "database or disk is full") {
		t.Fatalf("error %v, want that the disk is full", err)
	}
	if got := titles(entries(t, s, EntryFilter{})); len(got) != 1 {
		t.Errorf("entries %q, want the one from before", got)
	}

	if _, err := s.db.ExecContext(t.Context(), "PRAGMA max_page_count = 100000"); err != nil {
		t.Fatal(err)
	}
	if got := check(t, s, id, bigPage(pageURL, 500)); got.Added != 500 {
		t.Errorf("added %d with room again", got.Added)
	}
}

func TestEntriesDuringCommit(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	id := subscribe(t, s, bigPage(pageURL, 100))
	var n int
	for _, err := range s.Entries(t.Context(), EntryFilter{}) {
		if err != nil {
			t.Fatal(err)
		}
		if n == 10 {
			check(t, s, id, bigPage(pageURL, 200))
		}
		n++
	}
	if n != 100 {
		t.Errorf("%d entries, want those of the beginning", n)
	}
	if n := len(entries(t, s, EntryFilter{})); n != 200 {
		t.Errorf("%d entries afterwards, want 200", n)
	}
}

// A reader gets the last committed state while a writer is at work, even from
// another process's view of the file.
func TestReadDuringWrite(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	id := subscribe(t, s, page(post("a.gmi", 1, "A")))
	other := open(t, s.path)

	tx, err := s.db.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	commits := &transaction{conn: tx, ctx: t.Context(), now: start}
	if _, err := commits.storeCheck(t.Context(), &Check{SubscriptionID: id, Feed: page(post("b.gmi", 2, "B"))}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"A"}, titles(entries(t, other, EntryFilter{}))); diff != "" {
		t.Errorf("entries (-want +got):\n%s", diff)
	}
	open(t, s.path) // opening does not wait either
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"B", "A"}, titles(entries(t, other, EntryFilter{}))); diff != "" {
		t.Errorf("entries afterwards (-want +got):\n%s", diff)
	}
}

// Each method says in its error what it was to do.
func TestErrorsOfClosedStore(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	calls := map[string]func() error{
		"store checks":            func() error { _, err := s.Commit(ctx, Batch{}); return err },
		"list subscriptions":      func() error { _, err := s.Subscriptions(ctx, SubscriptionFilter{}); return err },
		"remove subscriptions":    func() error { return s.Remove(ctx, []int64{1}) },
		"mark entries":            func() error { _, err := s.SetUnread(ctx, EntryFilter{}, true); return err },
		"read keys":               func() error { _, err := s.PinnedKeys(ctx); return err },
		"forget key of a:1":       func() error { _, err := s.ForgetKeys(ctx, "a:1"); return err },
		"save key of a:1":         func() error { return s.PinKey(ctx, PinnedKey{Authority: "a:1"}) },
		"read authorities":        func() error { _, _, err := s.Authority(ctx, "a:1"); return err },
		"save refused key of a:1": func() error { return s.SaveRefusedKey(ctx, PinnedKey{Authority: "a:1"}) },
		"read feed id":            func() error { _, err := s.FeedID(ctx); return err },
		"list entries": func() error {
			var last error
			for _, err := range s.Entries(ctx, EntryFilter{}) {
				last = err
			}
			return last
		},
	}
	for verb, call := range calls {
		if err := call(); err == nil || !strings.HasPrefix(err.Error(), verb+": ") || errors.Unwrap(err) == nil {
			t.Errorf("error %v, want it to begin with %q", err, verb)
		}
	}
}
