package store

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"strings"
)

// A move is a page's change of place as its links see it: what began with
// from begins with to now.
//
// A page's entries are named by their URLs, so without this a page that moves
// would bring all of them as new.
type move struct{ from, to string }

// movesBetween returns what may have become of a page's links when it moved:
// those relative to its folder first, then those relative to its capsule.
func movesBetween(oldURL, newURL string) []move {
	from, err := url.Parse(oldURL)
	if err != nil || newURL == "" {
		return nil
	}
	to, err := url.Parse(newURL)
	if err != nil {
		return nil
	}
	var moves []move
	for _, ref := range []string{"./", "/"} {
		m := move{from: resolve(from, ref), to: resolve(to, ref)}
		if m.from != m.to {
			moves = append(moves, m)
		}
	}
	return moves
}

func resolve(base *url.URL, ref string) string {
	return base.ResolveReference(&url.URL{Path: ref}).String()
}

// undo returns ref as it was before the move and whether it was part of it.
func (m move) undo(ref string) (string, bool) {
	rest, ok := strings.CutPrefix(ref, m.to)
	return m.from + rest, ok
}

// A TakenError reports a URL that another subscription has.
type TakenError struct{ Subscription Subscription }

// Error names the subscription.
func (e *TakenError) Error() string {
	s := e.Subscription
	return fmt.Sprintf("already subscribed: %d %s <%s>", s.ID, s.Name(), s.URL)
}

// SetURL gives a subscription another URL, where it is asked at the next update.
// Its entries and marks stay, and are recognised on the page there as after a
// move. The error wraps [sql.ErrNoRows] if there is no such subscription, and is a
// *[TakenError] if another one has that URL.
func (s *Store) SetURL(ctx context.Context, id int64, url string) error {
	err := s.write(ctx, func(tx *sql.Tx) error { return (&writer{tx: tx}).setURL(ctx, id, url) })
	if err != nil {
		return fmt.Errorf("set URL of subscription %d: %w", id, err)
	}
	return nil
}

func (w *writer) setURL(ctx context.Context, id int64, url string) error {
	other, taken, err := w.subscribed(ctx, url)
	if err != nil {
		return err
	}
	if taken && other != id {
		sub, err := w.subscription(ctx, other)
		if err != nil {
			return err
		}
		return &TakenError{sub.Subscription}
	}
	changed, err := affected(ctx, w.tx, `
		UPDATE subscription SET
			url = ?, moved_from = IIF(moved_from = '', url, moved_from), state = ?, next_check_at = NULL,
			failures = 0, last_error = '', last_error_kind = '', digest = '', old_url = '', moved_at = NULL,
			wait_until = NULL, wait_reason = ''
		WHERE id = ?`, url, string(StateNew), id)
	if err == nil && changed == 0 {
		return sql.ErrNoRows
	}
	return err
}
