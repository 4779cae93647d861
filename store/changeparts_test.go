package store

import (
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"gemsub/internal/model"
)

// A large feed of these tests, and how many of its entries one transaction may write.
const (
	manyEntries = 330
	manyAtOnce  = 60
)

// largeStore has a large feed with a post, a tag and an owed hook, and a small feed.
func largeStore(t *testing.T) *Store {
	t.Helper()
	s := newStore(t)
	s.pace = paceOf(manyAtOnce)
	s.db.SetMaxOpenConns(1) // whose transactions are counted
	large := Check{New: &NewSubscription{URL: pageURL, Unread: -1, Tags: []string{"a"}}, CheckedAt: start, State: StateOK, Feed: bigPage(pageURL, manyEntries)}
	small := Check{New: &NewSubscription{URL: "gemini://small.example/", Unread: -1}, CheckedAt: start, State: StateOK, Feed: at("gemini://small.example/", "b", "a")}
	if _, err := s.Commit(t.Context(), Batch{Checks: []Check{large, small}, OweHooks: true}); err != nil {
		t.Fatal(err)
	}
	savePosts(t, s, model.PostResult{EntryID: 5, Post: aPost("What I saw\n")})
	return s
}

// largeCommands change all entries of a largeStore.
func largeCommands(t *testing.T) map[string]func(*Store) error {
	ctx := t.Context()
	return map[string]func(*Store) error{
		"read":   func(s *Store) error { _, err := s.SetUnread(ctx, EntryFilter{}, false); return err },
		"star":   func(s *Store) error { _, err := s.SetStarred(ctx, EntryFilter{}, true); return err },
		"mute":   func(s *Store) error { _, _, err := s.AddMute(ctx, Mute{Pattern: "/./"}); return err },
		"remove": func(s *Store) error { return s.Remove(ctx, []int64{1, 2}) },
	}
}

// undone has Undo undo the last change whole.
func undone(t *testing.T, s *Store) {
	t.Helper()
	if u, err := s.Undo(t.Context()); err != nil || u.Left > 0 {
		t.Errorf("undone %+v, error %v", u, err)
	}
}

// No transaction of a large change writes more than some entries, nor one that undoes
// it.
func TestChangeInParts(t *testing.T) {
	t.Parallel()
	for name, command := range largeCommands(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := largeStore(t)
			before := writeOut(t, s)
			parts := countRows(t, s.db, "entry")
			if err := command(s); err != nil {
				t.Fatal(err)
			}
			changes, err := s.Changes(t.Context())
			if err != nil || len(changes) != 1 || changes[0].Entries != manyEntries+2 || changes[0].Feeds != 2 {
				t.Errorf("changes %+v, error %v", changes, err)
			}
			undone(t, s)
			if len(*parts) < 2*manyEntries/manyAtOnce || slices.Max(*parts) > manyAtOnce {
				t.Errorf("entries by transaction: %v, want at most %d", *parts, manyAtOnce)
			}
			if writeOut(t, s) != before {
				t.Error("undo did not restore the database")
			}
			checkWords(t, s, "undo")
			checkNothingRecorded(t, s)
		})
	}
}

// A small change is one transaction, and one that undoes it.
func TestSmallChangeAtOnce(t *testing.T) {
	t.Parallel()
	for name, command := range largeCommands(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := largeStore(t)
			s.pace = defaultPace()
			parts := countRows(t, s.db, "entry")
			if err := command(s); err != nil {
				t.Fatal(err)
			}
			undone(t, s)
			if len(*parts) != 2 {
				t.Errorf("entries by transaction: %v", *parts)
			}
		})
	}
}

// breakOff has each write of an entry in the midst of the large page fail, until the
// function that it returns is called.
func breakOff(t *testing.T, s *Store) (mend func()) {
	t.Helper()
	exec := func(query string) {
		t.Helper()
		if _, err := s.db.ExecContext(t.Context(), query); err != nil {
			t.Fatal(err)
		}
	}
	events := map[string]string{"INSERT": "NEW", "UPDATE": "OLD", "DELETE": "OLD"}
	for event, row := range events {
		exec(fmt.Sprintf(`CREATE TRIGGER broken_%s BEFORE %[1]s ON entry WHEN %s.id = %d
			BEGIN SELECT RAISE(ABORT, 'broken by the test'); END`, event, row, manyEntries/2))
	}
	return func() {
		for event := range events {
			exec(`DROP TRIGGER broken_` + event)
		}
	}
}

