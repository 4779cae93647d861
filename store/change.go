package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"

	"gemsub/internal/model"
)

// A Change is [model.Change].
type Change = model.Change

// Of the changes the last few are kept, for some time.
const (
	maxChanges     = 20
	keepChanges    = 30 * 24 * time.Hour
	maxChangeNames = 3 // of feeds, in the words for a change
)

// A recordedTable is a table whose rows a change records.
type recordedTable struct {
	name string
	key  string // the columns that identify a row
	// ofFeeds selects the rows that belong to the subscriptions of a list in JSON.
	ofFeeds string
	// restorable holds for a row c of which all that it refers to is there.
	restorable string
	size       string // of a row in bytes; "" where rows are small
}

// recordedTables returns the tables in an order in which each row comes after those
// that it refers to. Whatever is kept of a feed has its table here.
func recordedTables() []recordedTable {
	const feeds = `(SELECT value FROM JSON_EACH(?))`
	const byFeed = `subscription_id IN ` + feeds
	const hasFeed = `(c.subscription_id IS NULL OR EXISTS (SELECT 1 FROM subscription WHERE id = c.subscription_id))`
	const byEntry = `entry_id IN (SELECT id FROM entry WHERE ` + byFeed + `)`
	const hasEntry = `EXISTS (SELECT 1 FROM entry WHERE id = c.entry_id)`
	return []recordedTable{
		{"subscription", "id", `id IN ` + feeds, `TRUE`, ""},
		{"tag", "subscription_id, tag", byFeed, hasFeed, ""},
		{"mute", "id", byFeed, hasFeed, ""},
		{"pruned", "subscription_id, ref", byFeed, hasFeed, ""},
		{"entry", "id", byFeed, hasFeed, "OCTET_LENGTH(title)"},
		{"owed_hook", "entry_id", byEntry, hasEntry, ""},
		{"wanted_post", "entry_id", byEntry, hasEntry, ""},
		{"mailing", "entry_id, destination_id", byEntry, hasEntry + ` AND EXISTS (SELECT 1 FROM destination WHERE id = c.destination_id)`, ""},
		{"post", "entry_id", byFeed, hasEntry, "OCTET_LENGTH(text)"},
		{"post_link", "entry_id, page", byEntry, `EXISTS (SELECT 1 FROM post WHERE entry_id = c.entry_id)`, ""},
	}
}

// A changeTx is a transaction that changes what a person asked for, and records it.
type changeTx struct {
	*sql.Tx
	change *Change
	first  bool // of the change
}

// errUndone is the error of a change in several transactions that another command has
// begun to undo.
var errUndone = errors.New("another command undoes what was changed so far")

// inChange runs do in a transaction and records c with what do changed, so that
// [Store.Undo] can undo it. If nothing changed, nothing is recorded.
func (s *Store) inChange(ctx context.Context, c *Change, do func(*changeTx) error) error {
	return s.inParts(ctx, c, func(tx *changeTx) (bool, error) { return false, do(tx) })
}

// inParts is inChange for what may be large: it runs do in one transaction after the
// other while more is left. After an error what was committed can be undone.
func (s *Store) inParts(ctx context.Context, c *Change, do func(*changeTx) (more bool, err error)) error {
	c.At = s.now()
	for parts := 0; ; parts++ {
		var more bool
		err := s.write(ctx, func(tx *sql.Tx) (err error) {
			if err := s.beginPart(ctx, tx, c, parts); err != nil {
				return err
			}
			if more, err = do(&changeTx{tx, c, parts == 0}); err != nil {
				return err
			}
			return saveChange(ctx, tx, c)
		})
		if err != nil || !more {
			return err
		}
		time.Sleep(s.pace.pause)
	}
}

// beginPart begins a change, or continues it after some transactions.
func (s *Store) beginPart(ctx context.Context, tx *sql.Tx, c *Change, parts int) error {
	if parts > 0 {
		return continueChange(ctx, tx, c.ID, parts-1)
	}
	if err := s.forgetChanges(ctx, tx, c.At); err != nil {
		return err
	}
	return tx.QueryRowContext(ctx, `
		INSERT INTO change (made_at, command, subject, entries, feeds, names) VALUES (?, ?, ?, 0, 0, '[]')
		RETURNING id`, unixTime(c.At), c.Command, c.Subject).Scan(&c.ID)
}

// continueChange counts one more transaction of a change. It returns errUndone unless
// those before are the parts that the caller knows.
func continueChange(ctx context.Context, tx *sql.Tx, id int64, parts int) error {
	n, err := affected(ctx, tx, `
		UPDATE change SET parts = parts + 1 WHERE id = ? AND parts = ?`, id, parts)
	if err == nil && n == 0 {
		err = errUndone
	}
	return err
}

// saveChange completes the record of a change, or removes it if nothing changed.
func saveChange(ctx context.Context, tx *sql.Tx, c *Change) error {
	recorded, err := tablesOf(ctx, tx, c.ID)
	if err != nil {
		return err
	}
	if len(recorded) == 0 {
		_, err := tx.ExecContext(ctx, `DELETE FROM change WHERE id = ?`, c.ID)
		return err
	}
	names, err := json.Marshal(c.Names)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `
		UPDATE change SET subject = ?, entries = ?, feeds = ?, names = ? WHERE id = ?`, c.Subject, c.Entries, c.Feeds, string(names), c.ID)
	return err
}

// forgetChanges removes changes that are too old or too many to be undone. Of large
// ones it leaves rows to the next change.
func (s *Store) forgetChanges(ctx context.Context, tx *sql.Tx, now time.Time) error {
	ids, err := collect(ctx, tx, func(id *int64) []any { return []any{id} }, `
		SELECT id FROM change WHERE made_at < ?
		UNION SELECT id FROM (SELECT id FROM change ORDER BY id DESC LIMIT -1 OFFSET ?)`, unixTime(now.Add(-keepChanges)), maxChanges-1)
	left := s.pace.shareOfRows()
	for _, id := range ids {
		if err == nil {
			_, err = forgetChange(ctx, tx, id, left)
		}
	}
	return err
}

// forgetChange removes as much of a change as fits into left, and reports whether more
// is left of it.
func forgetChange(ctx context.Context, tx *sql.Tx, id int64, left *share) (more bool, err error) {
	tables, err := tablesOf(ctx, tx, id)
	if err != nil {
		return false, err
	}
	for _, t := range tables {
		rows, all, err := recordedRows(ctx, tx, t, `change_id = ?1`, id, left)
		if err == nil {
			err = dropRecorded(ctx, tx, t, rows)
		}
		if err != nil || !all {
			return true, err
		}
	}
	_, err = tx.ExecContext(ctx, `DELETE FROM change WHERE id = ?`, id)
	return false, err
}

// about notes which feeds the change is about.
func (tx *changeTx) about(ctx context.Context, feeds string) (err error) {
	err = tx.QueryRowContext(ctx, `
		SELECT COUNT(*) FROM subscription WHERE id IN (SELECT value FROM JSON_EACH(?))`, feeds).Scan(&tx.change.Feeds)
	if err != nil {
		return err
	}
	tx.change.Names, err = collect(ctx, tx, func(name *string) []any { return []any{name} }, `
		SELECT COALESCE(NULLIF(title, ''), NULLIF(feed_title, ''), url) FROM subscription
		WHERE id IN (SELECT value FROM JSON_EACH(?)) ORDER BY id LIMIT ?`, feeds, maxChangeNames)
	return err
}
