package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/mattn/go-sqlite3"
)

// A transaction runs statements, all with one context and at one time. Its first error
// stays, as in a [bufio.Writer]: the statements after it do nothing and find no rows, and
// whoever began the transaction gets the error. So statements follow each other without a
// check between; a loop that would do something else than statements checks err.
//
// It either writes, see [Store.commit], or only reads, see [Store.reader].
type transaction struct {
	conn
	ctx    context.Context
	now    time.Time // when it began
	err    error
	change *Change // the change that a person makes by it, see change.go; nil for none

	mutes []compiledMute
}

// A conn is a *sql.DB, a *sql.Conn or a *sql.Tx.
type conn interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// commit runs do in an immediate transaction and commits it, unless do fails. The same
// transaction stores the links of new posts, and indexes the changed entries. Its error says
// what could not be done. It wraps [ErrBusy] if others held the lock for too long,
// [ErrReadOnly] if the database can only be read, [ErrNewer] if another version has migrated it,
// and ctx's error if that ended it.
func (s *Store) commit(ctx context.Context, what string, do func(*transaction)) error {
	err := inTx(ctx, s.db, func(tx *transaction) {
		tx.now = s.now()
		if _, err := schemaOf(ctx, tx); err != nil {
			tx.fail(openError(s.path, err))
			return
		}
		do(tx)
		tx.listAdded()
		tx.followMoves()
		tx.indexChanged()
	})
	if isCode(err, sqlite3.ErrReadonly) {
		err = fmt.Errorf("database %s: %w", s.path, ErrReadOnly)
	}
	return doing(what, err)
}

// reader returns a transaction for reading. Its statements are not one transaction of SQLite:
// others can write between them.
func (s *Store) reader(ctx context.Context) *transaction {
	return &transaction{conn: s.db, ctx: ctx, now: s.now()}
}

// fail makes err the transaction's error, unless it has one.
func (tx *transaction) fail(err error) {
	if tx.err == nil {
		tx.err = err
	}
}

// done returns the transaction's error, with what could not be done.
func (tx *transaction) done(what string) error { return doing(what, tx.err) }

// savepoint runs do. If do fails, it rolls back what do did, and returns the error, which the
// transaction then no longer has. An error that ended the whole transaction stays its error.
func (tx *transaction) savepoint(do func()) error {
	tx.exec(`SAVEPOINT part`)
	do()
	err := tx.err
	if err != nil && !isCode(err, sqlite3.ErrFull) { // a full disk is no fault of one part
		tx.err = nil
		if tx.exec(`ROLLBACK TO part`); tx.err != nil {
			tx.err = err
		}
	}
	tx.exec(`RELEASE part`)
	return err
}

// run executes a statement. Times and durations among args are stored as [unixTime] and [seconds].
func (tx *transaction) run(query string, args []any) (result sql.Result) {
	if tx.err == nil {
		result, tx.err = tx.ExecContext(tx.ctx, query, stored(args)...)
	}
	return result
}

// exec executes a statement and returns how many rows it changed.
func (tx *transaction) exec(query string, args ...any) int {
	result := tx.run(query, args)
	if tx.err != nil {
		return 0
	}
	n, err := result.RowsAffected()
	tx.fail(err)
	return int(n)
}

// insert executes a statement that adds a row, and returns its number. That takes half as
// long as a query with RETURNING.
func (tx *transaction) insert(query string, args ...any) int64 {
	result := tx.run(query, args)
	if tx.err != nil {
		return 0
	}
	id, err := result.LastInsertId()
	tx.fail(err)
	return id
}

// eachRow yields the rows of a query, see [fieldsOf]. An error ends the sequence and stays in tx.
func eachRow[T any](tx *transaction, query string, args ...any) iter.Seq[T] {
	return func(yield func(T) bool) {
		if tx.err != nil {
			return
		}
		rows, err := tx.QueryContext(tx.ctx, query, stored(args)...)
		if err != nil {
			tx.err = err
			return
		}
		defer rows.Close()
		columns, err := rows.Columns()
		tx.fail(err)
		var row T // one for all rows
		fields, err := fieldsOf(&row, columns)
		tx.fail(err)
		for tx.err == nil && rows.Next() {
			if tx.fail(rows.Scan(fields...)); tx.err != nil || !yield(row) {
				return
			}
		}
		tx.fail(rows.Err())
	}
}

// allRows returns the rows of a query; none after an error.
func allRows[T any](tx *transaction, query string, args ...any) (all []T) {
	for row := range eachRow[T](tx, query, args...) {
		all = append(all, row)
	}
	if tx.err != nil {
		return nil
	}
	return all
}

// firstRow returns the first row of a query, and whether there is one.
func firstRow[T any](tx *transaction, query string, args ...any) (row T, found bool) {
	for row = range eachRow[T](tx, query, args...) {
		return row, true
	}
	return row, false
}

// value returns the only column of the first row of a query; the zero value for none.
func value[T any](tx *transaction, query string, args ...any) T {
	row, _ := firstRow[T](tx, query, args...)
	return row
}

// inTx runs do in an immediate transaction and commits it unless do fails. Its error is
// [ErrBusy] if it could not begin, and that of ctx if ctx ended the transaction.
func inTx(ctx context.Context, db *sql.DB, do func(*transaction)) error {
	sqlTx, err := db.BeginTx(ctx, nil)
	if isCode(err, sqlite3.ErrBusy) {
		return ErrBusy
	}
	if err != nil {
		return err
	}
	defer sqlTx.Rollback() // without effect after Commit

	tx := &transaction{conn: sqlTx, ctx: ctx}
	do(tx)
	if err = tx.err; err == nil {
		err = sqlTx.Commit()
	}
	if errors.Is(err, sql.ErrTxDone) && ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// uncancelled returns ctx without its cancellation, for short statements. The driver starts a
// goroutine for each statement that can be cancelled, which takes longer than most statements.
func uncancelled(ctx context.Context) context.Context { return context.WithoutCancel(ctx) }

// doing adds to an error, if any, what could not be done.
func doing(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", what, err)
}
