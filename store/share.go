package store

import (
	"context"
)

// A share is how much of something large one transaction may still take.
type share struct {
	rows int
	size int // of these rows, in what the caller counts
}

// limit returns how many rows of a table may be taken: as many as are left, or fewer if
// they are too large together. size is an expression, or "" where rows are small. One
// row may always be taken.
func (s *share) limit(ctx context.Context, q querier, size, from string, args ...any) (int, error) {
	if size == "" {
		return s.rows, nil
	}
	sizes, err := collect(ctx, q, func(size *int) []any { return []any{size} },
		`SELECT `+size+from+` LIMIT ?`, append(args, s.rows)...)
	for n, size := range sizes {
		if s.size <= 0 {
			return n, nil
		}
		s.size -= size
	}
	return s.rows, err
}
