package store

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"gemsub/feed"
)

const newURL = "gemini://new.example/log/"

// movers are the ways in which a page comes to be at newURL.
func movers(t *testing.T) map[string]func(s *Store, id int64, page *feed.Feed) Check {
	return map[string]func(*Store, int64, *feed.Feed) Check{
		"by its capsule": func(_ *Store, id int64, page *feed.Feed) Check {
			return Check{SubscriptionID: id, CheckedAt: start.Add(day), State: StateOK, MovedTo: newURL, Feed: page}
		},
		"by the user": func(s *Store, id int64, page *feed.Feed) Check {
			setURL(t, s, id, newURL)
			return Check{SubscriptionID: id, CheckedAt: start.Add(day), State: StateOK, Feed: page}
		},
	}
}

// However many entries a page leaves behind, no transaction writes more of them than it
// lists, nor more than the pace allows, but to say once how near their links are.
func TestMoveInParts(t *testing.T) {
	t.Parallel()
	for name, move := range movers(t) {
		for _, listed := range []int{1, largeEntries} {
			s := newSlowStore(t)
			id := subscribe(t, s, bigPage(pageURL, largeEntries))
			markAllRead(t, s)
			prune(t, s, EntryFilter{BeyondNewest: largeEntries / 2})
			c := move(s, id, bigPage(newURL, listed))
			kept, pruned := countRows(t, s.db, "entry"), 0
			commit(t, s, c)
			if most := largeEntries/2 + min(listed, slowPace().entries()+maxArrivals); slices.Max(*kept) > most {
				t.Errorf("%s, %d listed: entries by transaction %v, want at most %d", name, listed, *kept, most)
			}
			err := s.db.QueryRowContext(t.Context(), `SELECT COUNT(*) FROM pruned WHERE last_stay > 0`).Scan(&pruned)
			if err != nil || pruned > listed {
				t.Errorf("%s, %d listed: %d of what was pruned were written, error %v", name, listed, pruned, err)
			}
		}
	}
}

// A check that is killed among the parts of a page that moved makes no difference to
// what the next one tells.
func TestMovedLargePageAfterKill(t *testing.T) {
	t.Parallel()
	for name, move := range movers(t) {
		whole, killed := newSlowStore(t), newSlowStore(t)
		var want, got Changes
		for s, changes := range map[*Store]*Changes{whole: &want, killed: &got} {
			id := subscribe(t, s, page(bigPage(pageURL, largeEntries).Entries[5:]...))
			markAllRead(t, s)
			c := move(s, id, bigPage(newURL, largeEntries))
			if s == killed {
				storeSomeOf(t, s, c)
			}
			*changes = commit(t, s, c)[0]
		}
		if diff := cmp.Diff(told(want.New), told(got.New)); diff != "" || len(got.New) != 5 {
			t.Errorf("%s: %d told (-at once +after a kill):\n%s", name, len(got.New), diff)
		}
		ignore := cmpopts.IgnoreFields(Entry{}, "ID")
		if diff := cmp.Diff(entries(t, whole, EntryFilter{}), entries(t, killed, EntryFilter{}), ignore); diff != "" {
			t.Errorf("%s: entries (-at once +after a kill):\n%.2000s", name, diff)
		}
	}
}

// What a killed check stored of a page elsewhere is not known where the page comes to
// be instead.
func TestMovedLargePageElsewhere(t *testing.T) {
	t.Parallel()
	const third = "gemini://third.example/"
	s := newSlowStore(t)
	id := subscribe(t, s, at(pageURL, "a"))
	decoys := bigPage(third, largeEntries)
	storeSomeOf(t, s, Check{SubscriptionID: id, State: StateOK, MovedTo: newURL, Feed: decoys})
	oldest := page(decoys.Entries[largeEntries-10:]...)
	got := commit(t, s, Check{SubscriptionID: id, State: StateOK, MovedTo: third, Feed: oldest})[0]
	if len(got.New) != 10 {
		t.Errorf("%d of 10 are new", len(got.New))
	}
}

// What a page had before a move that the user undid is known later too, and what the
// other one listed is not, however often that happens.
func TestMovesUndone(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	id := subscribe(t, s, at(pageURL, "c", "b", "a"))
	markAllRead(t, s)
	for range 3 {
		stays := linked(newURL, pageURL+"b", pageURL+"b") // a link that stays is recognised
		decoy := linked(newURL, pageURL+"d", pageURL+"d").Entries
		stays.Entries = append(stays.Entries, decoy...)
		commit(t, s, Check{SubscriptionID: id, State: StateOK, MovedTo: newURL, Feed: stays})
		markAllRead(t, s)
		setURL(t, s, id, pageURL)
		if got := check(t, s, id, at(pageURL, "c")); len(got.New) > 0 {
			t.Errorf("new %q", titles(got.New))
		}
		if got := check(t, s, id, at(pageURL, "c", "b", "a")); len(got.New) > 0 {
			t.Errorf("new later %q", titles(got.New))
		}
		if got := check(t, s, id, at(pageURL, "d")); len(got.New) != 1 {
			t.Error("the decoy is known")
		}
		prune(t, s, EntryFilter{URLs: []string{pageURL + "d"}})
		if _, err := s.db.ExecContext(t.Context(), `DELETE FROM entry WHERE ref = ?; DELETE FROM pruned`, pageURL+"d"); err != nil {
			t.Fatal(err)
		}
	}
}

// A decoy that was pruned after a move hides nothing at the new place.
func TestMovePrunedDecoy(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	id := subscribe(t, s, linked(pageURL, newURL+"1", newURL+"1"))
	markAllRead(t, s)
	commit(t, s, Check{SubscriptionID: id, State: StateOK, MovedTo: newURL, Feed: at(newURL)})
	prune(t, s, EntryFilter{})
	if got := check(t, s, id, linked(newURL, newURL+"1", newURL+"1")); len(got.New) != 1 {
		t.Errorf("changes %+v", got)
	}
}
