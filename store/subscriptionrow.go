package store

import (
	"cmp"
	"context"
	"database/sql"
	"time"

	"gemsub/internal/address"
)

// A subscriptionRow is a Subscription with the columns that only this package
// uses. Its tags and numbers of entries are not loaded.
type subscriptionRow struct {
	Subscription
	// firstUnread is how many entries of the first page arrive unread, -1 for
	// all; null once a page was read.
	firstUnread sql.Null[int64]
	// readURL is the URL at which its page was read last, from which the refs of its
	// entries follow; empty before that.
	readURL string
}

// move gives sub the URL to which its page moved. That the user ignores robots.txt of
// one authority says nothing about another.
func (sub *subscriptionRow) move(to string, at time.Time) {
	if address.AuthorityOf(to) != address.AuthorityOf(sub.URL) {
		sub.IgnoreRobots = false
	}
	sub.OldURL, sub.MovedAt, sub.URL = sub.URL, at, to
}

// seenAt returns when an entry that a check at that time finds is first seen. A clock
// that is behind the time when sub was added is wrong, as at the start of a machine
// without a battery; entries would stand at the end of all lists for good.
func (sub *subscriptionRow) seenAt(check time.Time) time.Time {
	if !check.Before(sub.AddedAt) {
		return check
	}
	if sub.CheckedAt.After(sub.AddedAt) {
		return sub.CheckedAt
	}
	return sub.AddedAt
}

const loadSubscription = `
	SELECT ` + subscriptionColumns + `, s.first_unread, s.read_url
	FROM subscription s
	WHERE s.id = ?`

// saveSubscription stores what a page says about itself. The URL is not among
// these columns: it seldom changes.
const saveSubscription = `
	UPDATE subscription SET
		ignore_robots = ?, feed_title = ?, subtitle = ?, author = ?, lang = ?, feed_updated = ?, changed_at = ?,
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

func (tx *commitTx) subscription(ctx context.Context, id int64) (subscriptionRow, error) {
	var sub subscriptionRow
	err := tx.QueryRowContext(ctx, loadSubscription, id).Scan(scanSubscription(&sub.Subscription, &sub.firstUnread, &sub.readURL)...)
	return sub, err
}

// saveCheck stores the outcome of a check, unless its subscription is gone, or the user has given it another URL or has it read in another way.
// The digest of a page that was not read is not stored.
func (tx *commitTx) saveCheck(ctx context.Context, c *Check) (gone bool, err error) {
	digest := ""
	if c.Feed != nil {
		digest = c.Digest
	}
	var format, chosen, ignoreRobots, interval any
	if b := c.Before; b != nil {
		format, chosen, ignoreRobots, interval = b.Format, b.FormatChosen, b.IgnoreRobots, seconds(b.Interval)
	}
	n, err := affected(ctx, tx.Tx, saveOutcome,
		c.Format, string(cmp.Or(c.State, StateNew)), unixTime(c.CheckedAt), unixTime(c.NextCheckAt),
		c.Failures, c.LastError, c.LastErrorKind, digest,
		c.MovedTo != "", string(c.Reach), c.SubscriptionID, c.URL,
		format, chosen, ignoreRobots, interval)
	return n == 0, err
}

// saveRow stores sub, whose URL was another one before if its page moved.
func (tx *commitTx) saveRow(ctx context.Context, sub *subscriptionRow, before string) error {
	if sub.URL != before {
		if _, err := tx.ExecContext(ctx, `UPDATE subscription SET url = ? WHERE id = ?`, sub.URL, sub.ID); err != nil {
			return err
		}
	}
	_, err := tx.ExecContext(ctx, saveSubscription,
		sub.IgnoreRobots, sub.FeedTitle, sub.Subtitle, sub.Author, sub.Lang, unixTime(sub.FeedUpdated), unixTime(sub.ChangedAt),
		seconds(sub.Rhythm), sub.firstUnread, sub.readURL, sub.OldURL, unixTime(sub.MovedAt), sub.ID)
	return err
}
