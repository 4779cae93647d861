package store

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gemsub/internal/model"
)

// If the database refuses a check, the whole check is rolled back, and the rest of the batch is
// stored.
func TestCommitRollsBackOneCheck(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	id := subscribe(t, s, page(post("a.gmi", 1, "A")))
	_, err := s.db.ExecContext(t.Context(), `
		CREATE TRIGGER broken BEFORE INSERT ON entry WHEN NEW.ref LIKE 'gemini://two%-003.gmi'
		BEGIN SELECT RAISE(ABORT, 'broken by the test'); END`)
	if err != nil {
		t.Fatal(err)
	}
	two := Check{Subscription: &Subscription{URL: "gemini://two.example/", Tags: []string{"y"}}, Feed: bigPage("gemini://two.example/", 5)}
	b := Batch{
		Checks: complete(t, s,
			Check{Subscription: &Subscription{URL: "gemini://one.example/", Tags: []string{"x"}}, Feed: bigPage("gemini://one.example/", 5)},
			two,
			Check{Subscription: byID(id), Feed: page(post("b.gmi", 2, "B"))}),
		Authorities: []Authority{{Authority: "one.example:1965", Key: PinnedKey{Authority: "one.example:1965", Fingerprint: "aa"}}},
		OweHooks:    true,
	}
	fine(t)(nil, s.Commit(t.Context(), withLinks(b)))
	if got, want := b.Checks[1].Changes.NotStored, "store checks: subscription 3: broken by the test"; got == nil || got.Error() != want || b.Checks[1].Changes.Added > 0 {
		t.Errorf("changes %+v, want %q", b.Checks[1].Changes, want)
	}
	if b.Checks[0].Changes.Added != 5 || b.Checks[2].Changes.Added != 1 {
		t.Errorf("changes of the others: %+v, %+v", b.Checks[0].Changes, b.Checks[2].Changes)
	}
	if subs := subscriptions(t, s, SubscriptionFilter{}); len(subs) != 2 || subs[0].Entries != 2 || subs[1].Entries != 5 {
		t.Errorf("subscriptions %+v", subs)
	}
	if keys, err := s.PinnedKeys(t.Context()); len(keys) != 1 || err != nil {
		t.Errorf("keys %v, error %v", keys, err)
	}
	if owed, err := s.OwedHooks(t.Context()); len(owed) != 1 || err != nil {
		t.Errorf("hooks are owed for %v, error %v", owed, err)
	}

	fine(t)(s.db.ExecContext(t.Context(), "DROP TRIGGER broken"))
	if got := commit(t, s, two)[0]; got.Added != 5 {
		t.Errorf("afterwards: %+v", got)
	}
}

// If the database refuses a post, only this post is rolled back.
func TestCommitRollsBackOnePost(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	subscribe(t, s, page(post("b.gmi", 2, "B"), post("a.gmi", 1, "A")))
	fine(t)(s.db.ExecContext(t.Context(), `
		CREATE TRIGGER broken BEFORE INSERT ON post WHEN NEW.entry_id = 1 BEGIN SELECT RAISE(ABORT, 'broken by the test'); END`))
	results := []*model.PostResult{{EntryID: 1, Post: aPost("A\n")}, {EntryID: 2, Post: aPost("B\n")}}
	fine(t)(nil, s.Commit(t.Context(), withLinks(Batch{Posts: results})))
	if results[0].NotStored == nil || results[1].NotStored != nil {
		t.Errorf("errors %v, %v", results[0].NotStored, results[1].NotStored)
	}
	if got := wanted(t, s, start); !cmp.Equal(got, []string{"A"}) {
		t.Errorf("%q are wanted", got)
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

	err := s.Commit(t.Context(), withLinks(Batch{Checks: complete(t, s, Check{Subscription: byID(id), Feed: bigPage(pageURL, 500)})}))
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

// While a writer is at work, a reader gets the last committed state, even in another Store of the
// file.
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
	commits.storeCheck(complete(t, s, Check{Subscription: byID(id), Feed: page(post("b.gmi", 2, "B"))})[0], Batch{})
	if commits.err != nil {
		t.Fatal(commits.err)
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

// The error of each method says what the method was to do.
func TestErrorsOfClosedStore(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	calls := map[string]func() error{
		"store checks":            func() error { return s.Commit(ctx, withLinks(Batch{})) },
		"list subscriptions":      func() error { _, err := s.Subscriptions(ctx, SubscriptionFilter{}); return err },
		"remove subscriptions":    func() error { return s.Remove(ctx, []int64{1}) },
		"mark entries":            func() error { _, err := s.SetUnread(ctx, EntryFilter{}, true); return err },
		"read keys":               func() error { _, err := s.PinnedKeys(ctx); return err },
		"forget key of a:1":       func() error { _, err := s.ForgetKeys(ctx, "a:1"); return err },
		"save key of a:1":         func() error { return s.PinKey(ctx, PinnedKey{Authority: "a:1"}) },
		"read authority":          func() error { _, err := s.Authority(ctx, "a:1"); return err },
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
