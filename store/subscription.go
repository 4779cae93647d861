package store

import (
	"context"
	"strings"
	"time"

	"gemsub/internal/model"
)

// A Subscription is [model.Subscription].
type Subscription = model.Subscription

// subscriptionColumns are the columns with fields in [Subscription].
const subscriptionColumns = `
	s.id, s.url, s.title, s.feed_title, s.subtitle, s.author, s.lang,
	s.format, s.feed_updated, s.state, s.paused, s.ignore_robots, s.added_at,
	s.checked_at, s.changed_at, s.next_check_at, s.failures, s.last_error,
	s.last_error_kind, s.digest, s.rhythm, s.interval, s.old_url, s.moved_at,
	s.attempted_at, s.wait_until, s.wait_reason, s.reach, s.format_chosen, s.posts, s.first_unread AS backlog`

// A SubscriptionFilter selects the subscriptions that meet all conditions that are
// set. The zero value selects everything, a list that is empty and not nil nothing.
type SubscriptionFilter struct {
	IDs        []int64
	URLs       []string
	Tag        string
	UnreadOnly bool // with unread entries
	Failing    bool // in another state than ok or new; a paused one only if it was never read
	// WaitingSince adds to Failing the subscriptions that were due before this time, but wait
	// because their capsule asked for it.
	WaitingSince time.Time
	// StaleBefore selects those whose newest entry is dated earlier; if they have no
	// entries, those that were added earlier.
	StaleBefore time.Time
	// Brief leaves the fields about entries and posts zero, except the date of the newest
	// entry: finding them reads pages of the database for each subscription.
	Brief bool
}

func (f SubscriptionFilter) where() *where {
	w := new(where)
	if f.IDs != nil {
		w.and("s.id IN (SELECT value FROM JSON_EACH(?))", jsonList(f.IDs))
	}
	if f.URLs != nil {
		w.and("s.url IN (SELECT value FROM JSON_EACH(?))", jsonList(f.URLs))
	}
	if f.Tag != "" {
		w.and("s.id IN (SELECT subscription_id FROM tag WHERE tag = ?)", model.FoldTag(f.Tag))
	}
	if f.UnreadOnly {
		w.and("EXISTS (SELECT 1 FROM entry u WHERE u.subscription_id = s.id AND u.unread = 1)")
	}
	if f.Failing {
		w.and("IIF(s.paused, s.first_unread IS NOT NULL, s.state NOT IN (?, ?) OR s.wait_reason <> '' AND COALESCE(s.next_check_at, s.added_at) < ?)",
			string(model.StateOK), string(model.StateNew), unixTime(f.WaitingSince))
	}
	if !f.StaleBefore.IsZero() {
		w.and("COALESCE("+newestEntry+", s.added_at) < ?", unixTime(f.StaleBefore))
	}
	return w
}

// newestEntry is the sort time of the newest entry; SQLite reads one row of an index.
const newestEntry = `(SELECT MAX(n.sort_time) FROM entry n WHERE n.subscription_id = s.id)`

// Subscriptions returns what f selects, ordered by ID.
func (s *Store) Subscriptions(ctx context.Context, f SubscriptionFilter) ([]Subscription, error) {
	tx, w, numbers := s.reader(ctx), f.where(), ``
	if !f.Brief {
		numbers = `
			(SELECT COUNT(*) FROM entry e WHERE e.subscription_id = s.id) AS entries,
			(SELECT COUNT(*) FROM entry e WHERE e.subscription_id = s.id AND e.unread = 1) AS unread,
			(SELECT COUNT(*) FROM post p WHERE p.subscription_id = s.id) AS kept_posts,
			(SELECT COALESCE(SUM(p.length), 0) FROM post p WHERE p.subscription_id = s.id) AS post_bytes,`
	}
	// Most subscriptions have no tags, and asking whether takes less time than sorting none.
	return allRows[Subscription](tx, `
		SELECT `+subscriptionColumns+`, `+numbers+newestEntry+` AS newest_entry,
			IIF(EXISTS (SELECT 1 FROM tag WHERE subscription_id = s.id),
				(SELECT JSON_GROUP_ARRAY(tag ORDER BY tag) FROM tag WHERE subscription_id = s.id), '[]') AS tags
		FROM subscription s
		`+w.sql()+`
		ORDER BY s.id`, w.args...), tx.done("list subscriptions")
}

// where collects the conditions of a query and their arguments.
type where struct {
	conditions []string
	args       []any
}

func (w *where) and(condition string, args ...any) {
	w.conditions = append(w.conditions, condition)
	w.args = append(w.args, args...)
}

func (w *where) sql() string {
	if len(w.conditions) == 0 {
		return ""
	}
	return "WHERE " + strings.Join(w.conditions, " AND ")
}

// DuplicateFeeds are two subscriptions that have nearly the same entries, such as a
// page and the Atom feed of the same capsule.
type DuplicateFeeds struct {
	First, Second int64 // subscriptions: first the one that owns more links, else the lower number
}

// duplicateFeeds compares the distinct links of every two feeds. The feed that owns more of the
// links comes first, since people are advised to remove the second: a copy must not get its
// original removed.
const duplicateFeeds = `
	WITH link AS (
		SELECT url, subscription_id AS feed, MAX(nearness) > 1 AS owned
		FROM entry
		WHERE NOT repeated
		GROUP BY 1, 2
	), shared AS (
		SELECT one.feed AS first, other.feed AS second, COUNT(*) AS entries, SUM(one.owned) < SUM(other.owned) AS swapped
		FROM link one
		JOIN link other ON other.url = one.url AND other.feed > one.feed
		GROUP BY 1, 2
	)
	SELECT IIF(s.swapped, s.second, s.first) AS first, IIF(s.swapped, s.first, s.second) AS second
	FROM shared s
	WHERE s.entries > 1 AND s.entries * 5 >= 4 * MAX(
		(SELECT COUNT(*) FROM entry e WHERE e.subscription_id = s.first),
		(SELECT COUNT(*) FROM entry e WHERE e.subscription_id = s.second))
	ORDER BY s.first, s.second`

// DuplicateFeeds returns the pairs of subscriptions that share at least four fifths of
// the entries of each, and at least two entries, ordered by their numbers.
func (s *Store) DuplicateFeeds(ctx context.Context) ([]DuplicateFeeds, error) {
	tx := s.reader(ctx)
	return allRows[DuplicateFeeds](tx, duplicateFeeds), tx.done("compare subscriptions")
}

// SharedNames returns the subscriptions that share a name with another, grouped by name.
func (s *Store) SharedNames(ctx context.Context) ([]Subscription, error) {
	tx := s.reader(ctx)
	return allRows[Subscription](tx, `
		SELECT id, title, feed_title, url FROM subscription
		WHERE name IN (SELECT name FROM subscription GROUP BY name HAVING COUNT(*) > 1)
		ORDER BY name, id`), tx.done("compare names")
}
