package store

import (
	"context"
	"database/sql"
	"fmt"
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
// that hold so many bytes.
func oldestPosts() string {
	return `
	SELECT entry_id, length + 200 * ` + linksFrom("of.entry_id") + ` FROM (
		SELECT p.entry_id, p.length, SUM(p.length) OVER (ORDER BY e.updated, p.entry_id) - p.length AS before
		` + removablePosts + ` AND (?1 = 0 OR p.subscription_id = ?1) AND p.length > 0
	) of WHERE before < ?2`
}

// LimitPosts removes the oldest posts of entries that were read and are not starred
// until the texts have room, and returns how many it removed. No update fetches them
// again. It works in parts, as [Store.Prune] does.
func (s *Store) LimitPosts(ctx context.Context, room PostRoom) (removed int, err error) {
	type excess struct{ feed, bytes int64 }
	feeds, err := collect(ctx, s.db, func(x *excess) []any { return []any{&x.feed, &x.bytes} }, crowded, room.Feed)
	for i := 0; err == nil && i < len(feeds); i++ {
		var n int
		n, err = s.dropOldestPosts(ctx, feeds[i].feed, feeds[i].bytes)
		removed += n
	}
	var all int64
	if err == nil {
		err = s.db.QueryRowContext(ctx, `SELECT COALESCE(SUM(post_bytes), 0) FROM tally`).Scan(&all)
	}
	if err == nil && all > room.All {
		var n int
		n, err = s.dropOldestPosts(ctx, 0, all-room.All)
		removed += n
	}
	if err != nil {
		return removed, fmt.Errorf("limit posts: %w", err)
	}
	return removed, nil
}

// dropOldestPosts removes the oldest posts of a subscription, or of all for 0, until
// so many bytes are gone.
func (s *Store) dropOldestPosts(ctx context.Context, feed, bytes int64) (removed int, err error) {
	oldest, err := collect(ctx, s.db, scanRemovable, oldestPosts(), feed, bytes)
	if err != nil {
		return 0, err
	}
	return s.removeInParts(ctx, oldest, dropPosts)
}

// PrunePosts removes the posts of the entries that f selects, except of unread and
// starred ones, and returns how many it removed, as [Store.Prune] does. Their entries
// stay.
func (s *Store) PrunePosts(ctx context.Context, f EntryFilter) (removed int, err error) {
	f.Prunable, f.WithPost = true, true
	all, err := s.removable(ctx, f)
	if err == nil {
		removed, err = s.removeInParts(ctx, all, dropPosts)
	}
	if err != nil {
		return removed, fmt.Errorf("prune posts: %w", err)
	}
	return removed, nil
}

// dropPosts removes the posts of entries. The entries stay, marked so that no update
// fetches the posts again.
func dropPosts(ctx context.Context, tx *sql.Tx, entries string) (int, error) {
	_, err := tx.ExecContext(ctx, `
		INSERT INTO wanted_post (entry_id, not_before, passed_over, tries, failure)
		SELECT value, NULL, 0, 0, '' FROM JSON_EACH(?) WHERE TRUE
		ON CONFLICT (entry_id) DO UPDATE SET not_before = NULL`, entries)
	if err != nil {
		return 0, err
	}
	return affected(ctx, tx, `
		DELETE FROM post WHERE entry_id IN (SELECT value FROM JSON_EACH(?))`, entries)
}
