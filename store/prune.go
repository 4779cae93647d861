package store

import (
	"cmp"
	"context"
	"maps"
	"slices"
)

// How many entries of a feed are kept, and of how many bytes.
const (
	maxKept      = 20_000
	maxKeptBytes = 20 << 20
)

const deleteEntries = `DELETE FROM entry WHERE id IN (SELECT value FROM JSON_EACH(?))`

// Prune deletes the entries that f selects, or with WithPost only their posts, except those of
// unread and starred entries. It returns how many it deleted. For each feed it stores the time by
// which lists sort the newest of the deleted entries: entries of the page up to this time are no
// longer new.
func (s *Store) Prune(ctx context.Context, f EntryFilter) (n int, err error) {
	f.Prunable = true
	err = s.commit(ctx, "prune entries", func(tx *transaction) {
		chosen := tx.selected(f)
		if len(chosen) > 0 {
			tx.recordFinal("prune")
		}
		if f.WithPost {
			n = tx.dropPosts(chosen, "")
			return
		}
		tx.exec(`
			UPDATE subscription SET pruned_until = MIN(?2, MAX(newest, COALESCE(pruned_until, newest)))
			FROM (
				SELECT subscription_id AS feed, MAX(sort_time) AS newest FROM entry
				WHERE id IN (SELECT value FROM JSON_EACH(?1)) GROUP BY subscription_id)
			WHERE id = feed`, jsonList(chosen), tx.now)
		n = tx.exec(deleteEntries, jsonList(chosen))
	})
	return n, err
}

// selected returns the numbers of the entries that f selects.
func (tx *transaction) selected(f EntryFilter) []int64 {
	clauses, args := f.clauses()
	return allRows[int64](tx, `SELECT e.id FROM entry e `+clauses, args...)
}

// trim deletes entries that the page does not list until there are at most maxKept with
// maxKeptBytes: the oldest read ones, then the oldest unread ones. Starred ones stay.
func (m *pageMerger) trim() {
	excess, bytes := len(m.kept)+m.changes.Added-maxKept, -maxKeptBytes
	for _, row := range m.kept {
		bytes += row.size()
	}
	for i := range m.listed {
		e := &m.listed[i]
		if e.old != nil {
			delete(m.kept, e.old.Ref)
		} else {
			bytes += e.size()
		}
	}
	var ids []int64
	for _, row := range slices.SortedFunc(maps.Values(m.kept), oldestReadFirst) {
		if !row.Starred && (excess > 0 || bytes > 0) {
			ids = append(ids, row.ID)
			excess, bytes = excess-1, bytes-row.size()
		}
	}
	if len(ids) > 0 {
		m.tx.exec(deleteEntries, jsonList(ids))
	}
}

// oldestReadFirst orders entries as trim deletes them.
func oldestReadFirst(a, b *entryRow) int {
	last := map[bool]int{true: 1}
	return cmp.Or(last[a.Unread]-last[b.Unread], cmp.Compare(a.sortTime(), b.sortTime()), cmp.Compare(a.ID, b.ID))
}
