package store

import (
	"cmp"
	"context"

	"gemsub/internal/model"
)

// Which lines are about entries, and about feeds.
const (
	isMark    = `what IN ('read', 'star')`
	isSetting = `what IN ('format', 'ignore-robots', 'interval', 'mute', 'posts', 'subscribe', 'tag', 'title')`
)

// ifLater replaces a stored line if the new line's (counter, machine) is higher.
const ifLater = `
	ON CONFLICT (what, feed, ref) DO UPDATE SET
		value = excluded.value, counter = excluded.counter, machine = excluded.machine, seen_at = excluded.seen_at, open = excluded.open
	WHERE (excluded.counter, excluded.machine) > (counter, machine)`

// moveColumns make a line of an alias or a move: of feed, ref and target.
const moveColumns = `'move', IIF(feed = '', ref, feed), IIF(feed = '', '', ref), target, 0`

// scanLine returns pointers to the fields of a line, without its machine.
func scanLine(l *model.SyncLine) []any {
	return []any{&l.What, &l.Feed, &l.Ref, &l.Value, &l.Counter}
}

// followMoves makes aliases of the names of what has moved here.
func (tx *syncTx) followMoves(ctx context.Context) error {
	_, err := tx.ExecContext(ctx, `
		INSERT INTO machine_move (feed, ref, target)
		SELECT '', synced_url, url FROM subscription WHERE synced_url NOT IN ('', url)`)
	if err != nil {
		return err
	}
	moves, err := collect(ctx, tx, scanLine, `SELECT `+moveColumns+` FROM machine_move`)
	if err != nil {
		return err
	}
	return tx.unite(ctx, moves)
}

// tell writes lines for what changed here. A new machine writes its whole state with
// counter 0, so that all lines of others override it.
func (tx *syncTx) tell(ctx context.Context, isNew bool) error {
	if !isNew {
		err := tx.QueryRowContext(ctx, `SELECT 1 + COALESCE(MAX(counter), 0) FROM machine_file`).Scan(&tx.counter)
		if err != nil {
			return err
		}
		for _, f := range tx.Files {
			tx.counter = max(tx.counter, f.Counter+1)
		}
	}
	const set = `counter = ?1, machine = ?2, seen_at = ?3, open = 2`
	for _, statement := range []string{
		`UPDATE machine_line SET value = s.url, ` + set + ` FROM subscription s
		WHERE what = 'subscribe' AND feed = s.synced_url AND s.url <> s.synced_url`,
		`INSERT INTO machine_line (what, feed, ref, value, counter, machine, seen_at, open)
		SELECT *, ?1, ?2, ?3, 2 FROM (SELECT * FROM machine_wish EXCEPT SELECT what, feed, ref, value FROM machine_line WHERE ` + isSetting + `)
		WHERE TRUE ON CONFLICT (what, feed, ref) DO UPDATE SET value = excluded.value, ` + set,
		`UPDATE machine_line SET value = NULL, ` + set + `
		WHERE ` + isSetting + ` AND IIF(what = 'subscribe', value = 1, value IS NOT NULL AND feed IN (SELECT '' UNION ALL SELECT url FROM subscription))
			AND (what, feed, ref) NOT IN (SELECT what, feed, ref FROM machine_wish)`,
		`INSERT INTO machine_line (what, feed, ref, value, counter, machine, seen_at, open)
		SELECT 'read', feed, ref, IIF(unread, NULL, updated), ?1, ?2, ?3, 2 FROM machine_entry WHERE marked > 1 AND marked & 2
		ON CONFLICT (what, feed, ref) DO UPDATE SET value = excluded.value, ` + set,
		`INSERT INTO machine_line (what, feed, ref, value, counter, machine, seen_at, open)
		SELECT 'star', feed, ref, NULLIF(starred, 0), ?1, ?2, ?3, 2 FROM machine_entry WHERE marked > 1 AND marked & 4
		ON CONFLICT (what, feed, ref) DO UPDATE SET value = excluded.value, ` + set,
		`UPDATE entry SET marked = marked & 1 WHERE marked > 1`,
	} {
		if _, err := tx.ExecContext(ctx, statement, tx.counter, tx.done.Machine, unixTime(tx.now)); err != nil {
			return err
		}
	}
	return nil
}

