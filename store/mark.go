package store

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
)

// SetUnread marks the entries that f selects as unread or read, and returns what
// changed. Entries that f names by number or URL are marked in all feeds with equal
// links.
func (s *Store) SetUnread(ctx context.Context, f EntryFilter, unread bool) (Change, error) {
	command := "read"
	if unread {
		command = "unread"
	}
	return s.mark(ctx, command, f, "unread", unread)
}

// SetStarred adds a star to the entries that f selects or removes it, in the way of
// [Store.SetUnread].
func (s *Store) SetStarred(ctx context.Context, f EntryFilter, starred bool) (Change, error) {
	command := "unstar"
	if starred {
		command = "star"
	}
	return s.mark(ctx, command, f, "starred", starred)
}

// mark sets column unread or starred.
func (s *Store) mark(ctx context.Context, command string, f EntryFilter, column string, on bool) (Change, error) {
	c := Change{Command: command}
	clauses, args, err := f.clauses()
	if err == nil {
		chosen := `SELECT e.id FROM entry e ` + clauses
		if len(f.IDs) > 0 || len(f.URLs) > 0 {
			chosen = withEqualLinks(chosen)
		}
		err = s.inChange(ctx, &c, func(tx *changeTx) error { return tx.mark(ctx, column, on, chosen, args) })
	}
	if err != nil {
		return Change{}, fmt.Errorf("mark entries: %w", err)
	}
	return c, nil
}

// mark sets a mark of the entries that are chosen and do not have it yet.
func (tx *changeTx) mark(ctx context.Context, column string, on bool, chosen string, args []any) error {
	var list, feeds []byte
	err := tx.QueryRowContext(ctx, `
		SELECT JSON_GROUP_ARRAY(id), JSON_GROUP_ARRAY(DISTINCT subscription_id) FROM entry
		WHERE `+column+` <> ? AND id IN (`+chosen+`)`, append([]any{on}, args...)...).Scan(&list, &feeds)
	if err != nil {
		return err
	}
	var ids []int64
	if err := json.Unmarshal(list, &ids); err != nil {
		return err
	}
	return tx.setMark(ctx, column, on, ids, string(feeds))
}

// setMark sets a mark of entries that do not have it yet, of the feeds of a list in
// JSON.
func (tx *changeTx) setMark(ctx context.Context, column string, on bool, ids []int64, feeds string) error {
	tx.change.Entries = len(ids)
	if len(ids) == 0 {
		return nil
	}
	if err := tx.about(ctx, feeds); err != nil {
		return err
	}
	ranges, err := json.Marshal(rangesOf(ids))
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `
		INSERT INTO changed_mark (change_id, mark, value, first, last)
		SELECT ?, ?, ?, value ->> 'First', value ->> 'Last' FROM JSON_EACH(?)`, tx.change.ID, column, on, string(ranges))
	if err != nil {
		return err
	}
	_, err = setMarked(ctx, tx.Tx, tx.change.ID, column, on)
	return err
}

// rangesOf returns numbers as ranges.
func rangesOf(ids []int64) (ranges []Range) {
	slices.Sort(ids)
	for _, id := range ids {
		if n := len(ranges); n > 0 && ranges[n-1].Last == id-1 {
			ranges[n-1].Last = id
		} else {
			ranges = append(ranges, Range{id, id})
		}
	}
	return ranges
}
