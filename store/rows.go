package store

import (
	"context"
	"database/sql"
	"fmt"
)

// A querier is a *sql.DB, a *sql.Conn or a *sql.Tx.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// collect returns the rows of a query. What columns returns are the places in a
// T that its columns go to, in their order.
func collect[T any](ctx context.Context, q querier, columns func(*T) []any, query string, args ...any) ([]T, error) {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []T
	for rows.Next() {
		var row T
		if err := rows.Scan(columns(&row)...); err != nil {
			return nil, err
		}
		all = append(all, row)
	}
	return all, rows.Err()
}

// An execer is a *sql.DB, a *sql.Conn or a *sql.Tx.
type execer interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// affected executes a statement and returns how many rows it changed. An error
// begins with what the statement is for.
func affected(ctx context.Context, db execer, what, query string, args ...any) (int, error) {
	result, err := db.ExecContext(ctx, query, args...)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", what, err)
	}
	n, err := result.RowsAffected()
	return int(n), err
}

// changed is affected for those who only ask whether it changed any row.
func changed(ctx context.Context, db execer, what, query string, args ...any) (bool, error) {
	n, err := affected(ctx, db, what, query, args...)
	return n > 0, err
}
