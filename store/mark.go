package store

import (
	"context"
	"fmt"
)

// SetUnread marks what f selects as unread, or as read, and returns how many
// entries that changed.
func (s *Store) SetUnread(ctx context.Context, f EntryFilter, unread bool) (int, error) {
	return s.mark(ctx, f, "unread", unread)
}

// SetStarred puts a star on what f selects, or takes it off, and returns how
// many entries that changed.
func (s *Store) SetStarred(ctx context.Context, f EntryFilter, starred bool) (int, error) {
	return s.mark(ctx, f, "starred", starred)
}

// mark sets one of the columns that only the user changes.
func (s *Store) mark(ctx context.Context, f EntryFilter, column string, on bool) (int, error) {
	clauses, args, err := f.clauses()
	if err != nil {
		return 0, fmt.Errorf("mark entries: %w", err)
	}
	chosen := `SELECT e.id FROM entry e ` + clauses
	if len(f.IDs) > 0 || len(f.URLs) > 0 {
		chosen = withEqualLinks(chosen)
	}
	return s.affected(ctx, "mark entries", `
		UPDATE entry SET `+column+` = ?
		WHERE `+column+` <> ? AND id IN (`+chosen+`)`,
		append([]any{on, on}, args...)...)
}
