package store

import (
	"cmp"
	"slices"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/merge"
	"gemsub/internal/model"
)

// storePage stores the entries of the page that was read, as [merge.Decide] decides, and sets in
// sub what the page says about itself and, if the page moved, its new URL. It returns the entries
// that became unread, the newest first.
func (tx *transaction) storePage(c *Check, sub *subscriptionRow) (unread []int64) {
	if c.MovedTo != "" && c.MovedTo != sub.URL {
		sub.move(c.MovedTo, c.CheckedAt)
		c.Changes.Moved = true
	}
	if c.Feed == nil || tx.err != nil {
		return nil
	}
	in := merge.Input{
		Feed: sub.Feed,
		Text: func(entry int64) string { return value[string](tx, `SELECT text FROM post WHERE entry_id = ?`, entry) },
		Page: c.Feed, ReadAt: c.ReadAt, Cut: c.Cut, KeepsPosts: cmp.Or(sub.Posts, c.Posts) != model.PostsNone,
		IsMuted: tx.muteFor(tx.mutes, sub.ID), Now: sub.seenAt(c.CheckedAt),
		Marks: allRows[merge.Mark](tx, `
			SELECT ref, what = 'star' AS is_star, value IS NOT NULL AS is_set, CAST(COALESCE(value, 0) AS INTEGER) AS date
			FROM machine_line WHERE `+isMark+` AND feed = ?`, sub.URL),
	}
	if !c.IsNew() {
		in.Kept = tx.keptEntries(sub.ID, len(c.Feed.Entries), in.KeepsPosts && slices.ContainsFunc(c.Feed.Entries, func(e feed.Entry) bool { return e.Content != nil }))
	}
	r := merge.Decide(in)
	sub.Feed = r.Feed
	c.Changes.Added, c.Changes.Updated, c.Changes.Suppressed = r.Added, r.Updated, r.Suppressed
	return tx.apply(r.Decisions, sub.ID)
}

// keptEntries returns the entries of a subscription, about n, with facts about their texts if
// withPosts.
func (tx *transaction) keptEntries(subscription int64, n int, withPosts bool) []*merge.Kept {
	posts, from := ``, ``
	if withPosts {
		posts = `, p.entry_id IS NOT NULL AS has_post, COALESCE(p.from_feed, 0) AS carried, COALESCE(p.url, '') AS post_url,
			COALESCE(p.media_type, '') AS post_type, COALESCE(w.tries = 0 AND w.not_before IS NULL, 0) AS removed`
		from = ` LEFT JOIN post p ON p.entry_id = e.id LEFT JOIN wanted_post w ON w.entry_id = e.id`
	}
	kept := make([]*merge.Kept, 0, n)
	for k := range eachRow[merge.Kept](tx, `
		SELECT
			e.id, e.ref, e.url, e.nearness, e.title, e.author, e.updated, COALESCE(e.published, 0) AS published, e.rank, e.first_seen,
			COALESCE(e.renewed_at, 0) AS renewed_at, e.unread, e.starred, e.marked AS marks, e.repeated, e.section, e.provisional`+posts+`
		FROM entry e`+from+`
		WHERE e.subscription_id = ?`, subscription) {
		kept = append(kept, &k)
	}
	return kept
}

// apply carries out decisions about the entries of a subscription, and returns the entries that
// become unread, the newest first.
func (tx *transaction) apply(decisions []merge.Decision, subscription int64) (unread []int64) {
	var dropped []int64
	for _, d := range decisions {
		if tx.err != nil {
			return nil
		}
		e := d.Entry
		switch d.Action {
		case merge.Insert:
			e.ID = tx.addEntry(subscription, &e, false)
		case merge.Edit:
			tx.rewriteEntry(&e)
		case merge.Drop:
			dropped = append(dropped, e.ID)
		}
		if d.Relinked {
			tx.relink(&e)
		}
		if d.Post != nil {
			tx.savePost(e.ID, *d.Post, false)
		}
		if d.Reported {
			unread = append(unread, e.ID)
		}
	}
	if len(dropped) > 0 {
		tx.exec(deleteEntries, jsonList(dropped))
	}
	slices.Reverse(unread)
	return unread
}

// addEntry stores a new entry of a subscription, and returns its number. byFile says that a file
// or a post led to it, see schema.sql.
func (tx *transaction) addEntry(subscription int64, e *merge.Entry, byFile bool) int64 {
	return tx.insert(`
		INSERT INTO entry (
			subscription_id, ref, link, page, nearness, title, author, updated, published, rank, first_seen, unread, starred,
			renewed_at, marked, by_file, repeated, section, provisional)
		VALUES (?1, ?2, NULLIF(?3, ?2), ?, ?, ?, ?, ?, NULLIF(?, 0), ?, ?, ?, ?, NULLIF(?, 0), ?, ?, ?, ?, ?)`,
		subscription, e.Ref, e.URL, address.PageKey(e.URL), e.Nearness, e.Title, e.Author, e.Updated, e.Published, e.Rank, e.FirstSeen, e.Unread, e.Starred,
		e.RenewedAt, e.Marks, byFile, e.Repeated, e.Section, e.Provisional)
}

// rewriteEntry replaces the stored entry with e's number.
func (tx *transaction) rewriteEntry(e *merge.Entry) {
	tx.exec(`
		UPDATE entry SET
			ref = ?1, link = NULLIF(?2, ?1), page = ?, nearness = ?, title = ?, author = ?, updated = ?, published = NULLIF(?, 0), rank = ?,
			unread = ?, starred = ?, renewed_at = NULLIF(?, 0), marked = ?, repeated = ?, section = ?, provisional = ?,
			id_exported = id_exported AND ref = ?1
		WHERE id = ?`,
		e.Ref, e.URL, address.PageKey(e.URL), e.Nearness, e.Title, e.Author, e.Updated, e.Published, e.Rank,
		e.Unread, e.Starred, e.RenewedAt, e.Marks, e.Repeated, e.Section, e.Provisional, e.ID)
}

// relink notes that an entry's link now leads to another author: the kept text counts as that of
// the former one. A post that could not be fetched is wanted again.
func (tx *transaction) relink(e *merge.Entry) {
	tx.exec(`UPDATE post SET other_author = author_of(url) <> author_of(?) WHERE entry_id = ?`, e.URL, e.ID)
	tx.exec(`UPDATE wanted_post SET not_before = 0, tries = 0, failure = '' WHERE entry_id = ?`, e.ID)
}