// learn stores the lines read that are later than those stored, this machine's own included:
// a database restored from a backup has lost some.
func (tx *syncTx) learn(ctx context.Context) error {
	if len(tx.Lines) == 0 {
		return nil
	}
	if err := tx.unite(ctx, tx.Lines); err != nil {
		return err
	}
	aliases, err := tx.aliases(ctx)
	if err != nil {
		return err
	}
	var known int
	if err := tx.QueryRowContext(ctx, `SELECT COUNT(*) FROM machine_line`).Scan(&known); err != nil {
		return err
	}
	put, err := tx.PrepareContext(ctx, `
		INSERT INTO machine_line (what, feed, ref, value, counter, machine, seen_at, open) VALUES (?, ?, ?, ?, ?, ?, ?, 1)`+ifLater)
	if err != nil {
		return err
	}
	defer put.Close()
	for _, l := range tx.Lines {
		switch {
		case l.What == "move":
			continue
		case known+tx.done.Learned >= maxLines:
			tx.done.Left++
			continue
		case l.What == "read" || l.What == "star":
			l.Feed = cmp.Or(aliases[feedRef{"", l.Feed}], l.Feed)
			l.Ref = cmp.Or(aliases[feedRef{l.Feed, l.Ref}], l.Ref)
		}
		result, err := put.ExecContext(ctx, l.What, l.Feed, l.Ref, l.Value, l.Counter, l.Machine, unixTime(tx.now))
		if err != nil {
			return err
		}
		if n, _ := result.RowsAffected(); n > 0 {
			tx.done.Learned++
		}
	}
	return nil
}

// A feedRef is the name of an entry in lines, or of a feed, with "" as its feed.
type feedRef struct{ feed, ref string }

func (tx *syncTx) aliases(ctx context.Context) (map[feedRef]string, error) {
	type alias struct {
		feedRef
		target string
	}
	all, err := collect(ctx, tx, func(a *alias) []any { return []any{&a.feed, &a.ref, &a.target} }, `SELECT feed, ref, target FROM machine_alias`)
	targets := make(map[feedRef]string, len(all))
	for _, a := range all {
		targets[a.feedRef] = a.target
	}
	return targets, err
}

// unite adds an alias for each move in lines.
func (tx *syncTx) unite(ctx context.Context, lines []model.SyncLine) error {
	for _, l := range lines {
		target, _ := l.Value.(string)
		if l.What != "move" {
			continue
		}
		if tx.moves++; tx.moves > maxMoves {
			tx.done.Left++
			continue
		}
		feed, err := tx.named(ctx, "", l.Feed)
		if err != nil {
			return err
		}
		of, old := feed, l.Ref
		if l.Ref == "" {
			of, old = "", feed
		}
		if old, err = tx.named(ctx, of, old); err == nil {
			target, err = tx.named(ctx, of, target)
		}
		if err == nil && old != target {
			err = tx.alias(ctx, of, old, target)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// named returns the name that lines use for an entry of a feed, or for a feed if feed is "".
func (tx *syncTx) named(ctx context.Context, feed, name string) (string, error) {
	target, found, err := first[string](ctx, tx, `
		SELECT target FROM machine_alias WHERE feed = ? AND ref = ?`, feed, name)
	if !found {
		target = name
	}
	return target, err
}

// alias renames old to now in all lines, unless that feed or entry has maxNames names.
func (tx *syncTx) alias(ctx context.Context, feed, old, now string) (err error) {
	n, _, err := first[int](ctx, tx, `SELECT COUNT(*) FROM machine_alias WHERE feed = ? AND target IN (?, ?)`, feed, old, now)
	if err != nil || n >= maxNames {
		tx.done.Left++
		return err
	}
	from, to, there := `feed = ?1 AND ref = ?2`, `feed, ?3`, `feed = ?1 AND ref = ?3`
	var moves []model.SyncLine // within a feed
	if feed == "" {
		from, there = `feed = ?2`, `feed = ?3`
		to = `?3, COALESCE((SELECT target FROM machine_alias a WHERE a.feed = ?3 AND a.ref = l.ref), ref)`
		moves, err = collect(ctx, tx, scanLine, `SELECT 'move', ?, ref, target, 0 FROM machine_alias WHERE feed = ?`, now, old)
	}
	for _, statement := range []string{
		`DELETE FROM machine_alias WHERE feed = ?2 AND ?1 = ''`,
		`UPDATE machine_alias SET target = ?3 WHERE feed = ?1 AND target = ?2`,
		`INSERT INTO machine_alias (feed, ref, target) VALUES (?1, ?2, ?3)`,
		`INSERT INTO machine_line (what, feed, ref, value, counter, machine, seen_at, open)
		SELECT what, ` + to + `, value, counter, machine, seen_at, COALESCE(open, 1)
		FROM machine_line l WHERE ` + isMark + ` AND ` + from + ifLater,
		`DELETE FROM machine_line WHERE ` + isMark + ` AND ` + from,
		`UPDATE machine_line SET open = 1 WHERE ` + isMark + ` AND open IS NULL AND ` + there,
	} {
		if err == nil {
			_, err = tx.ExecContext(ctx, statement, feed, old, now)
		}
	}
	if err != nil {
		return err
	}
	return tx.unite(ctx, moves)
}
