package store

import (
	"context"
	"database/sql"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/mattn/go-sqlite3"

	"gemsub/feed"
)

// With slowPace a page counts as large that has over 200 entries.
const largeEntries = 1100

func slowPace() pace {
	p := paceOf(200)
	p.rows *= rowsOfEntry
	return p
}

// paceOf is a pace without pauses.
func paceOf(n int) pace {
	return pace{rows: n, bytes: 4 << 20, removed: 4 << 20, marks: n, titles: n, texts: 2 << 20}
}

func newSlowStore(t *testing.T) *Store {
	s := newStore(t)
	s.pace = slowPace()
	return s
}

// largeCases are subscriptions that read a large page: as their first page, with
// all or some of its entries unread, or after another, of which they keep entries.
func largeCases() map[string]func(t *testing.T, s *Store) Check {
	known := func(f *feed.Feed) func(*testing.T, *Store) Check {
		return func(t *testing.T, s *Store) Check {
			id := subscribe(t, s, f)
			markAllRead(t, s)
			return Check{SubscriptionID: id, CheckedAt: start.Add(day), State: StateOK, Digest: "large"}
		}
	}
	added := func(unread int) func(*testing.T, *Store) Check {
		return func(*testing.T, *Store) Check {
			return Check{New: &NewSubscription{URL: pageURL, Unread: unread}, CheckedAt: start.Add(day), State: StateOK, Digest: "large"}
		}
	}
	waiting := func(t *testing.T, s *Store) Check {
		id := commit(t, s, Check{New: &NewSubscription{URL: pageURL, Unread: -1}, CheckedAt: start, State: StateFailing})[0].SubscriptionID
		return Check{SubscriptionID: id, CheckedAt: start.Add(day), State: StateOK, Digest: "large"}
	}
	older := page(bigPage(pageURL, largeEntries).Entries[800:]...)
	return map[string]func(t *testing.T, s *Store) Check{
		"all new":             known(page()),
		"some new":            known(older),
		"titles edited":       known(retitled(bigPage(pageURL, largeEntries))),
		"few dates later":     known(dated(bigPage(pageURL, largeEntries), 50)),
		"most dates later":    known(dated(bigPage(pageURL, largeEntries), 1000)),
		"added, all unread":   added(-1),
		"added, some unread":  added(10),
		"first page, awaited": waiting,
	}
}

func retitled(f *feed.Feed) *feed.Feed {
	for i := range f.Entries {
		f.Entries[i].Title = "Draft"
	}
	return f
}

// dated gives n entries an earlier date.
func dated(f *feed.Feed, n int) *feed.Feed {
	for i := range n {
		f.Entries[i].Updated = f.Entries[i].Updated.Add(-5000 * day)
	}
	return f
}

// What an update had stored of a large page when it was killed makes no difference
// to what the next one tells, and comes to.
func TestLargePageAfterKill(t *testing.T) {
	t.Parallel()
	for name, prepare := range largeCases() {
		if name == "most dates later" {
			continue // those that were stored are no longer later: up to a hundred others are told
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			whole := newSlowStore(t)
			c := prepare(t, whole)
			c.Feed = bigPage(pageURL, largeEntries)
			want := commit(t, whole, c)[0]

			killed := newSlowStore(t)
			c = prepare(t, killed)
			c.Feed = bigPage(pageURL, largeEntries)
			r := storeSomeOf(t, killed, c)
			if sub := subscriptions(t, killed, SubscriptionFilter{})[0]; sub.Digest != "" {
				t.Error("the page counts as read before all of it is stored")
			}
			checkCounts(t, killed, "a part of the page")
			if c.New != nil { // the next update reads what was added
				c.New, c.SubscriptionID = nil, r.check.SubscriptionID
			}
			got := commit(t, killed, c)[0]

			if diff := cmp.Diff(told(want.New), told(got.New)); diff != "" {
				t.Errorf("told (-at once +after a kill):\n%s", diff)
			}
			ignore := cmpopts.IgnoreFields(Entry{}, "ID")
			if diff := cmp.Diff(entries(t, whole, EntryFilter{}), entries(t, killed, EntryFilter{}), ignore); diff != "" {
				t.Errorf("entries (-at once +after a kill):\n%.2000s", diff)
			}
			checkCounts(t, killed, "all of the page")
			checkWords(t, killed, "all of the page")
		})
	}
}

