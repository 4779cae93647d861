package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"gemsub/internal/model"
)

// ErrNothingToUndo is the error of [Store.Undo] without a change.
var ErrNothingToUndo = errors.New("there is no change to undo")

// Undone is [model.Undone].
type Undone = model.Undone

// Changes returns the changes that can be undone, the last first: at most 20, none
// older than 30 days.
func (s *Store) Changes(ctx context.Context) ([]Change, error) {
	list, err := listChanges(ctx, s.db, s.now().Add(-keepChanges).Unix(), maxChanges)
	if err != nil {
		return nil, fmt.Errorf("list changes: %w", err)
	}
	return list, nil
}

func listChanges(ctx context.Context, q querier, since int64, limit int) ([]Change, error) {
	rows, err := q.QueryContext(ctx, `
		SELECT id, made_at, command, subject, entries, feeds, names FROM change
		WHERE made_at >= ? ORDER BY id DESC LIMIT ?`, since, limit)
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

// Undo undoes the last change, as far as what it changed is still as it left it.
func (s *Store) Undo(ctx context.Context) (Undone, error) {
	var u Undone
	err := s.write(ctx, func(tx *sql.Tx) error {
		last, err := listChanges(ctx, tx, s.now().Add(-keepChanges).Unix(), 1)
		if err != nil {
			return err
		}
		if len(last) == 0 {
			return ErrNothingToUndo
		}
		u.Change = last[0]
		if err := (&undoTx{tx, &u}).undo(ctx); err != nil {
			return err
		}
		return forgetChange(ctx, tx, u.ID)
	})
	if errors.Is(err, ErrNothingToUndo) {
		return Undone{}, err
	}
	if err != nil {
		return Undone{}, fmt.Errorf("undo: %w", err)
	}
	return u, nil
}

// An undoTx is a transaction that undoes a change.
type undoTx struct {
	*sql.Tx
	undone *Undone
}

func (tx *undoTx) undo(ctx context.Context) error {
	if err := tx.marks(ctx); err != nil {
		return err
	}
	for _, t := range recordedTables() {
		names, err := columnsOfTable(ctx, tx, t.name)
		if err == nil {
			err = tx.deleteAdded(ctx, t, names)
		}
		if err == nil {
			err = tx.restoreDeleted(ctx, t, names)
		}
		if err != nil {
			return err
		}
	}
	if err := tx.countRestored(ctx); err != nil {
		return err
	}
	return tx.settings(ctx)
}

// marks undoes changed marks.
func (tx *undoTx) marks(ctx context.Context) error {
	type changed struct {
		column string
		value  bool
		n      int
	}
	list, err := collect(ctx, tx, func(c *changed) []any { return []any{&c.column, &c.value, &c.n} }, `
		SELECT mark, value, SUM(last - first + 1) FROM changed_mark WHERE change_id = ? GROUP BY mark, value`, tx.undone.ID)
	if err != nil {
		return err
	}
	for _, c := range list {
		n, err := setMarked(ctx, tx.Tx, tx.undone.ID, c.column, !c.value)
		if err != nil {
			return err
		}
		tx.undone.Left += c.n - n
	}
	return nil
}

// setMarked sets a mark of the entries of a change, and returns how many did not have
// it.
func setMarked(ctx context.Context, tx *sql.Tx, change int64, column string, on bool) (int, error) {
	return affected(ctx, tx, `
		UPDATE entry SET `+column+` = ? WHERE `+column+` <> ? AND id IN (
			SELECT e.id FROM changed_mark r CROSS JOIN entry e ON e.id BETWEEN r.first AND r.last
			WHERE r.change_id = ? AND r.mark = ?)`, on, on, change, column)
}
