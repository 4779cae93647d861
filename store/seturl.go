package store

import (
	"context"
	"database/sql"
	"fmt"
)

// A TakenError is the error for a URL that another subscription has.
type TakenError struct{ Subscription Subscription }

// Error names the subscription.
func (e *TakenError) Error() string {
	s := e.Subscription
	return fmt.Sprintf("already subscribed: %d %s <%s>", s.ID, s.Name(), s.URL)
}

// setURL gives a subscription another URL, to be requested at the next update. Its
// entries and marks stay, and are recognised there as after a move. Its reach is
// forgotten.
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
			url = ?1, state = ?2, next_check_at = NULL,
			failures = 0, last_error = '', last_error_kind = '', digest = '', old_url = '', moved_at = NULL,
			wait_until = NULL, wait_reason = '', reach = ''
		WHERE id = ?3`, url, string(StateNew), id)
	if err == nil && changed == 0 {
		return sql.ErrNoRows
	}
	return err
}
