package store

import (
	"context"
	"database/sql"
	"time"
)

// A Wait is a check that was put off, since the capsule asked to wait. It changes
// nothing else of its subscription.
type Wait struct {
	SubscriptionID int64
	// URL is what was to be requested, as in [Check].
	URL string
	// AttemptedAt is when the page was requested, zero if it was not.
	AttemptedAt time.Time
	Until       time.Time
	Reason      string // for a person
}

func saveWait(ctx context.Context, tx *sql.Tx, w Wait) error {
	_, err := tx.ExecContext(ctx, `
		UPDATE subscription SET
			attempted_at = COALESCE(?, attempted_at), wait_until = ?, wait_reason = ?
		WHERE id = ? AND url = ?`,
		unixTime(w.AttemptedAt), unixTime(w.Until), w.Reason, w.SubscriptionID, w.URL)
	return err
}
