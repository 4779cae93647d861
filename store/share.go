package store

import (
	"context"
	"strings"
)

// A share is how much of something large one transaction may still take.
type share struct {
	rows int
	size int // of these rows, in what the caller counts
}

func (p pace) shareOfRows() *share { return &share{p.entries, p.bytes} }

func (p pace) shareOfMarks() *share { return &share{p.marks, p.marks} }

// take returns how many of the rows fit into the share of which a query selects the
// sizes, and whether these are all. A row that is larger than the share fits alone.
func (s *share) take(ctx context.Context, q querier, query string, args ...any) (n int, all bool, err error) {
	sizes, err := collect(ctx, q, func(size *int) []any { return []any{size} }, query+` LIMIT ?`, append(args, s.rows+1)...)
	for ; n < len(sizes) && s.rows > 0 && s.size > 0; n++ {
		s.rows--
		s.size -= sizes[n]
	}
	return n, n == len(sizes), err
}

// bytesOf is the size of a row's columns.
func bytesOf(columns []string) string {
	return `COALESCE(OCTET_LENGTH(` + strings.Join(columns, `), 0) + COALESCE(OCTET_LENGTH(`) + `), 0)`
}
