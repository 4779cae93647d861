package store

import (
	"context"
	"fmt"
)

// Integrity checks the whole file as SQLite does and returns what it finds
// wrong, or nil.
func (s *Store) Integrity(ctx context.Context) error {
	var found string
	err := s.db.QueryRowContext(ctx, `PRAGMA integrity_check`).Scan(&found)
	if err != nil {
		return fmt.Errorf("check database: %w", err)
	}
	if found != "ok" {
		return fmt.Errorf("check database: %s", found)
	}
	return nil
}
