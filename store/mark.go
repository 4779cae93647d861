package store

import (
	"context"
	"fmt"
)

// SetUnread marks the entries that f selects as unread or read, and returns how many
// changed. Entries that f names by number or URL are marked in all feeds with equal
// links.
func (s *Store) SetUnread(ctx context.Context, f EntryFilter, unread bool) (int, error) {
	return s.mark(ctx, f, "unread", unread)
}

// SetStarred adds a star to the entries that f selects or removes it, in the way of
// [Store.SetUnread].
func (s *Store) SetStarred(ctx context.Context, f EntryFilter, starred bool) (int, error) {
	return s.mark(ctx, f, "starred", starred)
}

// mark sets column unread or starred.
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