func told(list []Entry) (refs []string) {
	for _, e := range list {
		refs = append(refs, e.AtomID)
	}
	return refs
}

// storeSomeOf does the first two transactions for a page.
func storeSomeOf(t *testing.T, s *Store, c Check) (r *pendingCheck) {
	t.Helper()
	for range 2 {
		err := s.inCommit(t.Context(), true, func(tx *commitTx) (err error) {
			if r == nil {
				r, err = tx.beginLarge(t.Context(), &c)
			} else {
				err = r.resume(t.Context(), tx)
			}
			if err != nil {
				return err
			}
			return r.storeSome(t.Context(), s.pace.shareOfPage())
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return r
}

// No transaction writes more than some entries of a page, whatever it brings.
func TestLargePageInParts(t *testing.T) {
	t.Parallel()
	for name, prepare := range largeCases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSlowStore(t)
			c := prepare(t, s)
			c.Feed = bigPage(pageURL, largeEntries)
			parts := countEntries(t, s)
			commit(t, s, c)
			if len(*parts) < 3 {
				t.Errorf("only %d transactions: %v", len(*parts), *parts)
			}
			for _, n := range *parts {
				if n > slowPace().entries()+maxArrivals {
					t.Errorf("entries by transaction: %v, want at most %d", *parts, slowPace().entries()+maxArrivals)
					break
				}
			}
		})
	}
}

// countEntries counts the rows of entry that each commit writes.
func countEntries(t *testing.T, s *Store) *[]int { return countRows(t, s.db, "entry") }

