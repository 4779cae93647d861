package store

import (
	"context"
	"errors"
	"fmt"
)

// Integrity checks the whole file as SQLite does and returns what it finds
// wrong, or nil.
func (s *Store) Integrity(ctx context.Context) error {
	if err := integrity(ctx, s.db); err != nil {
		return fmt.Errorf("check database: %w", err)
	}
	return nil
}

func integrity(ctx context.Context, q querier) error {
	var found string
	err := q.QueryRowContext(ctx, `PRAGMA integrity_check`).Scan(&found)
	if err == nil && found != "ok" {
		err = errors.New(found)
	}
	return err
}
