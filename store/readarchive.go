package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"time"

	"gemsub/internal/file"
	"gemsub/internal/model"
)

// Restored is [model.Restored].
type Restored = model.Restored

// maxReasons is of how many rows that were left out the reason is returned.
const maxReasons = 20

// maxPartSize is how many bytes of an archive one transaction stores, or one line
// more.
const maxPartSize = 4 << 20

// ReadArchive adds to the database what [Store.WriteArchive] wrote. An empty database
// becomes equal to the one that was written, numbers included. Another one loses
// nothing: feeds are recognised by their URLs, entries by their Atom ids. What is there
// stays as it is, except that an entry which is read or starred in the archive becomes
// so. Entries that were pruned here are left out.
//
// The archive may come from anybody: texts are cleaned and bounded, URLs and times
// checked, lines may have 4 MiB. The error for a wrong line names its number; then
// nothing is stored. Rows that are too large or contradict the database are left out;
// the result says which.
//
// The rows are stored in several transactions, so that others need not wait long. If
// something stops it, those that were stored stay, and are in the result. Reading the
// archive again adds the rest.
func (s *Store) ReadArchive(ctx context.Context, in io.Reader) (done Restored, err error) {
	done, err = s.readArchive(ctx, in)
	if err != nil {
		return done, fmt.Errorf("read archive: %w", err)
	}
	return done, nil
}

func (s *Store) readArchive(ctx context.Context, in io.Reader) (done Restored, err error) {
	archive, release, err := file.NewRereadable(in, s.path)
	if err != nil {
		return done, err
	}
	defer release()
	if err := s.checkArchive(ctx, archive); err != nil {
		return done, err
	}
	if err := archive.Rewind(); err != nil {
		return done, err
	}
	last, before, err := s.countMarks(ctx, math.MaxInt64)
	if err != nil {
		return done, err
	}
	if done, err = s.restore(ctx, archive); err != nil {
		return done, err
	}
	_, after, err := s.countMarks(ctx, last)
	done.Read, done.Starred = max(0, before.unread-after.unread), max(0, after.starred-before.starred)
	return done, err
}

// marks are numbers of entries.
type marks struct{ unread, starred int }

// countMarks counts the marks of the entries up to a number, and returns the highest of
// these.
func (s *Store) countMarks(ctx context.Context, upTo int64) (last int64, m marks, err error) {
	err = s.db.QueryRowContext(ctx, `
		SELECT COALESCE(MAX(id), 0), COALESCE(SUM(unread), 0), COALESCE(SUM(starred), 0) FROM entry WHERE id <= ?`, upTo).Scan(&last, &m.unread, &m.starred)
	return last, m, err
}

// restore stores the rows of an archive that was checked.
func (s *Store) restore(ctx context.Context, in io.Reader) (Restored, error) {
	lines, err := newArchiveReader(ctx, s.db, in)
	if err != nil {
		return Restored{}, err
	}
	r := newRestorer(lines)
	for {
		stored := r.done
		stored.Added = maps.Clone(stored.Added)
		err := s.write(ctx, func(tx *sql.Tx) error { return r.storePart(uncancelled(ctx), tx, s.pace) })
		if err != nil {
			return stored, err
		}
		if !r.more {
			return r.done, s.Index(ctx)
		}
		if err := ctx.Err(); err != nil {
			return r.done, err
		}
		time.Sleep(s.pace.pause)
	}
}

// A restorer stores the rows of an archive.
type restorer struct {
	*archiveReader
	merge map[string]string // what to do with a row that is there already, by table
	// identities are the names of those in the archive that are ours too by now.
	identities map[string]bool
	feeds      map[int64]int64 // the archive's numbers of subscriptions, and ours
	entries    map[int64]int64 // those of entries that have other numbers here
	stays      map[int64]ourStay
	last       map[string]int64 // the highest number that was given, by table
	done       Restored

	// These are of the current transaction.
	tx    *sql.Tx
	added map[int64]entryCount // entries, by subscription
}

// An entryCount is what a subscription's entry counts lack.
type entryCount struct{ entries, unread int }

func newRestorer(lines *archiveReader) *restorer {
	r := &restorer{
		archiveReader: lines,
		merge:         map[string]string{},
		identities:    map[string]bool{},
		feeds:         map[int64]int64{},
		entries:       map[int64]int64{},
		stays:         map[int64]ourStay{},
		done:          Restored{Added: map[string]int{}},
	}
	for _, t := range archivedTables() {
		r.merge[t.name] = t.merge
	}
	return r
}

// storePart stores as many rows as p allows, or fewer that are large.
func (r *restorer) storePart(ctx context.Context, tx *sql.Tx, p pace) error {
	if err := r.begin(ctx, tx); err != nil {
		return err
	}
	for n, size := p.rows, 0; n > 0 && size < maxPartSize; n-- {
		if err := r.next(); err != nil {
			return err
		}
		if !r.more {
			break
		}
		size += len(r.lines.Bytes())
		if err := r.storeLine(ctx); err != nil {
			return fmt.Errorf("line %d: %w", r.line, err)
		}
	}
	if err := r.count(ctx); err != nil {
		return err
	}
	if err := placeEntries(ctx, tx); err != nil {
		return err
	}
	if err := linkPosts(ctx, tx); err != nil {
		return err
	}
	_, err := p.indexSome(ctx, tx)
	return err
}

// begin makes r ready for a transaction. Others may have added rows since the last;
// the numbers that SQLite says it gave since count rows that were there already.
func (r *restorer) begin(ctx context.Context, tx *sql.Tx) (err error) {
	r.tx, r.added = tx, map[int64]entryCount{}
	first := r.last == nil
	if first {
		r.last = map[string]int64{}
	}
	for _, table := range []string{"subscription", "entry", "mute"} {
		var last int64
		if first {
			last, err = lastNumber(ctx, tx, table)
		} else {
			err = tx.QueryRowContext(ctx, `SELECT COALESCE(MAX(id), 0) FROM `+table).Scan(&last)
		}
		if err != nil {
			return err
		}
		r.last[table] = max(r.last[table], last)
	}
	return nil
}

// lastNumber returns the highest number that was ever given in a table.
func lastNumber(ctx context.Context, q querier, table string) (last int64, err error) {
	err = q.QueryRowContext(ctx, `
		SELECT COALESCE(MAX(seq), 0) FROM sqlite_sequence WHERE name = ?`, table).Scan(&last)
	return last, err
}

// count updates the entry counts of subscriptions.
func (r *restorer) count(ctx context.Context) error {
	for feed, n := range r.added {
		if _, err := r.tx.ExecContext(ctx, countAdded, n.entries, n.unread, feed); err != nil {
			return err
		}
	}
	return nil
}

// storeLine stores the current line, or notes why it is left out.
func (r *restorer) storeLine(ctx context.Context) error {
	row, err := r.row(r.lines.Bytes())
	if err == nil {
		err = r.store(ctx, row)
	}
	if _, away := errors.AsType[*leftOutError](err); !away {
		return err
	}
	r.done.LeftOut++
	if len(r.done.Reasons) < maxReasons {
		r.done.Reasons = append(r.done.Reasons, model.LineError{Line: r.line, Err: err})
	}
	return nil
}
