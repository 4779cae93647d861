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
//
// It restores a few thousand rows in each transaction, so that others need not wait
// long, feeds before their entries. After an error Undo undoes the rest.
func (s *Store) Undo(ctx context.Context) (Undone, error) {
	var u Undone
	parts, more := 0, true
	for ; more; parts++ {
		if u.ID > 0 {
			time.Sleep(s.pace.pause)
		}
		err := s.write(ctx, func(tx *sql.Tx) (err error) {
			if u.ID == 0 {
				if u.Change, parts, err = lastChange(ctx, tx, s.now()); err != nil {
					return err
				}
			}
			if err = continueChange(ctx, tx, u.ID, parts); err != nil {
				return err
			}
			if more, err = (&undoTx{tx, &u}).undo(ctx, s.pace); err == nil && !more {
				err = linkPosts(ctx, tx) // those that were removed before links were recorded
			}
			return err
		})
		if errors.Is(err, ErrNothingToUndo) {
			return Undone{}, err
		}
		if err != nil {
			return Undone{}, fmt.Errorf("undo: %w", err)
		}
	}
	return u, nil
}

// lastChange returns the change that is undone next, and how many transactions have
// worked on it.
func lastChange(ctx context.Context, tx *sql.Tx, now time.Time) (c Change, parts int, err error) {
	list, err := listChanges(ctx, tx, now.Add(-keepChanges).Unix(), 1)
	if err == nil && len(list) == 0 {
		err = ErrNothingToUndo
	}
	if err != nil {
		return Change{}, 0, err
	}
	err = tx.QueryRowContext(ctx, `
		SELECT parts FROM change WHERE id = ?`, list[0].ID).Scan(&parts)
	return list[0], parts, err
}

// An undoTx is a transaction that undoes a change, or a part of it.
type undoTx struct {
	*sql.Tx
	undone *Undone
}

// undo undoes as much of the change as one transaction may, and reports whether more is
// left. What is undone is no longer recorded.
func (tx *undoTx) undo(ctx context.Context, p pace) (more bool, err error) {
	tables, err := tablesOf(ctx, tx.Tx, tx.undone.ID)
	all, left := err == nil, p.shareOfRows()
	for _, t := range tables {
		switch {
		case err != nil || !all:
		case t.name == "mark":
			all, err = tx.marks(ctx, p.shareOfMarks())
		default:
			all, err = tx.rows(ctx, t, left)
		}
	}
	if err == nil && all {
		all, err = tx.settings(ctx, left)
	}
	if err != nil || !all {
		return true, err
	}
	return forgetChange(ctx, tx.Tx, tx.undone.ID, left)
}

// marks undoes as many changed marks as fit into left, and reports whether these are
// all. All marks of a change are the same.
func (tx *undoTx) marks(ctx context.Context, left *share) (all bool, err error) {
	const ranges = ` FROM changed_mark WHERE change_id = ? ORDER BY first`
	const next = ranges + ` LIMIT ?`
	var column string
	var value bool
	err = tx.QueryRowContext(ctx, `SELECT mark, value`+ranges, tx.undone.ID).Scan(&column, &value)
	if err != nil {
		return false, err
	}
	marked := left.size
	limit, err := left.limit(ctx, tx, `last - first + 1`, ranges, tx.undone.ID)
	if err != nil {
		return false, err
	}
	marked -= left.size
	restored, err := affected(ctx, tx.Tx, `
		UPDATE entry SET `+column+` = ? WHERE `+column+` = ? AND id IN (
			SELECT e.id FROM (SELECT first, last`+next+`) r CROSS JOIN entry e ON e.id BETWEEN r.first AND r.last)`,
		!value, value, tx.undone.ID, limit)
	if err != nil {
		return false, err
	}
	tx.undone.Left += marked - restored
	n, err := affected(ctx, tx.Tx, `
		DELETE FROM changed_mark WHERE rowid IN (SELECT rowid`+next+`)`, tx.undone.ID, limit)
	return n < limit, err
}
