package store

import (
	"cmp"
	"time"

	"gemsub/internal/address"
	"gemsub/internal/merge"
	"gemsub/internal/model"
	"gemsub/internal/words"
)

// storeCheck stores the result c, and notes in c.Changes what changed in the database. It stores
// nothing, and sets Gone, if the user has meanwhile removed the subscription, or changed its URL
// or format. It fails if the page moved to a URL that is taken, see isTaken.
func (tx *transaction) storeCheck(c *Check, b Batch) {
	if tx.err != nil {
		return
	}
	c.Changes = model.CheckChanges{SubscriptionID: c.Subscription.ID}
	switch {
	case c.IsNew():
		wanted := *c.Subscription
		wanted.URL, wanted.AddedAt = cmp.Or(c.MovedTo, wanted.URL), c.CheckedAt
		if c.Feed != nil {
			wanted.FeedTitle = c.Feed.Title // so that it is indexed only once
		}
		c.Changes.SubscriptionID, c.Changes.Known = tx.subscribe(wanted)
	case c.MovedTo != "" && tx.isTaken(c.MovedTo, c.Subscription.ID):
		tx.fail(&model.TakenURLError{URL: c.MovedTo})
	}
	if tx.err != nil || c.Changes.Known {
		return
	}
	sub, isThere := tx.subscription(c.Changes.SubscriptionID)
	before := c.Subscription
	isSame := sub.URL == before.URL && sub.Format == before.Format && sub.FormatChosen == before.FormatChosen
	if c.Changes.Gone = !isThere || !c.IsNew() && !isSame; c.Changes.Gone || tx.err != nil {
		return
	}
	var unread []int64 // entries that became unread, the newest first
	if c.Waits() {
		if !c.RequestedAt.IsZero() {
			sub.AttemptedAt = c.RequestedAt
		}
		sub.WaitUntil, sub.WaitReason = c.WaitUntil, c.WaitReason
	} else {
		unread = tx.storePage(c, &sub)
		sub.conclude(c)
	}
	tx.saveRow(&sub)
	if len(unread) == 0 {
		return
	}
	tx.wantPosts(unread)
	if b.OweHooks {
		tx.exec(`INSERT OR IGNORE INTO owed_hook (entry_id) SELECT value FROM JSON_EACH(?)`, jsonList(unread))
	}
	if !b.CountsOnly {
		c.Changes.New = allRows[Entry](tx, entriesOf(), true, false, jsonList(unread))
	}
}

// A subscriptionRow is a subscription with the columns that only this package and merge use. Its
// tags and numbers of entries are not loaded.
type subscriptionRow struct{ merge.Feed }

// move gives sub the URL to which its page moved. If this is at another authority, robots.txt
// counts again: the user chose to ignore only that of the authority that the page left.
func (sub *subscriptionRow) move(to string, at time.Time) {
	if address.AuthorityOf(to) != address.AuthorityOf(sub.URL) {
		sub.IgnoreRobots = false
	}
	sub.OldURL, sub.MovedAt, sub.URL = sub.GivenURL(), at, to
	if sub.OldURL == to { // the page is back
		sub.OldURL, sub.MovedAt = "", time.Time{}
	}
}

// seenAt returns the first-seen time of an entry that a check finds: the time of the check. If
// this is before sub was added, the clock was wrong, as on a machine without a battery, and
// entries would be at the end of all lists for good. Then seenAt returns the time of the check
// before, or the time when sub was added.
func (sub *subscriptionRow) seenAt(check time.Time) time.Time {
	if !check.Before(sub.AddedAt) {
		return check
	}
	if sub.CheckedAt.After(sub.AddedAt) {
		return sub.CheckedAt
	}
	return sub.AddedAt
}

// conclude sets in sub the outcome of the check c. The time of the next check stays if the user
// has meanwhile changed the interval, or whether robots.txt counts.
func (sub *subscriptionRow) conclude(c *Check) {
	before := c.Subscription
	if c.IsNew() || c.MovedTo != "" || sub.IgnoreRobots == before.IgnoreRobots && sub.Interval == before.Interval {
		sub.NextCheckAt = c.NextCheckAt
	}
	if sub.Reach == "" || c.MovedTo != "" {
		sub.Reach = c.Reach
	}
	sub.Format, sub.Digest = cmp.Or(c.Format, sub.Format), cmp.Or(c.Digest, sub.Digest)
	sub.CheckedAt, sub.AttemptedAt, sub.State, sub.Failures = c.CheckedAt, c.CheckedAt, c.State, c.Failures
	sub.WaitUntil, sub.WaitReason = time.Time{}, ""
	sub.LastError, sub.LastErrorKind = "", c.ErrKind
	if c.Err != nil {
		sub.LastError = words.Safe(c.Err.Error())
	}
}

// subscription returns a subscription by its number, if there is one.
func (tx *transaction) subscription(id int64) (subscriptionRow, bool) {
	return firstRow[subscriptionRow](tx, `
		SELECT `+subscriptionColumns+`, s.read_url, s.pruned_until, s.newest_heading FROM subscription s WHERE s.id = ?`, id)
}

// saveRow stores what checks change of a subscription.
func (tx *transaction) saveRow(sub *subscriptionRow) {
	tx.exec(`
		UPDATE subscription SET
			url = ?, old_url = ?, moved_at = ?, ignore_robots = ?, reach = ?,
			feed_title = ?, subtitle = ?, author = ?, lang = ?, feed_updated = ?, rhythm = ?,
			format = ?, digest = ?, read_url = ?, newest_heading = ?, first_unread = ?, changed_at = ?,
			state = ?, checked_at = ?, next_check_at = ?, attempted_at = ?, wait_until = ?, wait_reason = ?,
			failures = ?, last_error = ?, last_error_kind = ?
		WHERE id = ?`,
		sub.URL, sub.OldURL, sub.MovedAt, sub.IgnoreRobots, string(sub.Reach),
		sub.FeedTitle, sub.Subtitle, sub.Author, sub.Lang, sub.FeedUpdated, sub.Rhythm,
		sub.Format, sub.Digest, sub.ReadURL, sub.NewestHeading, sub.Backlog, sub.ChangedAt,
		string(sub.State), sub.CheckedAt, sub.NextCheckAt, sub.AttemptedAt, sub.WaitUntil, sub.WaitReason,
		sub.Failures, sub.LastError, sub.LastErrorKind, sub.ID)
}