// countRows counts the rows of a table that each transaction on the one connection of
// db writes.
func countRows(t *testing.T, db *sql.DB, table string) *[]int {
	t.Helper()
	conn, err := db.Conn(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	parts, rows := new([]int), 0
	err = conn.Raw(func(c any) error {
		c.(*sqlite3.SQLiteConn).RegisterUpdateHook(func(_ int, _, written string, _ int64) {
			if written == table {
				rows++
			}
		})
		c.(*sqlite3.SQLiteConn).RegisterCommitHook(func() int {
			*parts = append(*parts, rows)
			rows = 0
			return 0
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return parts
}

// A large page that cannot be stored leaves nothing new behind.
func TestLargePageUndone(t *testing.T) {
	t.Parallel()
	for name, prepare := range largeCases() {
		if name == "titles edited" || name == "few dates later" || name == "most dates later" {
			continue // which add nothing
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSlowStore(t)
			c := prepare(t, s)
			c.Feed = bigPage(pageURL, largeEntries)
			before := entries(t, s, EntryFilter{})
			subs := subscriptions(t, s, SubscriptionFilter{})
			_, err := s.db.ExecContext(t.Context(), `
				CREATE TRIGGER full BEFORE INSERT ON entry WHEN NEW.title = '`+c.Feed.Entries[0].Title+`'
				BEGIN SELECT RAISE(ABORT, 'disk full'); END`)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := s.Commit(t.Context(), Batch{Checks: []Check{c}}); err == nil {
				t.Fatal("no error")
			}
			if diff := cmp.Diff(before, entries(t, s, EntryFilter{})); diff != "" {
				t.Errorf("entries (-before +after):\n%.2000s", diff)
			}
			if diff := cmp.Diff(subs, subscriptions(t, s, SubscriptionFilter{})); diff != "" {
				t.Errorf("subscriptions (-before +after):\n%s", diff)
			}
			checkCounts(t, s, "an error")
			checkWords(t, s, "an error")
		})
	}
}

// A large page leaves room on the disk for what other feeds bring.
func TestLargePageLeavesRoom(t *testing.T) {
	t.Parallel()
	s := newSlowStore(t)
	id := subscribe(t, s, page(post("a.gmi", 1, "A")))
	parts := 0
	s.free = func(string) (int64, bool) {
		parts++
		return spareRoom + 3 - int64(parts), true
	}
	large := Check{SubscriptionID: id, CheckedAt: start.Add(day), Feed: bigPage(pageURL, largeEntries)}
	if _, err := s.Commit(t.Context(), Batch{Checks: []Check{large}}); !errors.Is(err, errNoRoom) {
		t.Errorf("error %v, want %v", err, errNoRoom)
	}
	if parts != 4 {
		t.Errorf("%d parts were begun, want that the fourth found no room", parts)
	}
	if got := titles(entries(t, s, EntryFilter{})); len(got) != 1 {
		t.Errorf("%d entries, want the one from before", len(got))
	}
	if got := check(t, s, id, page(post("b.gmi", 2, "B"))); got.Added != 1 {
		t.Errorf("%d entries of a small page were added", got.Added)
	}
}

// The user may remove the subscription, or give it another URL, between two
// transactions: nothing more is stored.
func TestLargePageOfRemoved(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*Store, int64) error{
		"removed": func(s *Store, id int64) error { return s.Remove(t.Context(), []int64{id}) },
		"another URL": func(s *Store, id int64) error {
			return s.Set(t.Context(), map[int64]time.Time{id: {}}, Settings{URL: parseURL(t, "gemini://elsewhere.example/")})
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSlowStore(t)
			id := subscribe(t, s, page())
			r := storeSomeOf(t, s, Check{SubscriptionID: id, URL: pageURL, CheckedAt: start.Add(day), Feed: bigPage(pageURL, largeEntries)})
			if err := change(s, id); err != nil {
				t.Fatal(err)
			}
			before := len(entries(t, s, EntryFilter{}))
			var got Changes
			err := s.inCommit(t.Context(), true, func(tx *commitTx) (err error) {
				got, err = tx.storeCheck(t.Context(), &r.check, r)
				return err
			})
			if err != nil || !got.Gone || len(got.New) > 0 {
				t.Errorf("got %+v, error %v", got, err)
			}
			if after := len(entries(t, s, EntryFilter{})); after != before {
				t.Errorf("%d entries, then %d", before, after)
			}
		})
	}
}

// BenchmarkLargePage stores pages of 100,000 new entries, one after the other, and
// says how long the lock was held at most.
func BenchmarkLargePage(b *testing.B) {
	s := newStore(b)
	id := subscribe(b, s, page())
	longest := longestCommit(b, s)
	for round := 0; b.Loop(); round++ {
		b.StopTimer()
		f := freshPage(round, 100_000)
		b.StartTimer()
		check(b, s, id, f)
	}
	b.ReportMetric(float64(longest().Milliseconds()), "ms-locked")
}

// longestCommit measures how long transactions of the connection for commits take:
// from one commit to the next, without the pause between.
func longestCommit(tb testing.TB, s *Store) func() time.Duration {
	tb.Helper()
	conn, err := s.db.Conn(context.Background())
	if err != nil {
		tb.Fatal(err)
	}
	defer conn.Close()
	var began time.Time
	var longest time.Duration
	err = conn.Raw(func(c any) error {
		c.(*sqlite3.SQLiteConn).RegisterUpdateHook(func(int, string, string, int64) {
			if began.IsZero() {
				began = time.Now()
			}
		})
		c.(*sqlite3.SQLiteConn).RegisterCommitHook(func() int {
			if !began.IsZero() {
				longest = max(longest, time.Since(began))
			}
			began = time.Time{}
			return 0
		})
		return nil
	})
	if err != nil {
		tb.Fatal(err)
	}
	return func() time.Duration { return longest }
}
