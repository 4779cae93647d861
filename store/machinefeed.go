package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"

	"gemsub/internal/address"
	"gemsub/internal/model"
)

// syncUnread is how many entries of a feed from another machine arrive unread, as with add,
// unless they were read there.
const syncUnread = 10

// applyFeeds adds, removes and moves feeds as other machines did. It repeats that until the
// feeds match the lines, at most ten times: a feed may move to the URL of a removed one, or
// in circles. One undo brings back what a round removed.
func (tx *syncTx) applyFeeds(ctx context.Context) error {
	type feed struct {
		url, to string
		id      int64
	}
	for range 10 {
		feeds, err := collect(ctx, tx, func(f *feed) []any { return []any{&f.url, &f.to, &f.id} }, `
			SELECT feed, IIF(TYPEOF(value) = 'text', value, ''), COALESCE(s.id, 0)
			FROM machine_line LEFT JOIN subscription s ON s.url = feed
			WHERE what = 'subscribe' AND (value IS 1) = (s.id IS NULL) ORDER BY counter, machine`)
		var gone []int64
		for _, f := range feeds {
			if f.id != 0 && f.to == "" {
				gone = append(gone, f.id)
			} else if err == nil {
				err = tx.settle(ctx, f.url, f.to, f.id)
			}
		}
		if tx.done.Removed += len(gone); len(gone) > 0 && err == nil {
			tx.record(&Change{Command: "sync"}, func() { tx.remove(gone) })
			err = tx.err
		}
		if err != nil || len(feeds) == 0 {
			return err
		}
	}
	return nil
}

// settle subscribes if id is 0, else gives feed id the URL to. If another feed has that, both
// stay, here and elsewhere: else a page that moves could replace a feed of another machine. It
// ignores robots.txt only if a line about this URL says so.
func (tx *syncTx) settle(ctx context.Context, from, to string, id int64) (err error) {
	url := cmp.Or(to, from)
	if id == 0 {
		tx.done.Added++
		id, _, err = tx.subscribe(ctx, NewSubscription{URL: url, Format: "auto", Unread: syncUnread}, "", "", tx.now)
	} else {
		err = tx.setURL(ctx, id, to, false)
	}
	if _, isTaken := errors.AsType[*TakenError](err); isTaken {
		_, err = tx.ExecContext(ctx, `
			UPDATE machine_line SET value = 1, counter = counter + 1, machine = ?, unwritten = 1 WHERE what = 'subscribe' AND feed = ?`, tx.done.Machine, from)
		return err
	}
	if err == nil {
		_, err = tx.ExecContext(ctx, `UPDATE subscription SET ignore_robots = 0 WHERE id = ?`, id)
	}
	if err == nil {
		err = tx.arrive(ctx, arrival{id, url, "came from another machine", false}, tx.isPrivate, &tx.done.Paused)
	}
	return err
}

// leaveOut deletes lines beyond the limits: lines that cannot be applied would look at the
// next Sync as if a person had removed what they add.
func (tx *syncTx) leaveOut(ctx context.Context) error {
	n, err := affected(ctx, tx.transaction, `
		DELETE FROM machine_line WHERE seen_at = ?1 AND (what, feed, ref) IN (
			SELECT what, feed, ref FROM (
				SELECT *, ROW_NUMBER() OVER (PARTITION BY what, IIF(what = 'tag', feed, '') ORDER BY seen_at = ?1, counter, machine <> ?2) AS n
				FROM machine_line WHERE what IN ('subscribe', 'mute', 'tag') AND value IS NOT NULL)
			WHERE n > CASE what WHEN 'subscribe' THEN ?3 WHEN 'mute' THEN ?4 ELSE ?5 END)`, tx.now.UnixNano(), tx.done.Machine, maxSyncedFeeds, maxMutes, maxTags)
	tx.done.Left += n
	return err
}

// pauseChanged pauses feeds that now ignore robots.txt as on another machine; also those that
// are read or fetched in another way now, if only a person may request them: all links of a
// page could become posts.
func (tx *syncTx) pauseChanged(ctx context.Context) error {
	columns := func(a *arrival) []any { return []any{&a.id, &a.url, &a.ignoresRobots} }
	feeds, err := collect(ctx, tx, columns, `
		SELECT s.id, s.url, MAX(l.what = 'ignore-robots') FROM machine_line l JOIN subscription s ON s.url = l.feed
		WHERE `+isNew+` AND (l.what = 'format' AND l.value <> s.format OR l.what = 'posts' AND l.value <> s.posts
			OR l.what = 'ignore-robots' AND l.value > s.ignore_robots)
		GROUP BY s.id`, tx.now.UnixNano())
	for _, a := range feeds {
		if a.how = "has the settings of another machine"; err == nil {
			err = tx.arrive(ctx, a, tx.isPrivate, &tx.done.Paused)
		}
	}
	return err
}

