package store

import (
	"context"
	"testing"

	"github.com/mattn/go-sqlite3"
)

// A batch is one transaction, and so costs one sync, however many checks it has.
func TestOneTransactionABatch(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	commits := countCommits(t, s)
	for want := 1; want <= 2; want++ {
		batch := Batch{
			Checks:      complete(t, s, benchChecks(want == 2)...),
			Authorities: []Authority{{Authority: "one.example:1965", Key: PinnedKey{Authority: "one.example:1965", Fingerprint: "aa"}}},
		}
		if err := s.Commit(t.Context(), withLinks(batch)); err != nil {
			t.Fatal(err)
		}
		if *commits != want {
			t.Errorf("%d transactions for %d batches", *commits, want)
		}
	}
}

// countCommits counts the transactions of the connection that is used next.
func countCommits(t *testing.T, s *Store) *int {
	t.Helper()
	conn, err := s.db.Conn(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	n := new(int)
	err = conn.Raw(func(c any) error {
		c.(*sqlite3.SQLiteConn).RegisterCommitHook(func() int { *n++; return 0 })
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}
