package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// SetInterval fixes how long a subscription rests between two checks, zero for
// its own rhythm, cut to whole seconds. A nextCheckAt that is not zero is when
// it is due by that. It returns [sql.ErrNoRows] if there is no such
// subscription.
func (s *Store) SetInterval(ctx context.Context, id int64, interval time.Duration, nextCheckAt time.Time) error {
	known, err := s.changed(ctx, "set interval", `
		UPDATE subscription SET interval = ?, next_check_at = COALESCE(?, next_check_at)
		WHERE id = ?`, seconds(interval), unixTime(nextCheckAt), id)
	if err == nil && !known {
		return fmt.Errorf("set interval of subscription %d: %w", id, sql.ErrNoRows)
	}
	return err
}
