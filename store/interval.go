package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// SetInterval sets the time between two checks of a subscription, cut to whole
// seconds; zero means to follow the page's rhythm. nextCheckAt is when it is due from
// now on; zero leaves that time. The error wraps [sql.ErrNoRows] if there is no such
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
