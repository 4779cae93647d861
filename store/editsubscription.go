package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// Rename sets the user's title of a subscription; an empty one means the feed's own.
// The error wraps [sql.ErrNoRows] if there is no such subscription.
func (s *Store) Rename(ctx context.Context, id int64, title string) error {
	known, err := s.changed(ctx, "rename subscription", `
		UPDATE subscription SET title = ? WHERE id = ?`, title, id)
	if err == nil && !known {
		return fmt.Errorf("rename subscription %d: %w", id, sql.ErrNoRows)
	}
	return err
}

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

// A TakenError is the error for a URL that another subscription has.
type TakenError struct{ Subscription Subscription }

// Error names the subscription.
func (e *TakenError) Error() string {
	s := e.Subscription
	return fmt.Sprintf("already subscribed: %d %s <%s>", s.ID, s.Name(), s.URL)
}

// SetURL gives a subscription another URL, to be requested at the next update. Its
// entries and marks stay, and are recognised there as after a move. Its reach is
// forgotten. The error wraps [sql.ErrNoRows] if there is no such subscription, and is
// a *[TakenError] if another one has that URL.
func (s *Store) SetURL(ctx context.Context, id int64, url string) error {
	err := s.write(ctx, func(tx *sql.Tx) error { return (&commitTx{Tx: tx}).setURL(ctx, id, url) })
	if err != nil {
		return fmt.Errorf("set URL of subscription %d: %w", id, err)
	}
	return nil
}

func (tx *commitTx) setURL(ctx context.Context, id int64, url string) error {
	other, taken, err := tx.subscribed(ctx, url)
	if err != nil {
		return err
	}
	if taken && other != id {
		sub, err := tx.subscription(ctx, other)
		if err != nil {
			return err
		}
		return &TakenError{sub.Subscription}
	}
	changed, err := affected(ctx, tx.Tx, `
		UPDATE subscription SET
			url = ?1, moved_from = IIF(moved_from = '', url, moved_from), state = ?2, next_check_at = NULL,
			failures = 0, last_error = '', last_error_kind = '', digest = '',
			old_url = '', moved_at = NULL, left_at = IIF(old_url = ?1, moved_at, NULL),
			wait_until = NULL, wait_reason = '', reach = ''
		WHERE id = ?3`, url, string(StateNew), id)
	if err == nil && changed == 0 {
		return sql.ErrNoRows
	}
	return err
}
