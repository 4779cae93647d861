package store

import (
	"context"
	"encoding/json"
	"errors"
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
	c, m := Change{Command: command}, marking{column: column, on: on}
	err := m.find(ctx, s.db, f)
	if err == nil && len(m.entries) > 0 {
		err = s.inParts(ctx, &c, func(tx *changeTx) (more bool, err error) { return m.some(ctx, tx, s.pace.marks) })
	}
	if err != nil {
		return Change{}, fmt.Errorf("mark entries: %w", err)
	}
	return c, nil
}

// A marking sets a mark of entries that were found before it takes the lock.
type marking struct {
	column  string // unread or starred
	on      bool
	entries []int64 // that are to be marked
	feeds   []int64 // of all of them
}

// find finds the entries that f selects and that do not have the mark yet.
func (m *marking) find(ctx context.Context, q querier, f EntryFilter) error {
	clauses, args, err := f.clauses()
	if err != nil {
		return err
	}
	chosen := `SELECT e.id FROM entry e ` + clauses
	if len(f.IDs) > 0 || len(f.URLs) > 0 {
		chosen = withEqualLinks(chosen)
	}
	var entries, feeds []byte
	err = q.QueryRowContext(ctx, `
		SELECT JSON_GROUP_ARRAY(id), JSON_GROUP_ARRAY(DISTINCT subscription_id) FROM entry
		WHERE `+m.column+` <> ? AND id IN (`+chosen+`)`, append([]any{m.on}, args...)...).Scan(&entries, &feeds)
	if err != nil {
		return err
	}
	return errors.Join(json.Unmarshal(entries, &m.entries), json.Unmarshal(feeds, &m.feeds))
}

// some marks up to n entries that still do not have the mark, and reports whether more
// are left.
func (m *marking) some(ctx context.Context, tx *changeTx, n int) (more bool, err error) {
	if len(m.entries) == 0 {
		return false, nil
	}
	if tx.first {
		slices.Sort(m.entries)
		slices.Sort(m.feeds)
		if err := tx.about(ctx, jsonList(slices.Compact(m.feeds))); err != nil {
			return false, err
		}
	}
	some := m.entries[:min(n, len(m.entries))]
	m.entries = m.entries[len(some):]
	marked, err := collect(ctx, tx, func(id *int64) []any { return []any{id} }, `
		UPDATE entry SET `+m.column+` = ?1 WHERE `+m.column+` <> ?1 AND id IN (SELECT value FROM JSON_EACH(?2))
		RETURNING id`, m.on, jsonList(some))
	if err != nil {
		return false, err
	}
	tx.change.Entries += len(marked)
	return len(m.entries) > 0, tx.keepMarked(ctx, m.column, m.on, marked)
}

// keepMarked records which entries were marked.
func (tx *changeTx) keepMarked(ctx context.Context, column string, on bool, ids []int64) error {
	if len(ids) == 0 {
		return nil
	}
	_, err := tx.ExecContext(ctx, `
		INSERT INTO changed_mark (change_id, mark, value, first, last)
		SELECT ?, ?, ?, value ->> 'First', value ->> 'Last' FROM JSON_EACH(?)`, tx.change.ID, column, on, rangeList(rangesOf(ids)))
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
