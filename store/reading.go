package store

import (
	"context"
	"time"

	"gemsub/internal/model"
)

// Posts that a person opens are marked as read in one change, so that reading does not push out
// other changes. The change has a row for each entry, in the order in which they were opened.

// readingTime is how long opened posts are added to one change.
const readingTime = 24 * time.Hour

// MarkOpened marks the unread ones of entries as read, as [Store.SetUnread] does, since a person
// opened them in a session, "" outside the readers. They are added to the change of this session
// if it began within a day and no other change followed. Otherwise they begin a new one, and the
// change with the posts opened before is forgotten.
func (s *Store) MarkOpened(ctx context.Context, entries []int64, session string) error {
	return s.commit(ctx, "mark entries", func(tx *transaction) {
		now := tx.changeTime()
		last, _ := firstRow[Change](tx, `SELECT id, made_at AS at, command, subject, entries FROM change ORDER BY id DESC LIMIT 1`)
		if last.Command != model.Reading || last.Subject != session || now.Sub(last.At) >= readingTime {
			last = Change{At: now}
		}
		for _, id := range entries {
			tx.markOpened(id, session, &last)
		}
	})
}

// markOpened marks an entry as read, and adds it to a change, which it makes if this has no number.
func (tx *transaction) markOpened(entry int64, session string, c *Change) {
	unread := allRows[int64](tx, `SELECT id FROM entry WHERE unread = 1 AND id IN (`+withEqualLinks(`?1`)+`) ORDER BY id = ?1`, entry)
	if len(unread) == 0 {
		return
	}
	if c.ID == 0 {
		tx.exec(`DELETE FROM change WHERE ` + isReading)
		c.ID = tx.insert(`INSERT INTO change (made_at, command, subject, entries, feeds, names) VALUES (?, ?, ?, 0, 0, '[]')`, c.At, model.Reading, session)
	}
	tx.exec(`
		INSERT INTO changed_value (change_id, table_name, column_name, first_key, last_key, old, new)
		SELECT ?, 'entry', 'unread', value, value, 1, 0 FROM JSON_EACH(?) ORDER BY key`, c.ID, jsonList(unread))
	tx.exec(`UPDATE entry SET unread = 0, marked = marked | 3 WHERE id IN (SELECT value FROM JSON_EACH(?))`, jsonList(unread))
	tx.exec(`UPDATE change SET entries = entries + 1 WHERE id = ?`, c.ID)
}

// UndoOpened undoes the last change, see [Store.Undo]. If this has the posts that a person opened,
// only the newest of these becomes unread again.
func (s *Store) UndoOpened(ctx context.Context) (u UndoResult, err error) {
	isOpened := false
	err = s.commit(ctx, "undo", func(tx *transaction) {
		u.Change, _ = firstRow[Change](tx, `SELECT id, made_at AS at, command, subject, entries FROM change ORDER BY id DESC LIMIT 1`)
		if isOpened = u.Command == model.Reading; isOpened {
			tx.undoOpened(&u)
		}
	})
	if err == nil && !isOpened {
		return s.Undo(ctx, 0)
	}
	return u, err
}

// undoOpened marks as unread the entries that stand for the newest post of the change, if they still
// are read, and takes them out of the change.
func (tx *transaction) undoOpened(u *UndoResult) {
	const newest = `
		SELECT v.id, v.first_key AS entry FROM changed_value v LEFT JOIN entry e ON e.id = v.first_key,
			(SELECT w.first_key AS id, n.url, n.subscription_id FROM changed_value w LEFT JOIN entry n ON n.id = w.first_key WHERE w.change_id = ?1 ORDER BY w.id DESC LIMIT 1) newest
		WHERE v.change_id = ?1 AND (v.first_key = newest.id OR e.url = newest.url AND e.subscription_id <> newest.subscription_id)`
	u.Restored = tx.exec(`
		UPDATE entry SET unread = 1, marked = marked | 3 WHERE unread = 0 AND id IN (SELECT entry FROM (`+newest+`))`, u.ID)
	if u.Restored == 0 {
		u.Left = 1
	}
	u.Titles = allRows[string](tx, `SELECT title FROM entry WHERE id = (SELECT first_key FROM changed_value WHERE change_id = ? ORDER BY id DESC LIMIT 1)`, u.ID)
	tx.exec(`DELETE FROM changed_value WHERE id IN (SELECT id FROM (`+newest+`))`, u.ID)
	tx.exec(`UPDATE change SET entries = entries - 1 WHERE id = ?`, u.ID)
	tx.exec(`DELETE FROM change WHERE id = ? AND NOT EXISTS (SELECT 1 FROM changed_value WHERE change_id = change.id)`, u.ID)
	u.Entries = 1
}

// namePosts sets how many posts a change of marks concerns, and the titles of the first few: of opened
// posts the newest. It counts entries with equal links once, if there are not many.
func (tx *transaction) namePosts(c *Change) {
	const most = 100 // rows that are read
	c.Posts = 0
	type post struct{ Title, URL string }
	seen := map[post]bool{}
	for p := range eachRow[post](tx, `
		SELECT e.title, e.url FROM (
			SELECT * FROM changed_value
			WHERE change_id = ? AND table_name = 'entry' AND column_name IN ('', 'unread', 'starred') ORDER BY id DESC LIMIT 100) v
		CROSS JOIN entry e ON e.id BETWEEN COALESCE(v.first_key, v.new ->> '$.id') AND COALESCE(v.last_key, v.new ->> '$.id')
		LIMIT 100`, c.ID) {
		if seen[p] {
			continue
		}
		seen[p] = true
		if c.Posts++; len(c.Titles) < maxChangeNames {
			c.Titles = append(c.Titles, p.Title)
		}
	}
	if c.Entries > most {
		c.Posts = c.Entries
	}
}
