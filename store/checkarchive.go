package store

import (
	"context"
	"errors"
	"fmt"
	"io"
)

// checkArchive returns the error of the first wrong line of an archive. It stores
// nothing.
func (s *Store) checkArchive(ctx context.Context, in io.Reader) error {
	r, err := newArchiveReader(ctx, s.db, in)
	if err != nil {
		return err
	}
	feeds := map[int64]bool{} // numbers of the archive's subscriptions so far
	for {
		if err := errors.Join(ctx.Err(), r.next()); err != nil {
			return err
		}
		if !r.more {
			return nil
		}
		err := r.checkRow(feeds)
		if _, away := errors.AsType[*leftOutError](err); err != nil && !away {
			return fmt.Errorf("line %d: %w", r.line, err)
		}
	}
}

func (r *archiveReader) checkRow(feeds map[int64]bool) error {
	row, err := r.row(r.lines.Bytes())
	if err != nil {
		return err
	}
	if id, ok := row.values["subscription_id"].(int64); ok && !feeds[id] {
		return fmt.Errorf("no feed before this line has the number %d", id)
	}
	switch row.table {
	case "subscription":
		id, numbered := row.values["id"].(int64)
		if feeds[id] {
			return fmt.Errorf("a second feed with the number %d", id)
		}
		feeds[id] = numbered
	case "mute":
		pattern, _ := row.values["pattern"].(string)
		return Mute{Pattern: pattern}.Check()
	}
	return nil
}
