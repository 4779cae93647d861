package store

import (
	"context"
)

// A PostRoom bounds the texts of posts, in bytes.
type PostRoom struct {
	Feed int64 // of one subscription
	All  int64
}

// DefaultPostRoom is the room for posts that the user did not set.
func DefaultPostRoom() PostRoom { return PostRoom{Feed: 20 << 20, All: 1 << 30} }

// oldestPosts selects the oldest posts of a subscription, or of all for 0, that add up to
// the given bytes: first of read entries, then of unread ones, never of starred ones.
const oldestPosts = `
	SELECT entry_id FROM (
		SELECT p.entry_id, SUM(p.length) OVER (ORDER BY e.unread, e.sort_time, p.entry_id) - p.length AS before
		FROM post p JOIN entry e ON e.id = p.entry_id
		WHERE (?1 = 0 OR p.subscription_id = ?1) AND p.length > 0
			AND p.entry_id NOT IN (SELECT id FROM entry WHERE starred = 1)
	) WHERE before < ?2`

// Reasons for removing a post.
const (
	feedTooLarge = "the texts of its feed took too much room"
	allTooLarge  = "all texts together took too much room"
)

// maxLinkingPosts is how many posts of a subscription keep their links.
const maxLinkingPosts = 300

// LimitPosts removes the oldest posts of entries that are not starred, those of unread entries
// last, until the texts have room, and returns how many it removed. No update fetches them again;
// [Store.PostFailure] says why they went. It also removes the links of all but the newest 300
// posts of a subscription, and forgets the wanted posts of entries that were read meanwhile.
func (s *Store) LimitPosts(ctx context.Context, room PostRoom) (removed int, err error) {
	type excess struct{ Feed, Bytes int64 } // of a subscription, or of all for 0
	err = s.commit(ctx, "limit posts", func(tx *transaction) {
		tx.exec(`
			DELETE FROM wanted_post WHERE not_before IS NOT NULL
				AND EXISTS (SELECT 1 FROM entry e WHERE e.id = entry_id AND NOT e.unread AND NOT e.starred)`)
		for _, x := range allRows[excess](tx, `
			SELECT subscription_id AS feed, SUM(length) - ?1 AS bytes FROM post GROUP BY 1 HAVING SUM(length) > ?1`, room.Feed) {
			removed += tx.dropPosts(allRows[int64](tx, oldestPosts, x.Feed, x.Bytes), feedTooLarge)
		}
		tooMuch := value[int64](tx, `SELECT COALESCE(SUM(length), 0) - ? FROM post`, room.All)
		removed += tx.dropPosts(allRows[int64](tx, oldestPosts, 0, tooMuch), allTooLarge)
		tx.limitLinks()
		tx.limitIndex(maxWaste)
	})
	return removed, err
}

// limitLinks removes the links of all but the newest posts of each subscription. It sorts only
// the posts of subscriptions that have too many.
func (tx *transaction) limitLinks() {
	tx.exec(`
		DELETE FROM post_link WHERE entry_id IN (
			SELECT entry_id FROM (
				SELECT p.entry_id, ROW_NUMBER() OVER (PARTITION BY p.subscription_id ORDER BY e.sort_time DESC, e.rank DESC, e.id DESC) AS place
				FROM post p JOIN entry e ON e.id = p.entry_id
				WHERE p.subscription_id IN (SELECT subscription_id FROM post GROUP BY 1 HAVING COUNT(*) > ?1))
			WHERE place > ?1)`, maxLinkingPosts)
}

// maxWaste is how many bytes the index of words may have beyond four times its texts.
const maxWaste = 64 << 20

// limitIndex merges the whole index of words if deleted texts take up much of it: FTS4 drops their
// words only when it merges, and by itself it merges few segments. An entry counts as a text of 1
// KiB. A segment's size is the second number of its end_block, negative while it is being merged.
func (tx *transaction) limitIndex(waste int64) {
	if value[bool](tx, `
		SELECT IIF(bytes < 0, FALSE, bytes > 4 * (
			(SELECT COALESCE(SUM(length), 0) FROM post) + (SELECT COUNT(*) << 10 FROM entry)))
		FROM (SELECT COALESCE(SUM(ABS(SUBSTR(end_block, INSTR(end_block, ' ') + 1))), 0) - ? AS bytes FROM entry_text_segdir)`, waste) {
		tx.exec(`INSERT INTO entry_text (entry_text) VALUES ('optimize')`)
	}
}

// dropPosts removes the posts of entries, and returns how many. The entries stay, with why as
// the reason, empty if the user removed the posts. No update fetches these again.
func (tx *transaction) dropPosts(ids []int64, why string) int {
	entries := jsonList(ids)
	tx.exec(`
		INSERT INTO wanted_post (entry_id, not_before, tries, failure)
		SELECT value, NULL, 0, ?2 FROM JSON_EACH(?1) WHERE TRUE
		ON CONFLICT (entry_id) DO UPDATE SET not_before = NULL, tries = 0, failure = ?2`, entries, why)
	return tx.exec(`DELETE FROM post WHERE entry_id IN (SELECT value FROM JSON_EACH(?))`, entries)
}
