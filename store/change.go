package store

import (
	"context"
	"database/sql"
	"encoding/json"
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
		{"subscription", "id", `id IN ` + feeds, `TRUE`},
		{"tag", "subscription_id, tag", byFeed, hasFeed},
		{"mute", "id", byFeed, hasFeed},
		{"pruned", "subscription_id, ref", byFeed, hasFeed},
		{"entry", "id", byFeed, hasFeed},
		{"owed_hook", "entry_id", byEntry, hasEntry},
		{"wanted_post", "entry_id", byEntry, hasEntry},
		{"post", "entry_id", byFeed, hasEntry},
	}
}

// A changeTx is a transaction that changes what a person asked for, and records it.
type changeTx struct {
	*sql.Tx
	change *Change
}

// inChange runs do in a transaction and records c with what do changed, so that
// [Store.Undo] can undo it. If nothing changed, nothing is recorded.
func (s *Store) inChange(ctx context.Context, c *Change, do func(*changeTx) error) error {
	c.At = s.now()
	return s.write(ctx, func(tx *sql.Tx) error {
		if err := forgetChanges(ctx, tx, c.At); err != nil {
			return err
		}
		err := tx.QueryRowContext(ctx, `
			INSERT INTO change (made_at, command, subject, entries, feeds, names) VALUES (?, ?, ?, 0, 0, '[]')
			RETURNING id`, unixTime(c.At), c.Command, c.Subject).Scan(&c.ID)
		if err != nil {
			return err
		}
		if err := do(&changeTx{tx, c}); err != nil {
			return err
		}
		return saveChange(ctx, tx, c)
	})
}

// saveChange completes the record of a change, or removes it if nothing changed.
func saveChange(ctx context.Context, tx *sql.Tx, c *Change) error {
	var any bool
	query := `SELECT EXISTS (SELECT 1 FROM changed_mark WHERE change_id = ?1)`
	for _, t := range recordedTables() {
		query += ` OR EXISTS (SELECT 1 FROM changed_` + t.name + ` WHERE change_id = ?1)`
	}
	if err := tx.QueryRowContext(ctx, query, c.ID).Scan(&any); err != nil {
		return err
	}
	if !any {
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

// forgetChanges removes changes that are too old or too many to be undone.
func forgetChanges(ctx context.Context, tx *sql.Tx, now time.Time) error {
	ids, err := collect(ctx, tx, func(id *int64) []any { return []any{id} }, `
		SELECT id FROM change WHERE made_at < ?
		UNION SELECT id FROM (SELECT id FROM change ORDER BY id DESC LIMIT -1 OFFSET ?)`, unixTime(now.Add(-keepChanges)), maxChanges-1)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := forgetChange(ctx, tx, id); err != nil {
			return err
		}
	}
	return nil
}

func forgetChange(ctx context.Context, tx *sql.Tx, id int64) error {
	for _, t := range recordedTables() {
		if _, err := tx.ExecContext(ctx, `DELETE FROM changed_`+t.name+` WHERE change_id = ?`, id); err != nil {
			return err
		}
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM changed_mark WHERE change_id = ?`, id); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, `DELETE FROM change WHERE id = ?`, id)
	return err
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