// apply applies the settings, tags, mutes and marks of other machines. An entry with a later
// date than the one that was read there stays as it is.
func (tx *syncTx) apply(ctx context.Context) (err error) {
	const (
		fromLine = ` FROM machine_line l WHERE ` + isNew + ` AND l.feed = url AND l.what = `
		ofFeeds  = ` FROM machine_line l LEFT JOIN subscription s ON s.url = l.feed WHERE ` + isNew + ` AND (l.feed = '' OR s.id > 0) AND l.what = `
		ofEntry  = ` FROM machine_line l JOIN subscription s ON s.url = l.feed WHERE ` + isNew + ` AND subscription_id = s.id AND entry.ref = l.ref AND l.what = `
	)
	for _, statement := range []string{
		`UPDATE subscription SET title = COALESCE(l.value, '')` + fromLine + `'title'`,
		`UPDATE subscription SET interval = COALESCE(l.value, 0)` + fromLine + `'interval'`,
		`UPDATE subscription SET posts = COALESCE(l.value, '')` + fromLine + `'posts'`,
		`UPDATE subscription SET format = COALESCE(l.value, 'auto'), format_chosen = l.value IS NOT NULL, digest = '', next_check_at = NULL` + fromLine + `'format' AND l.value IS NOT IIF(format_chosen, format, NULL)`,
		`UPDATE subscription SET ignore_robots = l.value IS NOT NULL, next_check_at = NULL` + fromLine + `'ignore-robots' AND l.value IS NOT NULLIF(ignore_robots, 0)`,
		`INSERT OR IGNORE INTO tag (subscription_id, tag) SELECT s.id, l.ref` + ofFeeds + `'tag' AND l.value IS NOT NULL`,
		`DELETE FROM tag WHERE (subscription_id, tag) IN (SELECT s.id, l.ref` + ofFeeds + `'tag' AND l.value IS NULL)`,
		`INSERT OR IGNORE INTO mute (tag, pattern, subscription_id, added_at)
		SELECT SUBSTR(l.ref, 1, INSTR(l.ref, ' ') - 1), SUBSTR(l.ref, INSTR(l.ref, ' ') + 1), s.id, ?1 / 1000000000` + ofFeeds + `'mute' AND l.value IS NOT NULL`,
		`DELETE FROM mute WHERE (tag || ' ' || pattern, COALESCE(subscription_id, 0)) IN (
			SELECT l.ref, COALESCE(s.id, 0)` + ofFeeds + `'mute' AND l.value IS NULL)`,
		`UPDATE entry SET unread = l.value IS NULL, marked = marked | 1` + ofEntry + `'read' AND (l.value IS NULL OR l.value >= updated OR updated = first_seen)`,
		`UPDATE entry SET starred = l.value IS NOT NULL` + ofEntry + `'star'`,
	} {
		if err == nil {
			_, err = tx.ExecContext(ctx, statement, tx.now.UnixNano())
		}
	}
	return err
}

// markAsElsewhere gives entries that are new, or have a new date, the marks that a person
// gave them on another machine.
func (m *pageMerger) markAsElsewhere(ctx context.Context) error {
	if !m.tx.isSynced {
		return nil
	}
	columns := func(l *model.SyncLine) []any { return []any{&l.Ref, &l.What, &l.Value} }
	marks, err := collect(ctx, m.tx, columns, `
		SELECT ref, what, value FROM machine_line WHERE `+isMark+` AND feed = ?`, m.sub.URL)
	listed := m.byRef()
	for i := range m.listed { // a mark that came before its feed names an Atom id as if it were a link
		if ref := address.Normal(m.listed[i].ref); len(marks) > 0 && listed[ref] == nil {
			listed[ref] = &m.listed[i]
		}
	}
	for _, l := range marks {
		readTo, isSet := l.Value.(int64)
		switch e := listed[l.Ref]; {
		case e == nil:
		case l.What == "read":
			e.readTo, e.keepUnread = sql.Null[int64]{V: readTo, Valid: isSet}, e.old == nil && !isSet
		case e.old == nil:
			e.starred = isSet
		}
	}
	return err
}

// noteMove records for other machines that an entry with a mark has a new ref. Moves of all
// entries would let a page that changes all links each time fill the folder.
func (m *pageMerger) noteMove(ctx context.Context, old *entryRow, now string) error {
	_, err := m.tx.ExecContext(ctx, `
		INSERT INTO machine_line (what, feed, ref, target, value, counter, machine, seen_at, unwritten)
		SELECT 'move', ?1, ?2, ?3, ?3, 0, value, ?4, 1 FROM setting WHERE name GLOB 'machine *' AND ?2 <> ?3
			AND (?5 OR EXISTS (SELECT 1 FROM machine_line WHERE `+isMark+` AND feed = ?1 AND ref = ?2))
		ON CONFLICT DO UPDATE SET unwritten = 1, machine = MAX(machine, excluded.machine)`, m.sub.URL, old.ref, now, m.at.UnixNano(), old.starred || old.marked > 0)
	return err
}
