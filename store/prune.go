package store

import (
	"context"
	"time"
)

const deleteEntries = `DELETE FROM entry WHERE id IN (SELECT value FROM JSON_EACH(?))`

// Prune deletes the entries that f selects, or with WithPost only their posts, except those of
// unread and starred entries. It returns how many it deleted. For each feed it stores the time by
// which lists sort the newest of the deleted entries: entries of the page up to this time are no
// longer new.
func (s *Store) Prune(ctx context.Context, f EntryFilter) (n int, err error) {
	f.Prunable = true
	err = s.commit(ctx, "prune entries", func(tx *transaction) {
		if !f.WithPost && (f.Before.IsZero() || f.Before.After(tx.now)) {
			f.Before = tx.now.Add(time.Second) // what is dated later would come back
		}
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
		tx.exec(`
			INSERT INTO machine_line (what, feed, ref, value, counter, machine, seen_at)
			SELECT m.*, (SELECT MIN(1 + COALESCE(MAX(counter), 0), 1 << 53) FROM machine_line), n.name, 0
			FROM machine_name n JOIN machine_mark m`)
		n = tx.exec(deleteEntries, jsonList(chosen))
	})
	return n, err
}

// selected returns the numbers of the entries that f selects.
func (tx *transaction) selected(f EntryFilter) []int64 {
	clauses, args := f.clauses()
	return allRows[int64](tx, `SELECT e.id FROM entry e `+clauses, args...)
}
