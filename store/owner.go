package store

import (
	"strings"

	"gemsub/internal/address"
)

// Whose words count. Where several feeds have one link, lists show the words of the feed
// below whose folder it lies, the deepest folder first; else of one of the same author;
// else of the first seen. How near a link is to its feed is decided here, when an entry is
// stored, and is its column own.
const (
	takenAlong = -2 // its page moved, and does not list it at its new place yet
	leftBehind = -1 // a page listed it before it moved to another author
	elsewhere  = 0
	atHome     = 1 // of the same author, see [address.AuthorKey]
	// Above are the lengths of folders of feeds in which links lie.
)

// byOwner is the order of entries with one link, or of one page: first the one whose
// words count. The indexes by URL and by page have it.
func byOwner(entry string) string {
	return entry + `.own DESC, ` + entry + `.first_seen, ` + entry + `.id`
}

// A territory is what a feed speaks for.
type territory struct{ author, folder string }

func territoryOf(feedURL string) territory {
	return territory{address.AuthorKey(feedURL), address.Folder(feedURL)}
}

// place returns the key of the page at a link, and how near that is.
func (t territory) place(link string) (page string, own int) {
	page = address.KeyOf(link)
	if depth := address.DepthIn(t.folder, link); depth > 0 {
		return page, depth
	}
	if page != "" && address.AuthorOf(page) == t.author {
		return page, atHome
	}
	return page, elsewhere
}

// ownership is [territory.place] for the database, as function own_of.
func ownership(feedURL, link string) int {
	_, own := territoryOf(feedURL).place(link)
	return own
}

// Entries of several feeds with equal links are one post. Lists show the entry of one
// feed. Atom ids are not compared across feeds. Equal links within a feed
// are parts of one page; all of these entries are shown.

// isPreferred holds for an entry e of the feed whose words count for its link, among the
// feeds of which an entry o with that link meets the conditions. The caller sees to it that
// e does: then any entry of its feed ends the search.
func isPreferred(conditions *where) string {
	conditions.and(`TRUE`) // matches all if there are no conditions
	return `e.subscription_id = (
		SELECT o.subscription_id FROM entry o
		WHERE o.url = e.url AND (o.subscription_id = e.subscription_id OR ` + strings.Join(conditions.conditions, " AND ") + `)
		ORDER BY ` + byOwner("o") + ` LIMIT 1)`
}

// atomIDTaken holds for an entry e of subscription s if another feed has its Atom id
// for another link, and precedes s: by its folder, else by when it was first seen.
const atomIDTaken = `EXISTS (
	SELECT 1 FROM entry o
	JOIN subscription p ON p.id = o.subscription_id
	WHERE o.ref = e.ref AND o.subscription_id <> e.subscription_id AND o.url <> e.url AND o.own >= 0
	AND (own_of(p.url, e.ref), -o.first_seen, -o.id) > (own_of(s.url, e.ref), -e.first_seen, -e.id))`

// withEqualLinks selects chosen entries and those of other feeds with equal links:
// a person who names an entry means the post.
func withEqualLinks(chosen string) string {
	return `
		WITH chosen AS (
			SELECT e.id, e.subscription_id AS feed, e.url FROM entry e WHERE e.id IN (` + chosen + `)
		)
		SELECT id FROM chosen
		UNION SELECT e.id FROM chosen c JOIN entry e ON e.url = c.url
			WHERE e.subscription_id <> c.feed AND ` + isUniqueInFeed
}

// isUniqueInFeed holds for an entry e whose link no other entry of its feed has.
const isUniqueInFeed = `NOT EXISTS (
	SELECT 1 FROM entry o WHERE o.url = e.url AND o.subscription_id = e.subscription_id AND o.id <> e.id)`
