package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"
)

// A writer records checks in one transaction.
type writer struct {
	tx      *sql.Tx
	now     time.Time // when it began
	mutes   []muting
	indexed int64 // the words of entries up to this one can be searched
}

func newWriter(ctx context.Context, tx *sql.Tx, now time.Time) (*writer, error) {
	w := &writer{tx: tx, now: now}
	mutes, err := listMutes(ctx, tx)
	if err != nil {
		return nil, err
	}
	if w.mutes, err = mutings(mutes); err != nil {
		return nil, err
	}
	w.indexed, err = lastEntry(ctx, tx)
	return w, err
}

// A subscriptionRow is a Subscription as the writer changes it. Its tags and
// numbers of entries are not loaded.
type subscriptionRow struct {
	Subscription
	// firstUnread is how many entries of the first page arrive unread, and
	// null once a page was read.
	firstUnread sql.Null[int64]
	// movedFrom is where the page was when its entries were read, empty for URL.
	movedFrom string
	// leftAt is when the page moved away from URL, if the user undid that and it
	// was not read there since.
	leftAt sql.Null[int64]
	// arrivals are the new entries of a day, in days since 1970, and floods how many
	// days in a row had too many.
	day, arrivals, floods int64
}

// readAt is where the page was when its entries were read.
func (sub *subscriptionRow) readAt() string { return cmp.Or(sub.movedFrom, sub.URL) }

const loadSubscription = `
	SELECT ` + subscriptionColumns + `, s.first_unread, s.moved_from, s.left_at,
		s.arrival_day, s.arrivals, s.floods
	FROM subscription s
	WHERE s.id = ?`

// saveSubscription keeps what a page says of itself, and where it is.
const saveSubscription = `
	UPDATE subscription SET
		url = ?, feed_title = ?, subtitle = ?, author = ?, lang = ?, feed_updated = ?, changed_at = ?,
		rhythm = ?, first_unread = ?, moved_from = ?, left_at = ?, old_url = ?, moved_at = ?,
		arrival_day = ?, arrivals = ?, floods = ?
	WHERE id = ?`

// saveCheck keeps how a check went: of most there is nothing else to keep.
const saveCheck = `
	UPDATE subscription SET
		format = COALESCE(NULLIF(?, ''), format), state = ?, checked_at = COALESCE(?, checked_at), next_check_at = ?,
		attempted_at = COALESCE(?, attempted_at), wait_until = NULL, wait_reason = '',
		failures = ?, last_error = ?, last_error_kind = ?, digest = COALESCE(NULLIF(?, ''), digest),
		reach = IIF(reach = '' OR ?, ?, reach)
	WHERE id = ? AND url = COALESCE(NULLIF(?, ''), url)`

func (w *writer) subscription(ctx context.Context, id int64) (subscriptionRow, error) {
	var sub subscriptionRow
	err := scanSubscription(w.tx.QueryRowContext(ctx, loadSubscription, id).Scan, &sub.Subscription,
		&sub.firstUnread, &sub.movedFrom, &sub.leftAt, &sub.day, &sub.arrivals, &sub.floods)
	return sub, err
}

func (w *writer) saveRow(ctx context.Context, sub *subscriptionRow) error {
	_, err := w.tx.ExecContext(ctx, saveSubscription,
		sub.URL, sub.FeedTitle, sub.Subtitle, sub.Author, sub.Lang, moment(sub.FeedUpdated), moment(sub.ChangedAt),
		seconds(sub.Rhythm), sub.firstUnread, sub.movedFrom, sub.leftAt, sub.OldURL, moment(sub.MovedAt),
		sub.day, sub.arrivals, sub.floods, sub.ID)
	return err
}

// subscribe makes a subscription unless there is one to its URL, or to the
// one its page moved to.
func (w *writer) subscribe(ctx context.Context, n NewSubscription, movedTo string, now time.Time) (id int64, known bool, err error) {
	for _, url := range []string{n.URL, movedTo} {
		id, known, err = w.subscribed(ctx, url)
		if err != nil || known {
			return id, known, err
		}
	}
	err = w.tx.QueryRowContext(ctx, `
		INSERT INTO subscription (url, title, feed_title, format, format_chosen, state, ignore_robots, added_at, first_unread, interval)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		RETURNING id`,
		n.URL, n.Title, n.FeedTitle, n.Format, n.FormatChosen, string(StateNew), n.IgnoreRobots, moment(now), n.Unread, seconds(n.Interval),
	).Scan(&id)
	if err != nil {
		return 0, false, err
	}
	return id, false, w.tag(ctx, id, n.Tags)
}

func (w *writer) subscribed(ctx context.Context, url string) (id int64, known bool, err error) {
	err = w.tx.QueryRowContext(ctx, `
		SELECT id FROM subscription WHERE url = ?`, url).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, false, nil
	}
	return id, err == nil, err
}

func (w *writer) isTagged(ctx context.Context, id int64, tag string) (yes bool, err error) {
	err = w.tx.QueryRowContext(ctx, `
		SELECT EXISTS (SELECT 1 FROM tag WHERE subscription_id = ? AND tag = ?)`, id, tag).Scan(&yes)
	return yes, err
}

func (w *writer) tag(ctx context.Context, id int64, tags []string) error {
	for _, tag := range slices.Compact(slices.Sorted(slices.Values(tags))) {
		_, err := w.tx.ExecContext(ctx, `
			INSERT INTO tag (subscription_id, tag) VALUES (?, ?)`, id, tag)
		if err != nil {
			return err
		}
	}
	return nil
}
