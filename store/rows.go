package store

import (
	"context"
	"database/sql"
)

// A querier is a *sql.DB, a *sql.Conn or a *sql.Tx.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// collect returns the rows of a query. columns returns pointers to the fields of a T
// for the columns of a row, in their order.
func collect[T any](ctx context.Context, q querier, columns func(*T) []any, query string, args ...any) ([]T, error) {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []T
	var row T // one for all rows
	fields := columns(&row)
	for rows.Next() {
		if err := rows.Scan(fields...); err != nil {
			return nil, err
		}
		all = append(all, row)
	}
	return all, rows.Err()
}