// What a large change did before it was stopped can be undone, and the command again
// does the rest.
func TestChangeStopped(t *testing.T) {
	t.Parallel()
	for name, command := range largeCommands(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, whole := largeStore(t), largeStore(t)
			before := writeOut(t, s)
			if err := command(whole); err != nil {
				t.Fatal(err)
			}
			after := writeOut(t, whole)

			mend := breakOff(t, s)
			if err := command(s); err == nil || !strings.HasSuffix(err.Error(), "broken by the test") {
				t.Fatalf("error %v", err)
			}
			if part := writeOut(t, s); part == before || part == after || len(subscriptions(t, s, SubscriptionFilter{})) != 2 {
				t.Error("nothing was done, or all, or feeds are gone before their entries")
			}
			checkWords(t, s, "a part")
			mend()
			undone(t, s)
			if writeOut(t, s) != before {
				t.Error("undo did not restore what a part of the change had changed")
			}

			mend = breakOff(t, s)
			if err := command(s); err == nil {
				t.Fatal("not broken off")
			}
			mend()
			if err := command(s); err != nil {
				t.Fatal(err)
			}
			if got := writeOut(t, s); got != after && name != "mute" { // whose number is another
				t.Error("the command did not do the rest")
			}
			undone(t, s)
			undone(t, s)
			if writeOut(t, s) != before {
				t.Error("undo did not restore both parts")
			}
		})
	}
}

// What was left when Undo was stopped it undoes when it is called again.
func TestUndoStopped(t *testing.T) {
	t.Parallel()
	for name, command := range largeCommands(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := largeStore(t)
			before := writeOut(t, s)
			if err := command(s); err != nil {
				t.Fatal(err)
			}
			after := writeOut(t, s)
			mend := breakOff(t, s)
			if _, err := s.Undo(t.Context()); err == nil || err.Error() != "undo: broken by the test" {
				t.Fatalf("error %v", err)
			}
			if part := writeOut(t, s); part == before || part == after || len(subscriptions(t, s, SubscriptionFilter{})) != 2 {
				t.Error("nothing was undone, or all, or feeds are not back before their entries")
			}
			checkWords(t, s, "a part")
			mend()
			undone(t, s)
			if writeOut(t, s) != before {
				t.Error("not as before")
			}
			checkWords(t, s, "undo")
			checkNothingRecorded(t, s)
			if _, err := s.Undo(t.Context()); !errors.Is(err, ErrNothingToUndo) {
				t.Errorf("undone twice: %v", err)
			}
		})
	}
}

// A change in several transactions ends once another command has begun to undo it.
func TestChangeUndoneMeanwhile(t *testing.T) {
	t.Parallel()
	s := largeStore(t)
	if _, err := s.SetStarred(t.Context(), EntryFilter{}, true); err != nil {
		t.Fatal(err)
	}
	last, err := s.Changes(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	mend := breakOff(t, s)
	if _, err := s.Undo(t.Context()); err == nil {
		t.Fatal("not broken off")
	}
	mend()
	err = inTx(t.Context(), s.db, func(tx *sql.Tx) error {
		return s.beginPart(t.Context(), tx, &last[0], manyEntries/manyAtOnce+1)
	})
	if !errors.Is(err, errUndone) {
		t.Errorf("error %v", err)
	}
}

// A transaction moves few large rows, or a single one that is too large.
func TestChangeBoundsBytes(t *testing.T) {
	t.Parallel()
	s := largeStore(t)
	s.pace.bytes = 200_000
	for i := range 20 {
		savePosts(t, s, model.PostResult{EntryID: int64(1 + i), Post: aPost(strings.Repeat("long ", 10_000*(1+i/19*9)))})
	}
	before := writeOut(t, s)
	posts := countRows(t, s.db, "post")
	if err := s.Remove(t.Context(), []int64{1}); err != nil {
		t.Fatal(err)
	}
	undone(t, s)
	if slices.Max(*posts) != 4 {
		t.Errorf("posts by transaction: %v", *posts)
	}
	if writeOut(t, s) != before {
		t.Error("not as before")
	}
}

// Large changes that can no longer be undone are forgotten little by little.
func TestForgetInParts(t *testing.T) {
	t.Parallel()
	s := largeStore(t)
	if err := s.Remove(t.Context(), []int64{1}); err != nil {
		t.Fatal(err)
	}
	s.now = func() time.Time { return start.Add(2 * keepChanges) }
	forgotten := countRows(t, s.db, "changed_entry")
	for i := range 20 {
		if _, err := s.Tag(t.Context(), []int64{2}, fmt.Sprint("t", i)); err != nil {
			t.Fatal(err)
		}
	}
	n := 0
	for _, rows := range *forgotten {
		n += rows
	}
	if n != manyEntries || slices.Max(*forgotten) > manyAtOnce {
		t.Errorf("%d rows forgotten by transaction: %v", n, *forgotten)
	}
}
