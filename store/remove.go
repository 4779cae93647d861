package store

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// Remove deletes subscriptions with their tags and entries. It ignores numbers
// without a subscription.
//
// It deletes a few thousand rows in each transaction, so that others need not wait
// long, and the subscriptions in the last. After an error [Store.Undo] brings back what
// is deleted, and Remove deletes the rest.
func (s *Store) Remove(ctx context.Context, ids []int64) error {
	c, tables := Change{Command: "remove"}, recordedTables()
	err := s.inParts(ctx, &c, func(tx *changeTx) (more bool, err error) {
		if tx.first {
			if err := tx.about(ctx, jsonList(ids)); err != nil {
				return false, err
			}
		}
		tables, err = tx.removeSome(ctx, tables, jsonList(ids), s.pace.shareOfRows())
		return len(tables) > 0, err
	})
	if err != nil {
		return fmt.Errorf("remove subscriptions: %w", err)
	}
	return nil
}

// removeSome deletes as many rows of feeds as fit into left, from the last of tables to
// the first, and returns the tables that may have more. What comes into the others
// meanwhile is deleted with the entry that it belongs to.
func (tx *changeTx) removeSome(ctx context.Context, tables []recordedTable, feeds string, left *share) ([]recordedTable, error) {
	for i, t := range slices.Backward(tables) {
		n, all, err := tx.removeRows(ctx, t, feeds, left)
		if t.name == "entry" {
			tx.change.Entries += n
		}
		if err != nil || !all {
			return tables[:i+1], err
		}
	}
	return nil, nil
}

// removeRows deletes rows of a table and records them. It returns how many, and
// whether these are all.
func (tx *changeTx) removeRows(ctx context.Context, t recordedTable, feeds string, left *share) (n int, all bool, err error) {
	names, err := columnsOfTable(ctx, tx, t.name)
	if err != nil {
		return 0, false, err
	}
	columns, from := strings.Join(names, ", "), ` FROM `+t.name+` WHERE `+t.ofFeeds
	limit, err := left.limit(ctx, tx, t.size, from, feeds)
	if err != nil {
		return 0, false, err
	}
	result, err := tx.ExecContext(ctx, `
		INSERT INTO changed_`+t.name+` (change_id, is_after, `+columns+`)
		SELECT ?, 0, `+columns+from+` LIMIT ?`, tx.change.ID, feeds, limit)
	if err != nil {
		return 0, false, err
	}
	recorded, err := result.RowsAffected()
	if err != nil || recorded == 0 {
		return 0, limit > 0, err
	}
	last, err := result.LastInsertId() // their numbers are successive
	if err != nil {
		return 0, false, err
	}
	n, err = affected(ctx, tx.Tx, `
		DELETE FROM `+t.name+` WHERE (`+t.key+`) IN (SELECT `+t.key+` FROM changed_`+t.name+` WHERE rowid > ?)`, last-recorded)
	left.rows -= n
	return n, n < limit, err
}
