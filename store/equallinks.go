package store

// Entries of several feeds with equal links are one post. Lists show the entry of one
// feed, see owner.go. Atom ids are not compared across feeds. Equal links within a feed
// are parts of one page; all of these entries are shown.

// isPreferred holds for an entry e of the feed whose words count for its link, among the
// feeds of which an entry o with that link meets the conditions.
func isPreferred(conditions *where) string {
	conditions.and(`o.url = e.url`)
	return `e.subscription_id = (
		SELECT o.subscription_id FROM entry o ` + conditions.sql() + ` ORDER BY ` + byOwner("o") + ` LIMIT 1)`
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
