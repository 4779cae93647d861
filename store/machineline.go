package store

import (
	"context"
	"slices"

	"gemsub/internal/model"
)

// Which lines are about entries, and about feeds.
const (
	isMark    = `what IN ('read', 'star')`
	isSetting = `what IN ('format', 'ignore-robots', 'interval', 'mute', 'posts', 'subscribe', 'tag', 'title')`
)

// ifLater replaces a stored line if the new line's (counter, machine) is higher. Two machines
// of one name, as after a disk was copied, agree by the value.
const ifLater = `
	ON CONFLICT (what, feed, ref, target) DO UPDATE SET
		value = excluded.value, counter = excluded.counter, machine = excluded.machine, seen_at = excluded.seen_at, unwritten = excluded.unwritten
	WHERE (excluded.counter, excluded.machine, COALESCE(excluded.value, '')) > (counter, machine, COALESCE(value, ''))`

// tell notes how far the files were read, and writes lines for what changed here. A new
// machine writes its whole state with counter 0, so that all lines of others override it, and
// its whole file.
func (tx *syncTx) tell(ctx context.Context) error {
	var counter int64
	_, err := tx.ExecContext(ctx, saveFiles, jsonList(tx.Files))
	if err == nil {
		err = tx.QueryRowContext(ctx, `SELECT IIF(?, 0, 1 + COALESCE(MAX(counter), 0)) FROM machine_file`, tx.isNew).Scan(&counter)
	}
	const mine = `counter = ?1, machine = ?2, seen_at = ?3, unwritten = ?1 > 0`
	for _, statement := range []string{
		`INSERT INTO machine_line (what, feed, ref, target, value, counter, machine, seen_at, unwritten)
		SELECT 'move', synced_url, '', url, url, 0, ?2, ?3, 1 FROM subscription WHERE synced_url NOT IN ('', url)
		ON CONFLICT DO UPDATE SET seen_at = ?3, unwritten = 1, machine = MAX(machine, excluded.machine)`,
		`UPDATE machine_line SET value = (SELECT url FROM subscription WHERE synced_url = feed AND what = 'subscribe'), ` + mine + `
		WHERE ` + isSetting + ` AND IIF(what = 'subscribe', value = 1, value IS NOT NULL AND feed IN (SELECT '' UNION ALL SELECT url FROM subscription))
			AND (what, feed, ref) NOT IN (SELECT what, feed, ref FROM machine_wish)`,
		`INSERT INTO machine_line (what, feed, ref, value, counter, machine, seen_at, unwritten)
		SELECT *, ?1, ?2, ?3, ?1 > 0 FROM (
			SELECT * FROM machine_wish EXCEPT SELECT what, feed, ref, value FROM machine_line WHERE ` + isSetting + `
			UNION ALL SELECT * FROM machine_mark)
		ORDER BY what, feed, ref ON CONFLICT DO UPDATE SET value = excluded.value, ` + mine, // in order of the key, four times as fast
		`UPDATE entry SET marked = marked & 1 WHERE marked > 1`,
	} {
		if err == nil {
			_, err = tx.ExecContext(ctx, statement, counter, tx.done.Machine, tx.now.UnixNano())
		}
	}
	return err
}

// learn stores the lines read that are later than those stored, this machine's own included:
// a database restored from a backup has lost some. Refs that are links become canonical, as
// they are here; those of a feed with Atom ids stay.
func (tx *syncTx) learn(ctx context.Context) error {
	lines := tx.Lines[:min(len(tx.Lines), maxLines)]
	tx.done.Left = len(tx.Lines) - len(lines)
	for some := range slices.Chunk(lines, 1000) {
		n, err := affected(ctx, tx.transaction, `
			INSERT INTO machine_line (what, feed, ref, target, value, counter, machine, seen_at, unwritten)
			SELECT what, feed, IIF(is_link, canonical(ref), ref), IIF(what = 'move', said, ''), said, counter, machine, ?, 0
			FROM (
				SELECT *, IIF(is_link AND what = 'move', canonical(value), value) AS said
				FROM (
					SELECT
						value ->> 'What' AS what, value ->> 'Feed' AS feed, value ->> 'Ref' AS ref, value ->> 'Value' AS value,
						value ->> 'Counter' AS counter, value ->> 'Machine' AS machine, value ->> 'What' IN ('read', 'star', 'move') AND NOT EXISTS (
							SELECT 1 FROM subscription WHERE url = value ->> 'Feed' AND format IN ('atom', 'rss', 'json')) AS is_link
					FROM JSON_EACH(?)))
			WHERE TRUE`+ifLater, tx.now.UnixNano(), jsonList(some))
		if tx.done.Learned += n; err != nil {
			return err
		}
	}
	return nil
}

