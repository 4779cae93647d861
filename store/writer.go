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
	// leftAt is when the page moved away from URL, if the user undid that and it
	// was not read there since.
	leftAt sql.Null[int64]
}

// readAt is where the page was when its entries were read.
func (sub *subscriptionRow) readAt() string { return cmp.Or(sub.movedFrom, sub.URL) }

const loadSubscription = `
	SELECT ` + subscriptionColumns + `, s.first_unread, s.moved_from, s.left_at
	FROM subscription s
	WHERE s.id = ?`

// saveSubscription keeps what a page says of itself, and where it is.
const saveSubscription = `
	UPDATE subscription SET
		url = ?, feed_title = ?, subtitle = ?, author = ?, lang = ?, feed_updated = ?, changed_at = ?,
		rhythm = ?, first_unread = ?, moved_from = ?, left_at = ?, old_url = ?, moved_at = ?
	WHERE id = ?`

// saveCheck keeps how a check went: of most there is nothing else to keep.
const saveCheck = `
	UPDATE subscription SET
		format = COALESCE(NULLIF(?, ''), format), state = ?, checked_at = COALESCE(?, checked_at), next_check_at = ?,
		attempted_at = COALESCE(?, attempted_at), wait_until = NULL, wait_reason = '',
		failures = ?, last_error = ?, last_error_kind = ?, digest = COALESCE(NULLIF(?, ''), digest),
		reach = IIF(reach = '' OR ?, ?, reach)
	WHERE id = ? AND url = COALESCE(NULLIF(?, ''), url)`

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
		c.SubscriptionID, c.URL = id, c.New.URL
	}
	changes, err := w.apply(ctx, c)
	if err != nil {
		return Changes{}, fmt.Errorf("subscription %d: %w", c.SubscriptionID, err)
	}
	return changes, nil
}

// apply changes the subscription of c as c says, or as c.IfTaken does.
func (w *writer) apply(ctx context.Context, c Check) (Changes, error) {
	if c.MovedTo != "" {
		other, taken, err := w.subscribed(ctx, c.MovedTo)
		if err != nil {
			return Changes{}, err
		}
		if taken && other != c.SubscriptionID {
			return w.applyTaken(ctx, c)
		}
	}
	changes := Changes{SubscriptionID: c.SubscriptionID}
	if c.Feed != nil || c.MovedTo != "" {
		sub, err := w.subscription(ctx, c.SubscriptionID)
		if errors.Is(err, sql.ErrNoRows) || err == nil && c.URL != "" && c.URL != sub.URL {
			return Changes{SubscriptionID: c.SubscriptionID, Gone: true}, nil
		}
		if err != nil {
			return Changes{}, err
		}
		if err := w.applyPage(ctx, &sub, c, &changes); err != nil {
			return Changes{}, err
		}
		c.URL = sub.URL
	}
	saved, err := affected(ctx, w.tx, saveCheck,
		c.Format, string(cmp.Or(c.State, StateNew)), moment(c.CheckedAt), moment(c.NextCheckAt),
		moment(c.CheckedAt), c.Failures, c.LastError, c.LastErrorKind, c.Digest,
		c.MovedTo != "", string(c.Reach), c.SubscriptionID, c.URL)
	changes.Gone = saved == 0
	return changes, err
}

// applyTaken stores what is to be stored of a page that moved to the URL of
// another subscription.
func (w *writer) applyTaken(ctx context.Context, c Check) (Changes, error) {
	changes := Changes{SubscriptionID: c.SubscriptionID}
	if c.IfTaken != nil {
		instead := *c.IfTaken
		instead.MovedTo = ""
		var err error
		if changes, err = w.apply(ctx, instead); err != nil {
			return Changes{}, err
		}
	}
	changes.Taken = true
	return changes, nil
}

func (w *writer) subscription(ctx context.Context, id int64) (subscriptionRow, error) {
	var sub subscriptionRow
	err := scanSubscription(w.tx.QueryRowContext(ctx, loadSubscription, id).Scan, &sub.Subscription, &sub.firstUnread, &sub.movedFrom, &sub.leftAt)
	return sub, err
}

// applyPage stores where the page of c moved to, and what it says now.
func (w *writer) applyPage(ctx context.Context, sub *subscriptionRow, c Check, changes *Changes) error {
	from := sub.readAt()
	if c.MovedTo != "" && c.MovedTo != sub.URL {
		sub.OldURL, sub.MovedAt = sub.URL, w.now
		sub.URL = c.MovedTo
		changes.Moved = true
	}
	if c.Feed != nil {
		if err := w.mergePage(ctx, sub, from, c, changes); err != nil {
			return err
		}
	}
	return w.saveRow(ctx, sub)
}

// mergePage stores the entries of c; those that are kept were read at from.
func (w *writer) mergePage(ctx context.Context, sub *subscriptionRow, from string, c Check, changes *Changes) error {
	muted, err := w.mutedHere(ctx, sub)
	if err != nil {
		return err
	}
	m := merger{writer: w, sub: sub, muted: muted}
	switch {
	case c.New != nil:
		sub.movedFrom = c.ReadAt
	case c.ReadAt != "":
		m.moved, m.visiting = relocate(from, c.ReadAt), true
	default:
		m.moved = relocate(from, sub.URL)
		if m.moved.own != "" {
			if err := w.detach(ctx, sub); err != nil {
				return err
			}
		}
		sub.movedFrom, sub.leftAt = "", sql.Null[int64]{}
	}
	return m.merge(ctx, c.Feed, changes)
}

func (w *writer) saveRow(ctx context.Context, sub *subscriptionRow) error {
	_, err := w.tx.ExecContext(ctx, saveSubscription,
		sub.URL, sub.FeedTitle, sub.Subtitle, sub.Author, sub.Lang, moment(sub.FeedUpdated), moment(sub.ChangedAt),
		seconds(sub.Rhythm), sub.firstUnread, sub.movedFrom, sub.leftAt, sub.OldURL, moment(sub.MovedAt), sub.ID)
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
		INSERT INTO subscription (url, title, feed_title, format, format_chosen, state, ignore_robots, added_at, first_unread, interval)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		RETURNING id`,
		n.URL, n.Title, n.FeedTitle, n.Format, n.FormatChosen, string(StateNew), n.IgnoreRobots, moment(w.now), n.Unread, seconds(n.Interval),
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
