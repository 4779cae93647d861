package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"
)

// A writer records checks in one transaction.
type writer struct {
	tx      *sql.Tx
	now     time.Time // of the check being recorded
	mutes   []muting
	indexed int64 // the words of entries up to this one can be searched
}

func newWriter(ctx context.Context, tx *sql.Tx) (*writer, error) {
	w := &writer{tx: tx}
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
}

// readAt is where the page was when its entries were read.
func (sub *subscriptionRow) readAt() string { return cmp.Or(sub.movedFrom, sub.URL) }

const loadSubscription = `
	SELECT ` + subscriptionColumns + `, s.first_unread, s.moved_from
	FROM subscription s
	WHERE s.id = ?`

const saveSubscription = `
	UPDATE subscription SET
		url = ?, format = ?, feed_title = ?, subtitle = ?, author = ?, lang = ?, feed_updated = ?,
		state = ?, checked_at = ?, changed_at = ?, next_check_at = ?, failures = ?,
		last_error = ?, last_error_kind = ?, digest = ?, rhythm = ?, first_unread = ?, moved_from = ?, old_url = ?, moved_at = ?
	WHERE id = ?`

// record stores one check.
func (w *writer) record(ctx context.Context, c Check) (Changes, error) {
	if c.New != nil {
		id, known, err := w.subscribe(ctx, *c.New, c.MovedTo)
		if err != nil {
			return Changes{}, fmt.Errorf("subscribe to %s: %w", c.New.URL, err)
		}
		if known {
			return Changes{SubscriptionID: id, Known: true}, nil
		}
		c.SubscriptionID = id
	}

	sub, err := w.subscription(ctx, c.SubscriptionID)
	if errors.Is(err, sql.ErrNoRows) {
		return Changes{SubscriptionID: c.SubscriptionID, Gone: true}, nil
	}
	if err != nil {
		return Changes{}, fmt.Errorf("subscription %d: %w", c.SubscriptionID, err)
	}
	if c.New == nil && c.URL != "" && c.URL != sub.URL {
		return Changes{SubscriptionID: sub.ID, Gone: true}, nil
	}
	changes, err := w.apply(ctx, &sub, c)
	if err != nil {
		return Changes{}, fmt.Errorf("subscription %d: %w", c.SubscriptionID, err)
	}
	return changes, nil
}

func (w *writer) subscription(ctx context.Context, id int64) (subscriptionRow, error) {
	var sub subscriptionRow
	err := scanSubscription(w.tx.QueryRowContext(ctx, loadSubscription, id).Scan, &sub.Subscription, &sub.firstUnread, &sub.movedFrom)
	return sub, err
}

// apply changes sub as c says and saves it.
func (w *writer) apply(ctx context.Context, sub *subscriptionRow, c Check) (Changes, error) {
	changes := Changes{SubscriptionID: sub.ID}
	from := sub.readAt()
	if c.MovedTo != "" && c.MovedTo != sub.URL {
		if err := w.move(ctx, sub, c.MovedTo, &changes); err != nil {
			return Changes{}, err
		}
	}
	sub.Format = cmp.Or(c.Format, sub.Format)
	if c.Feed != nil {
		muted, err := w.mutedHere(ctx, sub)
		if err != nil {
			return Changes{}, err
		}
		moved := movesBetween(from, sub.URL)
		if changes.Joined {
			moved = append(moved, movesBetween(sub.readAt(), sub.URL)...)
		}
		m := merger{writer: w, sub: sub, moved: moved, muted: muted}
		if err := m.merge(ctx, c.Feed, &changes); err != nil {
			return Changes{}, err
		}
		sub.movedFrom = ""
	}

	sub.State = cmp.Or(c.State, StateNew)
	if !c.CheckedAt.IsZero() {
		sub.CheckedAt = c.CheckedAt
	}
	sub.NextCheckAt = c.NextCheckAt
	sub.Failures, sub.LastError, sub.LastErrorKind = c.Failures, c.LastError, c.LastErrorKind
	sub.Digest = cmp.Or(c.Digest, sub.Digest)
	return changes, w.saveRow(ctx, sub)
}

func (w *writer) saveRow(ctx context.Context, sub *subscriptionRow) error {
	_, err := w.tx.ExecContext(ctx, saveSubscription,
		sub.URL, sub.Format, sub.FeedTitle, sub.Subtitle, sub.Author, sub.Lang, moment(sub.FeedUpdated),
		string(sub.State), moment(sub.CheckedAt), moment(sub.ChangedAt), moment(sub.NextCheckAt), sub.Failures,
		sub.LastError, sub.LastErrorKind, sub.Digest, seconds(sub.Rhythm), sub.firstUnread, sub.movedFrom, sub.OldURL, moment(sub.MovedAt),
		sub.ID)
	return err
}

// subscribe makes a subscription unless there is one to its URL, or to the
// one its page moved to.
func (w *writer) subscribe(ctx context.Context, n NewSubscription, movedTo string) (id int64, known bool, err error) {
	for _, url := range []string{n.URL, movedTo} {
		id, known, err = w.subscribed(ctx, url)
		if err != nil || known {
			return id, known, err
		}
	}
	err = w.tx.QueryRowContext(ctx, `
		INSERT INTO subscription (url, title, feed_title, format, state, ignore_robots, added_at, first_unread, interval)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
		RETURNING id`,
		n.URL, n.Title, n.FeedTitle, n.Format, string(StateNew), n.IgnoreRobots, moment(w.now), n.Unread, seconds(n.Interval),
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
