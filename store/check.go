package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"gemsub/internal/address"
)

// storeCheck stores what a check found.
func (tx *transaction) storeCheck(ctx context.Context, found *Check) (Changes, error) {
	c := *found
	at := c.CheckedAt
	if at.IsZero() {
		at = tx.now
	}
	var changes Changes
	switch {
	case c.New != nil:
		known, err := tx.subscribeTo(ctx, &c, at)
		if err != nil {
			return changes, doing("subscribe to "+c.New.URL, err)
		}
		if known {
			return Changes{SubscriptionID: c.SubscriptionID, Known: true}, nil
		}
	case c.MovedTo != "":
		_, taken, err := tx.takenBy(ctx, c.MovedTo, c.Digest, c.SubscriptionID)
		if err != nil {
			return changes, c.error(err)
		}
		if taken && c.IfTaken == nil {
			return Changes{SubscriptionID: c.SubscriptionID, Taken: true}, nil
		}
		if changes.Taken = taken; taken {
			c = *c.IfTaken
			c.MovedTo = ""
		}
	}
	changes.SubscriptionID = c.SubscriptionID
	err := tx.storePage(ctx, &c, at, &changes)
	if err == nil && !changes.Gone {
		changes.Gone, err = tx.saveCheck(ctx, &c)
	}
	return changes, c.error(err)
}

func (c *Check) error(err error) error {
	return doing(fmt.Sprint("subscription ", c.SubscriptionID), err)
}

// subscribeTo adds the wanted subscription, unless there is one of its URL, and makes c a
// check of it.
func (tx *transaction) subscribeTo(ctx context.Context, c *Check, at time.Time) (known bool, err error) {
	wanted := *c.New
	if c.Feed != nil {
		wanted.FeedTitle = c.Feed.Title // so that it is indexed only once
	}
	c.SubscriptionID, known, err = tx.subscribe(ctx, wanted, c.MovedTo, c.Digest, at)
	c.URL, c.Before = c.New.URL, nil
	return known, err
}

// storePage stores the page's URL, what it says about itself, and its entries, unless the
// user has meanwhile removed the subscription or changed its URL or format.
func (tx *transaction) storePage(ctx context.Context, c *Check, at time.Time, changes *Changes) error {
	if c.Feed == nil && c.MovedTo == "" {
		return nil
	}
	sub, err := tx.subscription(ctx, c.SubscriptionID)
	if errors.Is(err, sql.ErrNoRows) || err == nil && !c.isOf(&sub.Subscription) {
		changes.Gone = true
		return nil
	}
	if err != nil {
		return err
	}
	if to := c.MovedTo; to != "" && to != sub.URL {
		sub.move(to, at)
		changes.Moved = true
	}
	if c.Feed != nil {
		m := newPageMerger(tx, c, &sub, at, changes)
		if err := m.merge(c.Feed); err != nil {
			return err
		}
		if sub.readURL == "" || !c.Cut {
			sub.readURL = sub.URL
		}
	}
	c.URL = sub.URL
	return tx.saveRow(ctx, &sub)
}

// isOf reports whether sub still has the URL and format with which c began.
func (c *Check) isOf(sub *Subscription) bool {
	b := c.Before
	return (c.URL == "" || c.URL == sub.URL) && (b == nil || b.Format == sub.Format && b.FormatChosen == sub.FormatChosen)
}

// A subscriptionRow is a Subscription with the columns that only this package
// uses. Its tags and numbers of entries are not loaded.
type subscriptionRow struct {
	Subscription
	// firstUnread is how many entries of the first page arrive unread, -1 for
	// all; null once a page was read.
	firstUnread sql.Null[int64]
	// readURL is the URL that it had when its page was last read whole; empty before the
	// first reading.
	readURL string
	// prunedUntil is the newest date of an entry that was pruned.
	prunedUntil sql.Null[int64]
}

// move gives sub the URL to which its page moved. That the user ignores robots.txt of
// one authority says nothing about another.
func (sub *subscriptionRow) move(to string, at time.Time) {
	if address.AuthorityOf(to) != address.AuthorityOf(sub.URL) {
		sub.IgnoreRobots = false
	}
	sub.OldURL, sub.MovedAt, sub.URL = sub.GivenURL(), at, to
	if sub.OldURL == to { // it is back
		sub.OldURL, sub.MovedAt = "", time.Time{}
	}
}

