package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// A PostRoom bounds the texts of posts, in bytes.
type PostRoom struct {
	Feed int64 // of one subscription
	All  int64
}

// DefaultPostRoom is the room that posts have where the user did not say it.
func DefaultPostRoom() PostRoom { return PostRoom{Feed: 20 << 20, All: 1 << 30} }

// removablePosts are the posts p whose entries e were read and are not starred. The
// plus keeps SQLite from looking entries up by the mark.
const removablePosts = `
	FROM post p CROSS JOIN entry e ON e.id = p.entry_id
	WHERE +e.unread = 0 AND +e.starred = 0`

// crowded selects the subscriptions with more text than one may have, and how much.
const crowded = `
	SELECT subscription_id, post_bytes - ?1 FROM tally WHERE post_bytes > ?1`

// oldestPosts selects the oldest removable posts of a subscription, or of all for 0,
// that hold so many bytes, or a few thousand of them.
const oldestPosts = `
	SELECT entry_id FROM (
		SELECT p.entry_id, SUM(p.length) OVER (ORDER BY e.updated, p.entry_id) - p.length AS before
		` + removablePosts + ` AND (?1 = 0 OR p.subscription_id = ?1) AND p.length > 0
	) WHERE before < ?2 LIMIT ?3`

// LimitPosts removes the oldest posts of entries that were read and are not starred
// until the texts have room, and returns how many it removed. No update fetches them
// again. It removes a few thousand in each transaction.
func (s *Store) LimitPosts(ctx context.Context, room PostRoom) (removed int, err error) {
	type excess struct{ feed, bytes int64 }
	feeds, err := collect(ctx, s.db, func(x *excess) []any { return []any{&x.feed, &x.bytes} }, crowded, room.Feed)
	for i := 0; err == nil && i < len(feeds); i++ {
		var n int
		n, err = s.dropPosts(ctx, oldestPosts, feeds[i].feed, feeds[i].bytes, s.pace.entries)
		removed += n
	}
	for err == nil {
		var all int64
		err = s.db.QueryRowContext(ctx, `SELECT COALESCE(SUM(post_bytes), 0) FROM tally`).Scan(&all)
		if err != nil || all <= room.All {
			break
		}
		var n int
		n, err = s.dropPosts(ctx, oldestPosts, 0, all-room.All, s.pace.entries)
		if removed += n; n == 0 {
			break
		}
		time.Sleep(s.pace.pause)
	}
	if err != nil {
		return removed, fmt.Errorf("limit posts: %w", err)
	}
	return removed, nil
}

// PrunePosts removes the posts of the entries that f selects, except of unread and
// starred ones, and returns how many it removed, as [Store.Prune] does. Their entries
// stay.
func (s *Store) PrunePosts(ctx context.Context, f EntryFilter) (removed int, err error) {
	f.Prunable, f.WithPost, f.Limit = true, true, s.pace.entries
	clauses, args, err := f.clauses()
	for n := f.Limit; err == nil && n == f.Limit; time.Sleep(s.pace.pause) {
		n, err = s.dropPosts(ctx, `
			SELECT e.id FROM entry e `+clauses, args...)
		removed += n
	}
	if err != nil {
		return removed, fmt.Errorf("prune posts: %w", err)
	}
	return removed, nil
}

// dropPosts removes the posts that a query selects. Their entries stay, marked so
// that no update fetches them again.
func (s *Store) dropPosts(ctx context.Context, query string, args ...any) (n int, err error) {
	err = s.write(ctx, func(tx *sql.Tx) error {
		ids, err := collect(ctx, tx, func(id *int64) []any { return []any{id} }, query, args...)
		if err != nil || len(ids) == 0 {
			return err
		}
		list := jsonList(ids)
		if _, err := tx.ExecContext(ctx, `
			INSERT INTO wanted_post (entry_id, not_before, passed_over, tries, failure)
			SELECT value, NULL, 0, 0, '' FROM JSON_EACH(?) WHERE TRUE
			ON CONFLICT (entry_id) DO UPDATE SET not_before = NULL`, list); err != nil {
			return err
		}
		n, err = affected(ctx, tx, `
			DELETE FROM post WHERE entry_id IN (SELECT value FROM JSON_EACH(?))`, list)
		return err
	})
	return n, err
}
