package store

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/mattn/go-sqlite3"
)

// Restored is what [Store.ReadArchive] did.
type Restored struct {
	Subscriptions, Entries int // that were not there before
	Refused                int // lines
}

// Bounds of reading an archive: the bytes of a line, and the lines that are
// stored in one transaction.
const (
	maxArchiveLine = 16 << 20
	archiveBatch   = 5000
)

// ReadArchive brings what [Store.WriteArchive] wrote into the database. An empty
// database becomes equal to the one that was written, numbers included. Another
// one loses nothing: feeds are known by their URLs, entries by their ids; what
// is there already stays as it is, but an entry that was read or starred in
// either is so from now on, and one that was pruned here stays away.
//
// A line that cannot be stored is refused, with its number, and the others are
// read. Lines are stored in batches, so an error leaves what came before; the
// archive can be read again.
func (s *Store) ReadArchive(ctx context.Context, in io.Reader, refuse func(line int, err error)) (Restored, error) {
	done, err := s.readArchive(ctx, in, refuse)
	if err != nil {
		return Restored{}, fmt.Errorf("read archive: %w", err)
	}
	return done, nil
}

func (s *Store) readArchive(ctx context.Context, in io.Reader, refuse func(int, error)) (Restored, error) {
	r, err := newRestorer(ctx, s.db, in)
	if err != nil {
		return Restored{}, err
	}
	before, err := s.contents(ctx)
	if err != nil {
		return Restored{}, err
	}
	for r.more {
		err := s.write(ctx, func(tx *sql.Tx) error { return r.batch(ctx, tx, refuse) })
		if err != nil {
			return Restored{}, err
		}
	}
	after, err := s.contents(ctx)
	after.Subscriptions -= before.Subscriptions
	after.Entries -= before.Entries
	after.Refused = r.refused
	return after, err
}

func (s *Store) contents(ctx context.Context) (c Restored, err error) {
	err = s.db.QueryRowContext(ctx, `
		SELECT (SELECT COUNT(*) FROM subscription), (SELECT COUNT(*) FROM entry)`).Scan(&c.Subscriptions, &c.Entries)
	return c, err
}

// A restorer stores the lines of an archive.
type restorer struct {
	lines   *bufio.Scanner
	line    int  // number of the one at hand
	more    bool // unless the lines have come to their end
	refused int
	tables  map[string]archivedTable
	columns map[string][]column
	others  map[string]bool  // names of identities that are others here
	feeds   map[int64]int64  // the archive's numbers of subscriptions, and ours
	last    map[string]int64 // the highest number that was given, by table

	tx *sql.Tx
}

// newRestorer reads the first line.
func newRestorer(ctx context.Context, db *sql.DB, in io.Reader) (*restorer, error) {
	r := &restorer{
		lines:   bufio.NewScanner(in),
		tables:  map[string]archivedTable{},
		columns: map[string][]column{},
		others:  map[string]bool{},
		feeds:   map[int64]int64{},
		last:    map[string]int64{},
	}
	r.lines.Buffer(nil, maxArchiveLine)
	for _, t := range archivedTables() {
		r.tables[t.name] = t
		var err error
		if r.columns[t.name], err = columnsOf(ctx, db, t.name); err != nil {
			return nil, err
		}
	}
	return r, r.start()
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

// next goes to the next line, if there is one more.
func (r *restorer) next() error {
	r.line++
	r.more = r.lines.Scan()
	err := r.lines.Err()
	if errors.Is(err, bufio.ErrTooLong) {
		return fmt.Errorf("line %d is longer than %d MiB", r.line, maxArchiveLine>>20)
	}
	return err
}

// batch stores the next lines.
func (r *restorer) batch(ctx context.Context, tx *sql.Tx, refuse func(int, error)) error {
	r.tx = tx
	for name := range r.tables { // others may write between two batches
		var err error
		if r.last[name], err = lastNumber(ctx, tx, name); err != nil {
			return err
		}
	}
	last, err := lastEntry(ctx, tx)
	if err != nil {
		return err
	}
	for range archiveBatch {
		if err := r.next(); err != nil {
			return err
		}
		if !r.more {
			break
		}
		err := r.store(ctx, r.lines.Bytes())
		if _, wrong := errors.AsType[*lineError](err); wrong || isCode(err, sqlite3.ErrConstraint) {
			r.refused++
			refuse(r.line, err)
		} else if err != nil {
			return err
		}
	}
	if err := recount(ctx, tx, last); err != nil {
		return err
	}
	return index(ctx, tx, last)
}
