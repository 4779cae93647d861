package store

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"gemsub/internal/model"
)

// Restored is [model.Restored].
type Restored = model.Restored

// maxReasons is of how many rows that were left out the reason is returned.
const maxReasons = 20

// maxArchiveLine bounds a line of an archive, in bytes.
const maxArchiveLine = 4 << 20

// ReadArchive adds to the database what [Store.WriteArchive] wrote, whole or not at
// all. An empty database becomes equal to the one that was written, numbers included.
// Another one loses nothing: feeds are recognised by their URLs, entries by their Atom
// ids. What is there stays as it is, except that an entry which is read or starred in
// the archive becomes so. Entries that were pruned here are left out.
//
// The archive may come from anybody: texts are cleaned and bounded, URLs and times
// checked, lines may have 4 MiB. The error for a wrong line names its number. Rows that
// are too large or contradict the database are left out; the result says which.
func (s *Store) ReadArchive(ctx context.Context, in io.Reader) (Restored, error) {
	var done Restored
	err := s.write(ctx, func(tx *sql.Tx) (err error) {
		done, err = readRows(ctx, tx, in)
		return err
	})
	if err != nil {
		return Restored{}, fmt.Errorf("read archive: %w", err)
	}
	return done, nil
}

func readRows(ctx context.Context, tx *sql.Tx, in io.Reader) (Restored, error) {
	r, err := newRestorer(ctx, tx, in)
	if err != nil {
		return Restored{}, err
	}
	before, err := r.numbersOfRows(ctx)
	if err != nil {
		return Restored{}, err
	}
	if err := r.countMarks(ctx, r.readLines); err != nil {
		return Restored{}, err
	}
	after, err := r.numbersOfRows(ctx)
	for table, n := range after {
		if n > before[table] {
			r.done.Added[table] = n - before[table]
		}
	}
	return r.done, err
}

// A restorer reads the lines of an archive and stores them.
type restorer struct {
	tx      *sql.Tx
	lines   *bufio.Scanner
	line    int  // number of the current one
	more    bool // there is a current one
	tables  map[string]archivedTable
	columns map[string][]column
	// identities are the names of those in the archive that are ours too by now.
	identities map[string]bool
	feeds      map[int64]int64  // the archive's numbers of subscriptions, and ours
	last       map[string]int64 // the highest number that was given, by table
	done       Restored
}

// newRestorer reads the first line.
func newRestorer(ctx context.Context, tx *sql.Tx, in io.Reader) (*restorer, error) {
	r := &restorer{
		tx:         tx,
		lines:      bufio.NewScanner(in),
		tables:     map[string]archivedTable{},
		columns:    map[string][]column{},
		identities: map[string]bool{},
		feeds:      map[int64]int64{},
		last:       map[string]int64{},
		done:       Restored{Added: map[string]int{}},
	}
	r.lines.Buffer(nil, maxArchiveLine)
	for _, t := range archivedTables() {
		r.tables[t.name] = t
		var err error
		if r.columns[t.name], err = columnsOf(ctx, tx, t.name, t.columns); err != nil {
			return nil, err
		}
		if r.last[t.name], err = lastNumber(ctx, tx, t.name); err != nil {
			return nil, err
		}
	}
	return r, r.start()
}

// countMarks counts which entries that are there read marks as read or starred: that
// is all it changes of them.
func (r *restorer) countMarks(ctx context.Context, read func(context.Context) error) error {
	last, err := lastEntry(ctx, r.tx)
	if err != nil {
		return err
	}
	var before, after marks
	if err := before.count(ctx, r.tx, last); err != nil {
		return err
	}
	if err := read(ctx); err != nil {
		return err
	}
	if err := after.count(ctx, r.tx, last); err != nil {
		return err
	}
	r.done.Read, r.done.Starred = before.unread-after.unread, after.starred-before.starred
	return nil
}

// marks are numbers of entries.
type marks struct{ unread, starred int }

// count counts the marks of the entries up to the number last.
func (m *marks) count(ctx context.Context, q querier, last int64) error {
	return q.QueryRowContext(ctx, `
		SELECT COALESCE(SUM(unread), 0), COALESCE(SUM(starred), 0) FROM entry WHERE id <= ?`, last).Scan(&m.unread, &m.starred)
}

// numbersOfRows returns how many rows each table has.
func (r *restorer) numbersOfRows(ctx context.Context) (map[string]int, error) {
	numbers := map[string]int{}
	for table := range r.tables {
		var n int
		if err := r.tx.QueryRowContext(ctx, `SELECT COUNT(*) FROM `+table).Scan(&n); err != nil {
			return nil, err
		}
		numbers[table] = n
	}
	return numbers, nil
}

// lastNumber returns the highest number that was ever given in a table.
func lastNumber(ctx context.Context, q querier, table string) (last int64, err error) {
	err = q.QueryRowContext(ctx, `
		SELECT COALESCE(MAX(seq), 0) FROM sqlite_sequence WHERE name = ?`, table).Scan(&last)
	return last, err
}

func (r *restorer) start() error {
	var head struct {
		Type    string
		Version int
	}
	switch err := r.next(); {
	case err != nil:
		return err
	case !r.more || json.Unmarshal(r.lines.Bytes(), &head) != nil || head.Type != "gemsub":
		return errors.New(`line 1 is not {"type":"gemsub",…}: this is no archive`)
	case head.Version != archiveVersion:
		return fmt.Errorf("line 1: version %d was written by another gemsub (this one knows %d)", head.Version, archiveVersion)
	}
	return nil
}

// next reads the next line, if there is one.
func (r *restorer) next() error {
	r.line++
	r.more = r.lines.Scan()
	err := r.lines.Err()
	if errors.Is(err, bufio.ErrTooLong) {
		return fmt.Errorf("line %d is longer than %d MiB", r.line, maxArchiveLine>>20)
	}
	return err
}

// leaveOut notes why the row at hand is not stored.
func (r *restorer) leaveOut(err error) {
	r.done.LeftOut++
	if len(r.done.Reasons) < maxReasons {
		r.done.Reasons = append(r.done.Reasons, model.LineError{Line: r.line, Err: err})
	}
}

// readLines stores all rows.
func (r *restorer) readLines(ctx context.Context) error {
	last, err := lastEntry(ctx, r.tx)
	if err != nil {
		return err
	}
	for {
		if err := r.next(); err != nil {
			return err
		}
		if !r.more {
			break
		}
		err := r.store(ctx, r.lines.Bytes())
		var away *leftOutError
		switch {
		case errors.As(err, &away):
			r.leaveOut(err)
		case err != nil:
			return fmt.Errorf("line %d: %w", r.line, err)
		}
	}
	if err := recount(ctx, r.tx, last); err != nil {
		return err
	}
	return index(ctx, r.tx, last)
}
