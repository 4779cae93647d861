package store

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"gemsub/internal/model"
)

// Settings are [model.Settings].
type Settings = model.Settings

// userColumns are those of a subscription that the user sets. Checks write most others.
func userColumns() []string {
	return []string{"url", "title", "interval", "format", "format_chosen", "ignore_robots", "first_unread", "posts", "paused"}
}

// Set changes subscriptions. feeds has their numbers, each with the time of the next check; a zero
// time keeps the stored one. local are those that become local if they are resumed. After an error nothing is changed: it wraps [sql.ErrNoRows] if a
// subscription does not exist, and a *[TakenError] if another one has the new URL.
func (s *Store) Set(ctx context.Context, feeds map[int64]time.Time, to Settings, local ...int64) error {
	var names []string
	for _, setting := range to.Asked() {
		names = append(names, setting.Name)
	}
	c := Change{Command: "set", Subject: strings.Join(names, ", ")}
	return s.commitChange(ctx, "set subscriptions", &c, func(tx *transaction) {
		ids := slices.Sorted(maps.Keys(feeds))
		tx.about(jsonList(ids))
		if c.Feeds < len(ids) {
			tx.fail(sql.ErrNoRows)
		}
		for _, id := range ids {
			tx.set(id, to, feeds[id])
		}
		if to.Pause != nil && !*to.Pause {
			tx.exec(`UPDATE subscription SET reach = ? WHERE id IN (SELECT value FROM JSON_EACH(?))`, string(model.ReachLocal), jsonList(local))
		}
	}, "subscription", "tag")
}

// set changes a subscription. The page becomes due if the URL, the format, or the setting for
// robots.txt changes. A backlog applies only if the subscription has no entries.
func (tx *transaction) set(id int64, to Settings, nextCheckAt time.Time) {
	if to.URL != nil {
		nextCheckAt = time.Time{}
		tx.fail(tx.setURL(id, to.URL.String(), true))
	}
	const isReadAnew = `(?1, ?1 <> 'auto') <> (format, format_chosen)`
	tx.exec(`
		UPDATE subscription SET
			format = COALESCE(?1, format), format_chosen = COALESCE(?1 <> 'auto', format_chosen), ignore_robots = COALESCE(?2, ignore_robots),
			title = COALESCE(?3, title), interval = COALESCE(?4, interval), posts = COALESCE(?5, posts),
			paused = COALESCE(?9, paused),
			first_unread = IIF(EXISTS (SELECT 1 FROM entry WHERE subscription_id = ?7), first_unread, COALESCE(?6, first_unread)),
			digest = IIF(`+isReadAnew+`, '', digest),
			next_check_at = IIF(`+isReadAnew+` OR ?2 <> ignore_robots, NULL, COALESCE(?8, next_check_at))
		WHERE id = ?7`, to.Format, to.IgnoreRobots, to.Title, to.Interval, to.Posts, to.Backlog, id, nextCheckAt, to.Pause)
	tx.tag(id, to.Tag)
}

// Tag adds a tag to subscriptions and returns how many did not have it. It ignores
// numbers without a subscription.
func (s *Store) Tag(ctx context.Context, ids []int64, tag string) (int, error) {
	return s.changeTag(ctx, "tag", ids, tag, `
		INSERT OR IGNORE INTO tag (tag, subscription_id)
		SELECT ?, id FROM subscription WHERE id IN (SELECT value FROM JSON_EACH(?))`)
}

// Untag removes a tag from subscriptions and returns how many had it.
func (s *Store) Untag(ctx context.Context, ids []int64, tag string) (int, error) {
	return s.changeTag(ctx, "untag", ids, tag, `
		DELETE FROM tag WHERE tag = ? AND subscription_id IN (SELECT value FROM JSON_EACH(?))`)
}

func (s *Store) changeTag(ctx context.Context, command string, ids []int64, tag, query string) (n int, err error) {
	tag = model.FoldTag(tag)
	err = s.commitChange(ctx, command+" subscriptions", &Change{Command: command, Subject: tag}, func(tx *transaction) {
		tx.about(jsonList(ids))
		n = tx.exec(query, tag, jsonList(ids))
	}, "tag")
	return n, err
}

// A TakenError is the error for a URL that another subscription has.
type TakenError struct{ Subscription Subscription }

// Error names the subscription.
func (e *TakenError) Error() string {
	s := e.Subscription
	return fmt.Sprintf("already subscribed: %d %s <%s>", s.ID, s.Name(), s.URL)
}

// setURL gives a subscription another URL, to be requested at the next update; byPerson says
// whether a person gave this URL. Its entries and marks stay and are recognised as after a move.
// Its reach is cleared. If another subscription has the URL, it changes nothing and returns a
// *[TakenError].
func (tx *transaction) setURL(id int64, url string, byPerson bool) error {
	other, isTaken := firstRow[Subscription](tx, `SELECT id, url, title, feed_title FROM subscription WHERE url = ? AND id <> ?`, url, id)
	if isTaken {
		return &TakenError{other}
	}
	tx.exec(`
		UPDATE subscription SET
			url = ?1, state = ?2, next_check_at = NULL,
			failures = 0, last_error = '', last_error_kind = '', digest = '', moved_at = NULL,
			old_url = IIF(?4, '', COALESCE(NULLIF(old_url, ''), url)),
			wait_until = NULL, wait_reason = '', reach = ''
		WHERE id = ?3`, url, string(model.StateNew), id, byPerson)
	return nil
}
