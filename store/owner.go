package store

import (
	"context"
	"strings"

	"gemsub/internal/address"
)

// Column nearness says how near an entry's link is to its feed, see [merge.Entry]. If several feeds have
// the link, lists show the entry of the feed whose folder contains it, the deepest folder first;
// else of a feed of the same author; else the first seen.

// byOwner orders entries with one link, or of one page, the owner's first. The indexes by
// URL and by page have this order.
func byOwner(entry string) string {
	return entry + `.nearness DESC, ` + entry + `.first_seen, ` + entry + `.id`
}

// Entries of several feeds with equal links are one post: lists show the entry of one feed.
// Atom ids are not compared across feeds. Entries whose link is repeated in their feed are listed
// all.

// isPreferred holds for an entry e if its link is repeated, or its feed owns it among the feeds that
// have an entry o with this link that meets the conditions. The caller ensures that e meets them.
func isPreferred(conditions *where) string {
	conditions.and(`TRUE`) // never an empty list
	return `(e.repeated OR e.id = (
		SELECT o.id FROM entry o
		WHERE o.url = e.url AND NOT o.repeated AND (o.id = e.id OR ` + strings.Join(conditions.conditions, " AND ") + `)
		ORDER BY ` + byOwner("o") + ` LIMIT 1))`
}

// EntryAt returns the number of the entry that stands for a URL, 0 for none: the newest with this link
// of the feed that owns the link. A URL with a fragment may also be the id of an entry, such as a
// section; only the feed that owns the whole page answers for it.
func (s *Store) EntryAt(ctx context.Context, url string) (int64, error) {
	tx := s.reader(ctx)
	id := value[int64](tx, `
		SELECT e.id FROM entry e
		WHERE e.page = ?1 AND (e.url = ?2 OR ?3 AND e.ref = ?2) AND e.subscription_id = (
			SELECT o.subscription_id FROM entry o
			WHERE o.page = ?1 AND (?3 OR o.url = ?2) ORDER BY `+byOwner("o")+` LIMIT 1)
		ORDER BY e.sort_time DESC, e.rank DESC, e.id DESC LIMIT 1`, address.PageKey(url), url, strings.Contains(url, "#"))
	return id, tx.done("find entry")
}

// A Common says which feed has entries with the same links as another, and how many.
type Common struct {
	SubscriptionID int64 // 0 for none
	Entries        int
}

// InCommon returns which other feed has the most links of a feed's entries.
func (s *Store) InCommon(ctx context.Context, feed int64) (Common, error) {
	tx := s.reader(ctx)
	c := value[Common](tx, `
		SELECT o.subscription_id, COUNT(*) AS entries FROM entry e
		JOIN entry o ON o.url = e.url AND o.subscription_id <> e.subscription_id AND NOT o.repeated
		WHERE e.subscription_id = ? AND NOT e.repeated
		GROUP BY o.subscription_id ORDER BY entries DESC, o.subscription_id LIMIT 1`, feed)
	return c, tx.done("compare feeds")
}

// keepsID holds for an entry e whose Atom id stays its id in merged exports: it is the link, or a
// place on a page in the feed's folder, and the feed owns it; or it was exported before. Any feed
// could state any other id. A link that the feed repeats is listed beside the owner's entry, which
// has this id.
const keepsID = `(e.id_exported OR e.nearness >= 1 AND e.ref = e.url OR e.nearness > 1 AND INSTR(e.ref, e.url || '#') = 1)
	AND NOT (e.repeated AND e.ref = e.url)`

// withEqualLinks selects the chosen entries and those of other feeds with equal links: a
// person who names an entry means the post.
func withEqualLinks(chosen string) string {
	return `
		WITH chosen AS (
			SELECT e.id, e.url, e.repeated FROM entry e WHERE e.id IN (` + chosen + `)
		)
		SELECT id FROM chosen
		UNION SELECT e.id FROM chosen c JOIN entry e ON e.url = c.url WHERE NOT c.repeated AND NOT e.repeated`
}
