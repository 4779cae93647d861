package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"gemsub/internal/model"
)

// ErrNothingToUndo is the error of [Store.Undo] without such a change.
var ErrNothingToUndo = errors.New("there is no change to undo")

// Undone is [model.Undone].
type Undone = model.Undone

// Changes returns the changes that can be undone, the last first, none older than 30
// days: all removals, and at most 20 others.
func (s *Store) Changes(ctx context.Context) ([]Change, error) {
	list, err := listChanges(ctx, s.db, s.now(), `TRUE`)
	if err != nil {
		return nil, fmt.Errorf("list changes: %w", err)
	}
	return list, nil
}

// listChanges returns the changes that meet a condition.
func listChanges(ctx context.Context, q querier, now time.Time, condition string, args ...any) ([]Change, error) {
	rows, err := q.QueryContext(ctx, `
		SELECT id, made_at, command, subject, entries, feeds, names FROM change
		WHERE made_at >= ? AND `+condition+` ORDER BY id DESC`, append([]any{unixTime(now.Add(-keepChanges))}, args...)...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []Change
	for rows.Next() {
		var c Change
		var names []byte
		if err := rows.Scan(&c.ID, (*unixTime)(&c.At), &c.Command, &c.Subject, &c.Entries, &c.Feeds, &names); err != nil {
			return nil, err
		}
		if err := json.Unmarshal(names, &c.Names); err != nil {
			return nil, err
		}
		list = append(list, c)
	}
	return list, rows.Err()
}

// Undo undoes a change by its number, or with 0 the last one that is not itself the
// undoing of another. What is no longer as the change left it stays and is counted. The
// change is forgotten then.
func (s *Store) Undo(ctx context.Context, id int64) (Undone, error) {
	condition, args := `command <> 'undo'`, []any(nil)
	if id != 0 {
		condition, args = `id = ?`, []any{id}
	}
	var u Undone
	err := s.write(ctx, func(tx *sql.Tx) error {
		list, err := listChanges(ctx, tx, s.now(), condition, args...)
		if err == nil && len(list) == 0 {
			err = ErrNothingToUndo
		}
		if err != nil {
			return err
		}
		u = Undone{Change: list[0]}
		if u.Command == "add" {
			err = undoAdd(ctx, tx, &u, s.now())
		} else {
			err = (&undoTx{Tx: tx, undone: &u}).undo(ctx)
		}
		if err == nil {
			_, err = tx.ExecContext(ctx, `DELETE FROM change WHERE id = ?`, u.ID)
		}
		return err
	})
	if err != nil && !errors.Is(err, ErrNothingToUndo) {
		err = fmt.Errorf("undo: %w", err)
	}
	return u, err
}

// RecordAdd records that a person subscribed by a command, so that [Store.Undo] can undo
// it. It takes a transaction of its own, after those that stored the pages.
func (s *Store) RecordAdd(ctx context.Context, feeds []int64) error {
	return s.inChange(ctx, &Change{Command: "add"}, func(tx *changeTx) error {
		if err := tx.about(ctx, jsonList(feeds)); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `
			INSERT INTO changed_value (change_id, table_name, column_name, first_key, last_key)
			SELECT ?, 'subscription', '', value, value FROM JSON_EACH(?)`, tx.change.ID, jsonList(feeds))
		return err
	}, "subscription")
}

// undoAdd removes what a command subscribed to, with all that came since. That is a
// removal, which can be undone by its number.
func undoAdd(ctx context.Context, tx *sql.Tx, u *Undone, now time.Time) error {
	feeds, err := column[int64](ctx, tx, `
		SELECT s.id FROM changed_value v JOIN subscription s ON s.id = v.first_key WHERE v.change_id = ?`, u.ID)
	if err != nil {
		return err
	}
	u.Restored, u.Left = len(feeds), u.Feeds-len(feeds)
	removal := Change{Command: "undo", At: now}
	err = recordChange(ctx, tx, &removal, func(tx *changeTx) error { return tx.remove(ctx, feeds) })
	if errors.Is(err, errUnchanged) { // they are gone already
		_, err = tx.ExecContext(ctx, `DELETE FROM change WHERE id = ?`, removal.ID)
	}
	u.Entries = removal.Entries
	return err
}
