package store

// Entries of several feeds with equal links are one post. Lists show the entry of
// one feed, which is preferred: that whose folder the link lies in, the deepest
// folder first; else that in which the link was first seen. Entries that a page
// listed before it moved to another author come last. Atom ids are not
// compared across feeds. Equal links within a feed are parts of one page; all of
// these entries are shown.

// linkOf is the link of entry e.
const linkOf = `COALESCE(e.url, e.ref)`

// isShared holds for an entry e whose link another feed has too. It reads few rows
// even if the feed of e has that link many times.
const isShared = `(
	EXISTS (SELECT 1 FROM entry o WHERE o.ref = ` + linkOf + ` AND o.url IS NULL AND o.subscription_id <> e.subscription_id)
	OR EXISTS (SELECT 1 FROM entry o WHERE o.url = ` + linkOf + ` AND o.subscription_id < e.subscription_id)
	OR EXISTS (SELECT 1 FROM entry o WHERE o.url = ` + linkOf + ` AND o.subscription_id > e.subscription_id))`

// firstEntries is a table of the first entries with the link of entry e, one or two
// of each feed. Each step goes to the next feed.
const firstEntries = `
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

// isPreferred holds for an entry e of the feed that is preferred for its link, among
// the feeds whose first entry o meets the condition.
func isPreferred(condition string) string {
	return `(NOT ` + isShared + ` OR e.subscription_id = (` + firstEntries + `
	SELECT o.subscription_id
	FROM firsts
	CROSS JOIN entry o ON o.id = firsts.id
	CROSS JOIN subscription s ON s.id = o.subscription_id
	` + condition + `
	ORDER BY NOT (` + isListed("o", "s") + `), ` + folderDepth(linkOf) + ` DESC, o.first_seen, o.id
	LIMIT 1))`
}

// hasMarked holds if any entry of the feed of entry o with the same link has a mark.
// The plus keeps SQLite from looking entries up by the mark.
func hasMarked(column string) string {
	const link = `COALESCE(o.url, o.ref)`
	return `(EXISTS (SELECT 1 FROM entry n WHERE n.url = ` + link + ` AND n.subscription_id = o.subscription_id AND +n.` + column + ` = 1)
		OR EXISTS (SELECT 1 FROM entry n WHERE n.ref = ` + link + ` AND n.url IS NULL AND n.subscription_id = o.subscription_id AND +n.` + column + ` = 1))`
}

// folderDepth is the length of the folder of subscription s, 0 if the URL does not
// lie in it.
func folderDepth(url string) string { return depthIn("s", url) }

// depthIn is the length of the folder of a subscription, 0 if the URL does not lie in it.
func depthIn(subscription, url string) string {
	folder := subscription + `.folder`
	return `IIF(SUBSTR(` + place(url) + `, 1, LENGTH(` + folder + `)) = ` + folder + `, LENGTH(` + folder + `), 0)`
}

// place is a URL as folders have it: over Gopher without the item type, and without
// slashes where the selector begins.
func place(url string) string {
	root := `INSTR(` + url + `, '://') + 2 + INSTR(SUBSTR(` + url + `, INSTR(` + url + `, '://') + 3), '/')`
	return `IIF(` + url + ` GLOB 'gopher*://*/*', SUBSTR(` + url + `, 1, ` + root + `) || LTRIM(SUBSTR(` + url + `, ` + root + ` + 2), '/'), ` + url + `)`
}

// atomIDTaken holds for an entry e of subscription s if another feed has its Atom id
// for another link, and precedes s: by its folder, else by when it was first seen.
func atomIDTaken() string {
	return `EXISTS (
	SELECT 1 FROM entry o
	CROSS JOIN subscription p ON p.id = o.subscription_id
	WHERE o.ref = e.ref AND o.subscription_id <> e.subscription_id AND COALESCE(o.url, o.ref) <> ` + linkOf + `
	AND ` + isListed("o", "p") + `
	AND (` + depthIn("p", `e.ref`) + `, -o.first_seen, -o.id) > (` + depthIn("s", `e.ref`) + `, -e.first_seen, -e.id))`
}

// withEqualLinks selects chosen entries and those of other feeds with equal links:
// a person who names an entry means the post.
func withEqualLinks(chosen string) string {
	return `
		WITH chosen AS MATERIALIZED (
			SELECT e.id, e.subscription_id AS feed, ` + linkOf + ` AS link FROM entry e WHERE e.id IN (` + chosen + `)
		), named AS MATERIALIZED (
			SELECT DISTINCT feed, link FROM chosen
		)
		SELECT id FROM chosen
		UNION SELECT e.id FROM named CROSS JOIN entry e ON e.ref = link AND e.url IS NULL
			WHERE e.subscription_id <> feed AND ` + isUniqueInFeed + `
		UNION SELECT e.id FROM named CROSS JOIN entry e ON e.url = link
			WHERE e.subscription_id <> feed AND ` + isUniqueInFeed
}

// isUniqueInFeed holds for an entry e whose link no other entry of its feed has.
const isUniqueInFeed = `NOT EXISTS (
	SELECT 1 FROM entry o WHERE o.url = ` + linkOf + ` AND o.subscription_id = e.subscription_id AND +o.id <> e.id)
	AND NOT EXISTS (
	SELECT 1 FROM entry o WHERE o.ref = ` + linkOf + ` AND o.url IS NULL AND o.subscription_id = e.subscription_id AND +o.id <> e.id)`
