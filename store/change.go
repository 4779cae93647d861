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

// The last changes can be undone for some time, and removals for all of it.
const (
	maxChanges     = 20
	keepChanges    = 30 * 24 * time.Hour
	maxChangeNames = 3 // of feeds, in the words for a change
)

// isRemoval holds for a change that stays for all the time, whatever is changed after it.
const isRemoval = `command IN ('remove', 'undo')`

// A changeTx is a transaction that changes what a person asked for, and records it.
type changeTx struct {
	*sql.Tx
	change *Change
}

// errUnchanged rolls back a command that changed nothing.
var errUnchanged = errors.New("nothing changed")

// inChange runs do in a transaction and records as c what do changed, so that
// [Store.Undo] can undo it. If nothing changed, nothing is recorded. What do may change
// can be said by tables, since to watch all takes 20 ms.
func (s *Store) inChange(ctx context.Context, c *Change, do func(*changeTx) error, tables ...string) error {
	c.At = s.now()
	err := s.write(ctx, func(tx *sql.Tx) error { return recordChange(ctx, tx, c, do, tables...) })
	if errors.Is(err, errUnchanged) {
		c.ID = 0
		return nil
	}
	return err
}

// recordChange is inChange within a transaction. It returns errUnchanged if nothing
// changed.
func recordChange(ctx context.Context, tx *sql.Tx, c *Change, do func(*changeTx) error, tables ...string) error {
	if err := forgetChanges(ctx, tx, c.At); err != nil {
		return err
	}
	err := tx.QueryRowContext(ctx, `
		INSERT INTO change (made_at, command, subject, entries, feeds, names) VALUES (?, ?, '', 0, 0, '')
		RETURNING id`, unixTime(c.At), c.Command).Scan(&c.ID)
	if err != nil {
		return err
	}
	if err := record(ctx, tx, c.ID, func() error { return do(&changeTx{tx, c}) }, tables); err != nil {
		return err
	}
	return saveChange(ctx, tx, c)
}

// saveChange says what a recorded change was.
func saveChange(ctx context.Context, tx *sql.Tx, c *Change) error {
	names, err := json.Marshal(c.Names)
	if err != nil {
		return err
	}
	n, err := affected(ctx, tx, `
		UPDATE change SET subject = ?1, entries = ?2, feeds = ?3, names = ?4
		WHERE id = ?5 AND EXISTS (SELECT 1 FROM changed_value WHERE change_id = ?5)`,
		c.Subject, c.Entries, c.Feeds, string(names), c.ID)
	if err == nil && n == 0 {
		err = errUnchanged
	}
	return err
}

// forgetChanges makes room for one more change.
func forgetChanges(ctx context.Context, tx *sql.Tx, now time.Time) error {
	_, err := tx.ExecContext(ctx, `
		DELETE FROM change WHERE made_at < ? OR id IN (
			SELECT id FROM change WHERE NOT `+isRemoval+` ORDER BY id DESC LIMIT -1 OFFSET ?)`,
		unixTime(now.Add(-keepChanges)), maxChanges-1)
	return err
}

// about notes which feeds the change is about.
func (tx *changeTx) about(ctx context.Context, feeds string) (err error) {
	err = tx.QueryRowContext(ctx, `
		SELECT COUNT(*) FROM subscription WHERE id IN (SELECT value FROM JSON_EACH(?))`, feeds).Scan(&tx.change.Feeds)
	if err != nil {
		return err
	}
	tx.change.Names, err = column[string](ctx, tx, `
		SELECT COALESCE(NULLIF(title, ''), NULLIF(feed_title, ''), url) FROM subscription
		WHERE id IN (SELECT value FROM JSON_EACH(?)) ORDER BY id LIMIT ?`, feeds, maxChangeNames)
	return err
}
