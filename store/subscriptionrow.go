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
	// movedFrom is the URL at which its entries were read, empty if that is URL.
	movedFrom string
	// stay is the number of the page's stay where its entries were read, nextStay that
	// of its next one with another author. nextURL is where parts of a large page were
	// stored under that number already; empty for none.
	stay, nextStay int64
	nextURL        string
	// oldStay is the stay at OldURL; where that is empty, at URL, to which the user
	// brought the page back, until it was read there.
	oldStay sql.Null[int64]
	// arrivals is how many entries were new on day, in days since 1970; floods is
	// how many days in a row, up to it, had too many.
	day, arrivals, floods int64
	known                 knownEntries
}

// readAt is the URL at which its entries were read.
func (sub *subscriptionRow) readAt() string { return cmp.Or(sub.movedFrom, sub.URL) }

// move gives sub the URL to which its page moved. That the user ignores robots.txt of
// one authority says nothing about another.
func (sub *subscriptionRow) move(to string, at time.Time) {
	if address.AuthorityOf(to) != address.AuthorityOf(sub.URL) {
		sub.IgnoreRobots = false
	}
	if !sub.isBack() {
		sub.oldStay = sql.Null[int64]{V: sub.stay, Valid: !sub.firstUnread.Valid}
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
	SELECT ` + subscriptionColumns + `, s.first_unread, s.moved_from, s.stay, s.next_stay, s.next_url, s.old_stay,
		s.arrival_day, s.arrivals, s.floods, s.known_entries, s.known_digest
	FROM subscription s
	WHERE s.id = ?`

// saveSubscription stores what a page says about itself. The URL is not among
// these columns: it seldom changes.
const saveSubscription = `
	UPDATE subscription SET
		ignore_robots = ?, feed_title = ?, subtitle = ?, author = ?, lang = ?, feed_updated = ?, changed_at = ?,
		rhythm = ?, first_unread = ?, moved_from = ?, stay = ?, next_stay = ?, next_url = ?, old_stay = ?, old_url = ?, moved_at = ?,
		arrival_day = ?, arrivals = ?, floods = ?, known_entries = ?, known_digest = ?
	WHERE id = ?`

// saveOutcome stores the outcome of a check.
const saveOutcome = `
	UPDATE subscription SET
		format = COALESCE(NULLIF(?1, ''), format), state = ?2, checked_at = COALESCE(?3, checked_at),
		next_check_at = IIF(?9 OR ?14 IS NULL OR ignore_robots = ?16 AND interval = ?17, ?4, next_check_at),
		attempted_at = COALESCE(?3, attempted_at), wait_until = NULL, wait_reason = '',
		failures = ?5, last_error = ?6, last_error_kind = ?7, digest = COALESCE(NULLIF(?8, ''), digest),
		reach = IIF(reach = '' OR ?9, ?10, reach), floods = IIF(arrival_day < ?11, 0, floods)
	WHERE id = ?12 AND url = COALESCE(NULLIF(?13, ''), url) AND (?14 IS NULL OR format = ?14 AND format_chosen = ?15)`

// saveUnchanged is saveOutcome for a page that is as it was, as most are: each parameter
// takes time. A user who has the page read in another way clears the digest.
const saveUnchanged = `
	UPDATE subscription SET
		state = '` + string(StateOK) + `', checked_at = ?1, attempted_at = ?1, next_check_at = ?2, wait_until = NULL, wait_reason = '',
		failures = 0, last_error = '', last_error_kind = '', reach = IIF(reach = '', ?3, reach), floods = IIF(arrival_day < ?1 / 86400, 0, floods)
	WHERE id = ?4 AND url = ?5 AND digest = ?6 AND ignore_robots = ?7 AND interval = ?8`

func (tx *commitTx) subscription(ctx context.Context, id int64) (subscriptionRow, error) {
	var sub subscriptionRow
	err := tx.QueryRowContext(ctx, loadSubscription, id).Scan(scanSubscription(&sub.Subscription,
		&sub.firstUnread, &sub.movedFrom, &sub.stay, &sub.nextStay, &sub.nextURL, &sub.oldStay, &sub.day, &sub.arrivals, &sub.floods,
		&sub.known.number, &sub.known.digest)...)
	return sub, err
}

// saveCheck stores the outcome of a check that was made at that time, unless its
// subscription is gone, or the user has given it another URL or has it read in another way.
// The digest of a page that was not read is not stored.
func (tx *commitTx) saveCheck(ctx context.Context, c *Check, at time.Time) (saved bool, err error) {
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
		c.MovedTo != "", string(c.Reach), c.quietSince(at), c.SubscriptionID, c.URL,
		format, chosen, ignoreRobots, interval)
	return n > 0, err
}

// saveUnchanged is saveCheck for a check for which isUnchanged holds, unless the user has
// changed a setting since: then it saves nothing.
func (tx *commitTx) saveUnchanged(ctx context.Context, c *Check) (saved bool, err error) {
	n, err := affected(ctx, tx.Tx, saveUnchanged, c.CheckedAt.Unix(), c.NextCheckAt.Unix(),
		string(c.Reach), c.SubscriptionID, c.URL, c.Digest, c.Before.IgnoreRobots, seconds(c.Before.Interval))
	return n > 0, err
}

// isUnchanged reports that c says nothing but that the page is as it was.
func (c *Check) isUnchanged() bool {
	return *c == Check{
		SubscriptionID: c.SubscriptionID, URL: c.URL, Before: c.Before, CheckedAt: c.CheckedAt, NextCheckAt: c.NextCheckAt,
		State: StateOK, Reach: c.Reach, Digest: c.Digest, Posts: c.Posts,
	} && c.URL != "" && c.Before != nil && c.Digest != "" && !c.CheckedAt.IsZero() && !c.NextCheckAt.IsZero()
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
		seconds(sub.Rhythm), sub.firstUnread, sub.movedFrom, sub.stay, sub.nextStay, sub.nextURL, sub.oldStay, sub.OldURL, unixTime(sub.MovedAt),
		sub.day, sub.arrivals, sub.floods, sub.known.number, sub.known.digest, sub.ID)
	return err
}
