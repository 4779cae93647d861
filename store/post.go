package store

import (
	"context"

	"gemsub/internal/address"
	"gemsub/internal/model"
)

// Post is [model.Post].
type Post = model.Post

// savePost replaces an entry's post. A kept text stays if the new post has no text, or the
// entry is starred and no person asked for the post. It stores nothing if the entry is gone.
func (tx *transaction) savePost(entry int64, p Post, asked bool) {
	growths, isStored := firstRow[int](tx, `
		INSERT INTO post (entry_id, subscription_id, url, media_type, fetched_at, from_feed, other_author, size, cut, text)
		SELECT id, subscription_id, ?, ?, ?, ?, ?, ?, ?, ? FROM entry WHERE id = ?
		ON CONFLICT (entry_id) DO UPDATE SET
			url = excluded.url, media_type = excluded.media_type, fetched_at = excluded.fetched_at,
			from_feed = excluded.from_feed, other_author = excluded.other_author,
			size = excluded.size, cut = excluded.cut, text = excluded.text,
			growths = growths + (length > 0 AND OCTET_LENGTH(excluded.text) > length)
		WHERE length = 0 OR excluded.text <> '' AND (? OR entry_id NOT IN (SELECT id FROM entry WHERE starred = 1))
		RETURNING growths`,
		p.URL, p.MediaType, p.FetchedAt.Unix(), p.FromFeed, p.OtherAuthor, p.Size, p.Cut, p.Text, entry, asked)
	if isStored {
		tx.saveLinks(entry, p.Linked, growths)
	}
}

// isKept says of an entry e whether the text of its post is kept.
const isKept = `EXISTS (SELECT 1 FROM post WHERE length > 0 AND entry_id = (SELECT post_id FROM shown_post WHERE entry_id = e.id))`

// Post returns the kept post behind an entry; kept is false if there is none.
func (s *Store) Post(ctx context.Context, entry int64) (p Post, kept bool, err error) {
	tx := s.reader(uncancelled(ctx))
	p, kept = firstRow[Post](tx, `
		SELECT url, media_type, fetched_at, from_feed, other_author, size, cut, text
		FROM post WHERE entry_id = (SELECT post_id FROM shown_post WHERE entry_id = ?)`, entry)
	return p, kept, tx.done("read post")
}

// PostFailure returns why an update could not fetch the post behind an entry, as the capsule
// or its robots.txt said, and why [Store.LimitPosts] removed it. At least one of the two is
// empty. Both are empty, for instance, if the capsule was not reached.
func (s *Store) PostFailure(ctx context.Context, entry int64) (refused, removed string, err error) {
	type reasons struct{ Refused, Removed string }
	tx := s.reader(ctx)
	why, _ := firstRow[reasons](tx, `
		SELECT IIF(tries > 0, failure, '') AS refused, IIF(tries = 0 AND not_before IS NULL, failure, '') AS removed
		FROM wanted_post WHERE entry_id = ?`, entry)
	return why.Refused, why.Removed, tx.done("read post")
}

// savePostResult stores the result of fetching a post. A post that was fetched is no longer
// wanted, and its title replaces a provisional one. The post is dropped if its entry is gone
// or has another link by now.
func (tx *transaction) savePostResult(r model.PostResult) {
	if r.Post == nil {
		tx.exec(`
			INSERT INTO wanted_post (entry_id, not_before, tries, failure)
			SELECT id, ?, ?, ? FROM entry WHERE id = ?
			ON CONFLICT (entry_id) DO UPDATE SET not_before = excluded.not_before,
				tries = excluded.tries, failure = excluded.failure`,
			r.NotBefore, r.Tries, r.Failure, r.EntryID)
		return
	}
	url, found := firstRow[string](tx, `SELECT url FROM entry WHERE id = ?`, r.EntryID)
	if !found || r.Link != "" && r.Link != url {
		return
	}
	p := *r.Post
	p.OtherAuthor = !p.FromFeed && address.AuthorOf(p.URL) != address.AuthorOf(url)
	tx.savePost(r.EntryID, p, r.Asked)
	tx.exec(`UPDATE entry SET title = ?1, provisional = 0 WHERE id = ?2 AND provisional AND ?1 <> ''`, p.Heading, r.EntryID)
	tx.exec(`DELETE FROM wanted_post WHERE entry_id = ?`, r.EntryID)
}