// seenAt returns the first-seen time of an entry that a check finds. A clock behind the time
// when sub was added is wrong, as on a machine that starts without a battery; its times
// would put entries at the end of all lists for good.
func (sub *subscriptionRow) seenAt(check time.Time) time.Time {
	if !check.Before(sub.AddedAt) {
		return check
	}
	if sub.CheckedAt.After(sub.AddedAt) {
		return sub.CheckedAt
	}
	return sub.AddedAt
}

// saveSubscription stores what a page says about itself, and where it is.
const saveSubscription = `
	UPDATE subscription SET
		url = ?, ignore_robots = ?, feed_title = ?, subtitle = ?, author = ?, lang = ?, feed_updated = ?, changed_at = ?,
		rhythm = ?, first_unread = ?, read_url = ?, old_url = ?, moved_at = ?
	WHERE id = ?`

// saveOutcome stores the outcome of a check.
const saveOutcome = `
	UPDATE subscription SET
		format = COALESCE(NULLIF(?1, ''), format), state = ?2, checked_at = COALESCE(?3, checked_at),
		next_check_at = IIF(?9 OR ?13 IS NULL OR ignore_robots = ?15 AND interval = ?16, ?4, next_check_at),
		attempted_at = COALESCE(?3, attempted_at), wait_until = NULL, wait_reason = '',
		failures = ?5, last_error = ?6, last_error_kind = ?7, digest = COALESCE(NULLIF(?8, ''), digest),
		reach = IIF(reach = '' OR ?9, ?10, reach)
	WHERE id = ?11 AND url = COALESCE(NULLIF(?12, ''), url) AND (?13 IS NULL OR format = ?13 AND format_chosen = ?14)`

func (tx *transaction) subscription(ctx context.Context, id int64) (subscriptionRow, error) {
	var sub subscriptionRow
	err := tx.QueryRowContext(ctx, `
		SELECT `+subscriptionColumns+`, s.first_unread, s.read_url, s.pruned_until FROM subscription s WHERE s.id = ?`, id,
	).Scan(scanSubscription(&sub.Subscription, &sub.firstUnread, &sub.readURL, &sub.prunedUntil)...)
	return sub, err
}

// saveCheck stores the outcome of a check, unless its subscription is gone or the user has
// changed its URL or format. It stores no digest if no page was read.
func (tx *transaction) saveCheck(ctx context.Context, c *Check) (gone bool, err error) {
	digest := ""
	if c.Feed != nil {
		digest = c.Digest
	}
	var format, chosen, ignoreRobots, interval any
	if b := c.Before; b != nil {
		format, chosen, ignoreRobots, interval = b.Format, b.FormatChosen, b.IgnoreRobots, seconds(b.Interval)
	}
	n, err := affected(ctx, tx, saveOutcome,
		c.Format, string(cmp.Or(c.State, StateNew)), unixTime(c.CheckedAt), unixTime(c.NextCheckAt),
		c.Failures, c.LastError, c.LastErrorKind, digest,
		c.MovedTo != "", string(c.Reach), c.SubscriptionID, c.URL,
		format, chosen, ignoreRobots, interval)
	return n == 0, err
}

// saveRow stores what a check changes of a subscription, without its outcome.
func (tx *transaction) saveRow(ctx context.Context, sub *subscriptionRow) error {
	_, err := tx.ExecContext(ctx, saveSubscription,
		sub.URL, sub.IgnoreRobots, sub.FeedTitle, sub.Subtitle, sub.Author, sub.Lang, unixTime(sub.FeedUpdated), unixTime(sub.ChangedAt),
		seconds(sub.Rhythm), sub.firstUnread, sub.readURL, sub.OldURL, unixTime(sub.MovedAt), sub.ID)
	return err
}

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

func saveWait(ctx context.Context, tx *transaction, w Wait) error {
	_, err := tx.ExecContext(ctx, `
		UPDATE subscription SET
			attempted_at = COALESCE(?, attempted_at), wait_until = ?, wait_reason = ?
		WHERE id = ? AND url = ?`,
		unixTime(w.AttemptedAt), unixTime(w.Until), w.Reason, w.SubscriptionID, w.URL)
	return err
}
