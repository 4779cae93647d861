package store

// Entries of several feeds with one link are one post, in the words of a single
// feed: of the one whose folder the link lies in, the deepest of them first, else
// of the one in which it was first seen. What a page listed before it moved to
// another author (detached) comes last. Ids say nothing across feeds. A feed that
// has a link more than once speaks of parts of one page, and all of these stay.

// linkOf is the link of entry e.
const linkOf = `COALESCE(e.url, e.ref)`

// isShared holds for an entry e whose link another feed has as well. It looks at
// few rows, however often its own feed has that link.
const isShared = `(
	EXISTS (SELECT 1 FROM entry o WHERE o.ref = ` + linkOf + ` AND o.url IS NULL AND o.subscription_id <> e.subscription_id)
	OR EXISTS (SELECT 1 FROM entry o WHERE o.url = ` + linkOf + ` AND o.subscription_id < e.subscription_id)
	OR EXISTS (SELECT 1 FROM entry o WHERE o.url = ` + linkOf + ` AND o.subscription_id > e.subscription_id))`

// firsts are the first entries that the feeds have with the link of entry e, one
// or two of a feed. The steps go from feed to feed.
const firsts = `
	WITH RECURSIVE step(feed) AS (
		SELECT MIN(subscription_id) FROM entry WHERE url = ` + linkOf + `
		UNION ALL
		SELECT (SELECT MIN(subscription_id) FROM entry WHERE url = ` + linkOf + ` AND subscription_id > feed)
		FROM step WHERE feed IS NOT NULL
	), firsts(id) AS (
		SELECT (SELECT MIN(id) FROM entry WHERE url = ` + linkOf + ` AND subscription_id = feed)
		FROM step WHERE feed IS NOT NULL
		UNION ALL
		SELECT id FROM entry WHERE ref = ` + linkOf + ` AND url IS NULL
	)`

// speaks holds for an entry e of the feed whose words count for the link of e,
// among the feeds of which the condition holds, that has o for their first entry.
func speaks(condition string) string {
	return `(NOT ` + isShared + ` OR e.subscription_id = (` + firsts + `
	SELECT o.subscription_id
	FROM firsts
	CROSS JOIN entry o ON o.id = firsts.id
	CROSS JOIN subscription s ON s.id = o.subscription_id
	` + condition + `
	ORDER BY o.detached_at IS NOT NULL, ` + depth(linkOf) + ` DESC, o.first_seen, o.id
	LIMIT 1))`
}

// hasMarked holds for a feed whose first entry is o if any of its entries with
// that link has a mark. With a plus before it, SQLite looks nothing up by the mark.
func hasMarked(column string) string {
	const link = `COALESCE(o.url, o.ref)`
	return `(EXISTS (SELECT 1 FROM entry n WHERE n.url = ` + link + ` AND n.subscription_id = o.subscription_id AND +n.` + column + ` = 1)
		OR EXISTS (SELECT 1 FROM entry n WHERE n.ref = ` + link + ` AND n.url IS NULL AND n.subscription_id = o.subscription_id AND +n.` + column + ` = 1))`
}

// depth is how much of a URL the folder of subscription s covers, 0 if the URL
// lies elsewhere.
func depth(url string) string {
	return `IIF(SUBSTR(` + url + `, 1, LENGTH(s.folder)) = s.folder, LENGTH(s.folder), 0)`
}

// atomIDTaken holds for an entry e of subscription s whose id another feed gives to
// another link, and has more right to: by its folder, or since it came first.
const atomIDTaken = `EXISTS (
	SELECT 1 FROM entry o
	CROSS JOIN subscription p ON p.id = o.subscription_id
	WHERE o.ref = e.ref AND o.subscription_id <> e.subscription_id AND COALESCE(o.url, o.ref) <> ` + linkOf + `
	AND o.detached_at IS NULL
	AND (IIF(SUBSTR(e.ref, 1, LENGTH(p.folder)) = p.folder, LENGTH(p.folder), 0), -o.first_seen, -o.id)
		> (IIF(SUBSTR(e.ref, 1, LENGTH(s.folder)) = s.folder, LENGTH(s.folder), 0), -e.first_seen, -e.id))`

// withSamePosts selects chosen entries, and those of other feeds with their links:
// where a person names an entry, the post is meant.
func withSamePosts(chosen string) string {
	return `
		WITH chosen AS MATERIALIZED (
			SELECT e.id, e.subscription_id AS feed, ` + linkOf + ` AS link FROM entry e WHERE e.id IN (` + chosen + `)
		), named AS MATERIALIZED (
			SELECT DISTINCT feed, link FROM chosen
		)
		SELECT id FROM chosen
		UNION SELECT e.id FROM named CROSS JOIN entry e ON e.ref = link AND e.url IS NULL
			WHERE e.subscription_id <> feed AND ` + isSingle + `
		UNION SELECT e.id FROM named CROSS JOIN entry e ON e.url = link
			WHERE e.subscription_id <> feed AND ` + isSingle
}

// isSingle holds for an entry e whose link no other entry of its feed has.
const isSingle = `NOT EXISTS (
	SELECT 1 FROM entry o WHERE o.url = ` + linkOf + ` AND o.subscription_id = e.subscription_id AND +o.id <> e.id)
	AND NOT EXISTS (
	SELECT 1 FROM entry o WHERE o.ref = ` + linkOf + ` AND o.url IS NULL AND o.subscription_id = e.subscription_id AND +o.id <> e.id)`
