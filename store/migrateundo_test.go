package store

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// What undo keeps of a removed feed is migrated like the rest: its entries come back with canonical
// refs, pages and links, so that the page brings nothing new, and a feed that a file had paused
// comes back paused.
func TestUndoAfterMigration(t *testing.T) {
	t.Parallel()
	for _, version := range []int{secondRelease, thirdSchema} {
		path := filepath.Join(t.TempDir(), "gemsub.db")
		releasedDatabase(t, path, version, fmt.Sprintf(`
			INSERT INTO subscription (id, url, title, feed_title, format, state, ignore_robots, added_at, checked_at, digest, read_url, last_error, first_unread)
				VALUES (1, '%[1]s', '', 'A log', 'gemtext', 'ok', 0, %[2]d, %[2]d, 'd', '%[1]s', '', NULL),
					(2, 'gemini://b.example/?q', '', '', '', 'paused', 0, %[2]d, NULL, '', '', 'imported, with a query', 10);
			INSERT INTO entry (id, subscription_id, ref, title, author, updated, rank, first_seen, unread, own)
				VALUES (1, 1, '%[1]s%%7ea', 'A', '', %[3]d, 0, %[2]d, 0, 23);
			INSERT INTO entry (id, subscription_id, ref, link, title, author, updated, rank, first_seen, unread, own)
				VALUES (2, 1, 'gemini://x.example/b', '%[1]sb', 'B', '', %[3]d, 0, %[2]d, 0, 23);
			INSERT INTO post (entry_id, subscription_id, url, media_type, fetched_at, from_feed, size, cut, joins, text)
				VALUES (1, 1, '%[1]s%%7ea', 'text/gemini', 500, 0, 30, 0, 1, '=> gemini://b.example/1 One' || CHAR(10));
			INSERT INTO post_link (entry_id, page, url) VALUES (1, 'b.example/1', 'gemini://b.example/1');`,
			pageURL, start.Unix(), noon.Unix()))
		db := pool(path, writing, 1)
		s := &Store{db: db, path: path, now: func() time.Time { return start }}
		err := inTx(t.Context(), db, func(tx *transaction) { // as both versions removed feeds
			tx.now = start
			tx.record(&Change{Command: "remove"}, func() { tx.exec(`DELETE FROM subscription`) }, "subscription", "entry", "post", "post_link")
		})
		fine(t)(nil, err)
		fine(t)(nil, s.Close())

		s = open(t, path)
		if _, err := s.Undo(t.Context(), 0); err != nil {
			t.Fatal(err)
		}
		got := texts(t, s.db, `SELECT ref || ' ' || page || ' ' || nearness FROM entry UNION ALL SELECT entry_id || ' ' || page FROM post_link
			UNION ALL SELECT state || ' ' || reach || ' ' || last_error || paused FROM subscription`)
		if version == secondRelease {
			want := []string{pageURL + "~a example.org/log/~a 25", "gemini://x.example/b example.org/log/b 25", "1 b.example/1", "ok  0", "new public 1"}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("rows (-want +got):\n%s", diff)
			}
			if changes := check(t, s, 1, page(post("~a", 0, "A"))); changes.Added != 0 || len(changes.New) > 0 {
				t.Errorf("the page brings %+v", changes)
			}
		} else if len(got) != 5 || got[2] != "1 b.example/1" || got[4] != "new public 1" {
			t.Errorf("rows %q", got)
		}
		fine(t)(nil, s.Integrity(t.Context()))
	}
}

// What a person kept for later before the migration can be taken back after it.
func TestUndoLaterAfterMigration(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "gemsub.db")
	releasedDatabase(t, path, thirdSchema, fmt.Sprintf(`
		INSERT INTO subscription (id, url, title, feed_title, format, state, ignore_robots, added_at)
		VALUES (1, 'gemsub:later', '', 'Read later', 'page', 'ok', 0, %d);`, start.Unix()))
	db := pool(path, writing, 1)
	err := inTx(t.Context(), db, func(tx *transaction) {
		tx.now = start
		tx.record(&Change{Command: "later"}, func() {
			tx.exec(`
				INSERT INTO entry (subscription_id, ref, page, own, title, author, updated, rank, first_seen, unread)
				VALUES (1, 'gemini://a.example/x', 'a.example/x', 0, 'x', '', ?1, 0, ?1, 1)`, start)
		}, "entry")
	})
	fine(t)(nil, err)
	fine(t)(nil, db.Close())
	s := open(t, path)
	if u, err := s.Undo(t.Context(), 0); u.Restored != 1 || err != nil {
		t.Errorf("%+v, %v", u, err)
	}
	if left := entries(t, s, EntryFilter{}); len(left) > 0 {
		t.Errorf("%+v is left", left)
	}
}
