package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
)

// uncancelled returns ctx without its cancellation, for short statements. The driver
// starts a goroutine for each statement that can be cancelled, which takes longer than
// most statements.
func uncancelled(ctx context.Context) context.Context { return context.WithoutCancel(ctx) }

// doing adds to an error, if any, what could not be done.
func doing(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", what, err)
}

// checkSchema returns [ErrNewer] if a newer gemsub has migrated the database since
// it was opened: statements of this version might damage it.
func (s *Store) checkSchema(ctx context.Context, tx *transaction) error {
	id := schemaInfo{application: applicationID}
	err := tx.QueryRowContext(ctx, `
		SELECT user_version FROM pragma_user_version`).Scan(&id.version)
	if err == nil {
		err = id.check()
	}
	if errors.Is(err, ErrNewer) {
		return openError(s.path, err)
	}
	return err
}

// affected executes a statement and returns how many rows it changed.
func affected(ctx context.Context, tx *transaction, query string, args ...any) (int, error) {
	result, err := tx.ExecContext(ctx, query, args...)
	if err != nil {
		return 0, err
	}
	n, err := result.RowsAffected()
	return int(n), err
}

// A querier is a *sql.DB, a *sql.Conn or a *transaction.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// each yields the rows of a query. columns returns pointers to the fields of a T for the
// columns of a row, in their order. An error ends the sequence.
func each[T any](ctx context.Context, q querier, columns func(*T) []any, query string, args ...any) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var row T // one for all rows
		rows, err := q.QueryContext(ctx, query, args...)
		if err != nil {
			yield(row, err)
			return
		}
		defer rows.Close()
		fields := columns(&row)
		for rows.Next() {
			err := rows.Scan(fields...)
			if !yield(row, err) || err != nil {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(row, err)
		}
	}
}

// collect returns what each yields.
func collect[T any](ctx context.Context, q querier, columns func(*T) []any, query string, args ...any) ([]T, error) {
	var all []T
	for row, err := range each(ctx, q, columns, query, args...) {
		if err != nil {
			return nil, err
		}
		all = append(all, row)
	}
	return all, nil
}

// column returns the rows of a query with one column.
func column[T any](ctx context.Context, q querier, query string, args ...any) ([]T, error) {
	return collect(ctx, q, func(value *T) []any { return []any{value} }, query, args...)
}

// first returns the column of the first row of a query, if there is one.
func first[T any](ctx context.Context, q querier, query string, args ...any) (value T, found bool, err error) {
	err = q.QueryRowContext(ctx, query, args...).Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		return value, false, nil
	}
	return value, err == nil, err
}

// A Watch detects changes of the database by any connection. Only one goroutine may use it.
type Watch struct {
	conn    *sql.Conn // PRAGMA data_version is per connection
	version int64
}

// Watch begins to detect changes.
func (s *Store) Watch(ctx context.Context) (*Watch, error) {
	conn, err := s.db.Conn(ctx)
	if err != nil {
		return nil, doing("watch database", err)
	}
	w := &Watch{conn: conn}
	if _, err := w.Changed(ctx); err != nil {
		conn.Close()
		return nil, err
	}
	return w, nil
}

// Changed reports whether something has changed since the last call. It reads one page
// of the file at most.
func (w *Watch) Changed(ctx context.Context) (bool, error) {
	before := w.version
	err := w.conn.QueryRowContext(ctx, `PRAGMA data_version`).Scan(&w.version)
	return w.version != before, doing("watch database", err)
}

// Close ends the watch.
func (w *Watch) Close() error { return w.conn.Close() }
