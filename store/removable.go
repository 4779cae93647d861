package store

import (
	"context"
	"database/sql"
	"time"
)

// postWeight is how much is removed with the post of an entry, in bytes.
func postWeight(entry string) string {
	return `COALESCE((SELECT p.length FROM post p WHERE p.entry_id = ` + entry + `), 0)`
}

// A removable is an entry that was read and is not starred, with the bytes of what is
// removed with it.
type removable struct {
	entry int64
	bytes int
}

func scanRemovable(r *removable) []any { return []any{&r.entry, &r.bytes} }

// removable returns the entries that f selects, with the bytes of their titles and
// posts.
func (s *Store) removable(ctx context.Context, f EntryFilter) ([]removable, error) {
	clauses, args, err := f.clauses()
	if err != nil {
		return nil, err
	}
	return collect(ctx, s.db, scanRemovable, `
		SELECT e.id, OCTET_LENGTH(e.title) + `+postWeight("e.id")+`
		FROM entry e `+clauses, args...)
}

// A removal removes what is kept of entries, given in JSON, and returns of how many.
type removal func(ctx context.Context, tx *sql.Tx, entries string) (int, error)

// removeInParts has remove work on some entries in one transaction and on more in the
// next, and returns what it removed.
func (s *Store) removeInParts(ctx context.Context, all []removable, remove removal) (total int, err error) {
	for len(all) > 0 {
		some := s.pace.take(all)
		all = all[len(some):]
		var n int
		err := s.write(ctx, func(tx *sql.Tx) (err error) {
			n, err = removeSome(ctx, tx, some, remove)
			return err
		})
		if err != nil {
			return total, err
		}
		if total += n; len(all) > 0 {
			time.Sleep(s.pace.pause)
		}
	}
	return total, nil
}

// take returns the first of all, as many as one transaction may remove.
func (p pace) take(all []removable) []removable {
	n, bytes := 0, 0
	for n < min(len(all), p.rows) && bytes < p.removed {
		bytes += all[n].bytes
		n++
	}
	return all[:n]
}

// removeSome leaves entries that are unread or starred since they were found.
func removeSome(ctx context.Context, tx *sql.Tx, some []removable, remove removal) (int, error) {
	var ids []int64
	for _, r := range some {
		ids = append(ids, r.entry)
	}
	ids, err := collect(ctx, tx, func(id *int64) []any { return []any{id} }, `
		SELECT e.id FROM entry e
		WHERE e.id IN (SELECT value FROM JSON_EACH(?)) AND e.unread = 0 AND e.starred = 0`, jsonList(ids))
	if err != nil || len(ids) == 0 {
		return 0, err
	}
	return remove(ctx, tx, jsonList(ids))
}