// applyNews applies the lines that are new here. To apply a line again does no harm.
func (tx *syncTx) applyNews(ctx context.Context) error {
	_, isNews, err := first[int](ctx, tx, `SELECT 1 WHERE ? > 0 OR EXISTS (SELECT 1 FROM machine_line WHERE unwritten = 1)`, tx.done.Learned)
	if !isNews { // as in most syncs
		return err
	}
	for _, step := range []func(context.Context) error{tx.follow, tx.limit, tx.pauseChanged, tx.apply} {
		if err == nil {
			err = step(ctx)
		}
	}
	return err
}

// follow copies the marks of what moved to its new name, as often as that moved. Lines about
// a name then are the last of all names that lead to it, in whatever order they and the moves
// came.
func (tx *syncTx) follow(ctx context.Context) error {
	for range maxMoves {
		n, err := affected(ctx, tx.transaction, `
			INSERT INTO machine_line (what, feed, ref, value, counter, machine, seen_at, unwritten)
			SELECT l.what, IIF(m.ref = '', m.target, l.feed), IIF(m.ref = '', l.ref, m.target), l.value, l.counter, l.machine, ?1, 0
			FROM machine_line l JOIN machine_line m ON m.what = 'move' AND m.feed = l.feed AND m.ref IN ('', l.ref)
			WHERE `+isNew+` AND l.`+isMark+`
			LIMIT MAX(0, ?2 - (SELECT COUNT(*) FROM machine_line))`+ifLater, tx.now.UnixNano(), maxLines)
		if n == 0 || err != nil {
			return err
		}
	}
	return nil
}

// limit deletes the oldest lines about what is not here if there are too many of a feed, of
// all unknown feeds together, or of all. That feeds were removed goes last.
func (tx *syncTx) limit(ctx context.Context) error {
	n, err := affected(ctx, tx.transaction, `
		DELETE FROM machine_line WHERE (what, feed, ref, target) IN (
			SELECT what, feed, ref, target FROM (
				SELECT l.*, ROW_NUMBER() OVER (PARTITION BY s.id ORDER BY what = 'subscribe' DESC, l.seen_at DESC, l.counter DESC) AS n, ROW_NUMBER() OVER (ORDER BY what = 'subscribe' DESC, l.seen_at DESC) AS of_all
				FROM machine_line l LEFT JOIN subscription s ON s.url = l.feed
				WHERE IIF(what IN ('read', 'star', 'move'), NOT EXISTS (SELECT 1 FROM entry e WHERE e.ref = l.ref AND e.subscription_id = s.id), value IS NULL OR s.id IS NULL AND feed <> '')
					AND (s.id IS NULL OR l.feed IN (SELECT feed FROM machine_line GROUP BY feed HAVING COUNT(*) > ?1) OR (SELECT COUNT(*) FROM machine_line) > ?2))
			WHERE n > ?1 OR of_all > ?2)`, maxWaiting, maxLines)
	tx.done.Left += n
	return err
}

// write collects the lines for the machine's file: the new ones, or all of its own for a file
// written anew. These are without moves, and marks of entries that are not here, that are
// unchanged for a year. The feeds here are as the lines say then.
func (tx *syncTx) write(ctx context.Context) error {
	_, err := tx.ExecContext(ctx, `UPDATE subscription SET synced_url = url WHERE synced_url <> url`)
	which, args := `unwritten = 1`, []any{}
	if (err == nil && tx.Own == model.SyncFile{}) {
		which, args = `machine = ?`, []any{tx.done.Machine}
		_, err = tx.ExecContext(ctx, `
			DELETE FROM machine_line WHERE seen_at < ? AND what IN ('read', 'star', 'move') AND (feed, ref) NOT IN (
				SELECT feed, ref FROM machine_entry);
			UPDATE machine_file SET since = 0 WHERE machine = ?`, tx.now.Add(-keepLines).UnixNano(), tx.done.Machine) // until it is there, all are written
	}
	if err == nil {
		columns := func(l *model.SyncLine) []any { return []any{&l.What, &l.Feed, &l.Ref, &l.Value, &l.Counter} }
		tx.done.Lines, err = collect(ctx, tx, columns, `SELECT what, feed, ref, value, counter FROM machine_line WHERE `+which, args...)
	}
	return err
}
