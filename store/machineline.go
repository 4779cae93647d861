package store

import (
	"slices"

	"gemsub/internal/model"
)

// Conditions for lines about entries, and for lines about feeds.
const (
	isMark    = `what IN ('read', 'star')`
	isSetting = `what IN ('format', 'ignore-robots', 'interval', 'later', 'mute', 'mute-not', 'posts', 'subscribe', 'tag', 'title')`
)

// isNews holds for a line l that is to be applied: it is new in this Sync, whose time is ?1, or
// its feed is new here.
const isNews = `(l.seen_at = ?1 OR l.feed IN (SELECT feed FROM machine_line WHERE what = 'subscribe' AND seen_at = ?1))`

// noteChanges writes lines for what changed here, with a counter above all that were seen. On a
// new machine this counter is 0, so that lines of other machines override its own. Lines that
// followed a move count as seen now.
func (tx *syncTx) noteChanges() {
	tx.result.Changes += tx.exec(`
		INSERT INTO machine_line (what, feed, ref, value, counter, machine, seen_at)
		SELECT *, IIF(?, 0, (SELECT MIN(1 + COALESCE(MAX(counter), 0), 1 << 53) FROM machine_line)), ?, ? FROM (
			SELECT * FROM machine_wish EXCEPT SELECT what, feed, ref, value FROM machine_line WHERE `+isSetting+`
			UNION ALL SELECT what, feed, ref, NULL FROM machine_line
			WHERE `+isSetting+` AND IIF(what = 'subscribe', value = 1, value IS NOT NULL AND feed IN (SELECT '' UNION ALL SELECT url FROM subscription))
				AND (what, feed, ref) NOT IN (SELECT what, feed, ref FROM machine_wish)
			UNION ALL SELECT * FROM machine_mark)
		ORDER BY what, feed, ref`, tx.isNew, tx.result.Machine, tx.now) // in order of the key, four times as fast
	tx.exec(`UPDATE entry SET marked = marked & 1 WHERE marked > 1`)
	tx.moved += tx.exec(`UPDATE machine_line SET seen_at = ? WHERE seen_at = 0`, tx.now)
}

// learn stores the lines that are later than the stored ones, including this machine's own: a
// database restored from a backup has lost some. Refs that are links become canonical, like
// those of the entries here; Atom ids stay.
func (tx *syncTx) learn() {
	tx.result.Left = tx.folder.Left
	for some := range slices.Chunk(tx.folder.Lines, 1000) {
		tx.result.Learned += tx.exec(`
			INSERT INTO machine_line (what, feed, ref, value, counter, machine, seen_at)
			SELECT what, feed, IIF(is_link, canonical(ref), ref), said, counter, machine, ? FROM (
				SELECT
					value ->> 'What' AS what, value ->> 'Feed' AS feed, value ->> 'Ref' AS ref, value ->> 'Value' AS said,
					value ->> 'Counter' AS counter, value ->> 'Machine' AS machine, value ->> 'What' IN ('read', 'star') AND NOT EXISTS (
						SELECT 1 FROM subscription WHERE url = value ->> 'Feed' AND format IN ('atom', 'rss', 'json')) AS is_link
				FROM JSON_EACH(?)) AS read
			WHERE NOT EXISTS (
				SELECT 1 FROM machine_line l
				WHERE (l.what, l.feed, l.ref, l.counter, l.machine) = (read.what, read.feed, read.ref, read.counter, read.machine) AND l.value IS read.said)`, tx.now, jsonList(some))
	}
	tx.noteFiles(tx.folder.Files...)
}

// limit deletes and counts the oldest lines about feeds and entries that are not here. It leaves
// at most ofFeed for each feed and for all unknown feeds together, and ofAll in all. Lines about
// removed feeds go last.
func (tx *syncTx) limit(ofFeed, ofAll int) {
	tx.result.Left += tx.exec(`
		DELETE FROM machine_line WHERE (what, feed, ref) IN (
			SELECT what, feed, ref FROM (
				SELECT l.*, ROW_NUMBER() OVER (PARTITION BY s.id ORDER BY what = 'subscribe' DESC, l.seen_at DESC, l.counter DESC) AS n, ROW_NUMBER() OVER (ORDER BY what = 'subscribe' DESC, l.seen_at DESC) AS of_all
				FROM machine_line l LEFT JOIN subscription s ON s.url = l.feed
				WHERE IIF(`+isMark+`, NOT EXISTS (SELECT 1 FROM entry e WHERE e.ref = l.ref AND e.subscription_id = s.id), value IS NULL OR s.id IS NULL AND feed <> '')
					AND (s.id IS NULL OR l.feed IN (SELECT feed FROM machine_line GROUP BY feed HAVING COUNT(*) > ?1) OR (SELECT COUNT(*) FROM machine_line) > ?2))
			WHERE n > ?1 OR of_all > ?2)`, ofFeed, ofAll)
}

// write collects the lines for the machine's file if they changed, or if the file is not as this
// machine last wrote it. The file then counts as unknown until it is written. Marks that have
// waited a year for their entries are dropped.
func (tx *syncTx) write() {
	tx.result.Stale = !tx.folder.IsOwn || tx.result.Changes+tx.moved > 0
	if !tx.result.Stale {
		return
	}
	tx.exec(`DELETE FROM machine_file WHERE machine = ?`, tx.result.Machine)
	tx.exec(`
		DELETE FROM machine_line AS l WHERE seen_at < ? AND `+isMark+` AND NOT EXISTS (
			SELECT 1 FROM entry e JOIN subscription s ON s.id = e.subscription_id WHERE s.url = l.feed AND e.ref = l.ref)`, tx.expiry(keepLines))
	tx.result.Lines = allRows[model.SyncLine](tx.transaction, `
		SELECT what, feed, ref, value, counter FROM machine_line WHERE machine = ? ORDER BY what, feed, ref`, tx.result.Machine)
}
