package store

import (
	"context"
	"database/sql"
	"fmt"
	"testing"

	"github.com/mattn/go-sqlite3"

	"gemsub/feed"
)

// However long a page is, it is stored in one transaction.
func TestLongPage(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	parts := countEntries(t, s)
	subscribe(t, s, bigPage(pageURL, feed.MaxEntries))
	if len(*parts) != 1 || (*parts)[0] != feed.MaxEntries {
		t.Errorf("entries by transaction: %v", *parts)
	}
}

// BenchmarkNewOfMany stores one new entry of a feed of 5,000 entries, check by check.
func BenchmarkNewOfMany(b *testing.B) {
	s := newStore(b)
	f := bigPage(pageURL, feed.MaxEntries)
	id, n := subscribe(b, s, f), 0
	for b.Loop() {
		n++
		e := post(fmt.Sprint("new", n, ".gmi"), n, "New")
		f.Entries = append([]feed.Entry{e}, f.Entries[:feed.MaxEntries-1]...)
		check(b, s, id, f)
	}
}

// BenchmarkLongPage stores the longest page that counts: with first all of it at once, else
// all of its titles were edited.
func BenchmarkLongPage(b *testing.B) {
	for name, first := range map[string]bool{"first": true, "edited": false} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				s := newStore(b)
				f := bigPage(pageURL, feed.MaxEntries)
				id := int64(0)
				if !first {
					id = subscribe(b, s, f)
					for i := range f.Entries {
						f.Entries[i].Title += "!"
					}
				}
				b.StartTimer()
				if first {
					subscribe(b, s, f)
				} else {
					check(b, s, id, f)
				}
			}
		})
	}
}

// countEntries counts the rows of entry that each commit writes.
func countEntries(t *testing.T, s *Store) *[]int { return countRows(t, s.db, "entry") }

// countRows counts the rows of a table that each transaction on the one connection of db writes.
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
