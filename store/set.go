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
	return []string{"url", "title", "interval", "format", "format_chosen", "ignore_robots", "first_unread", "posts"}
}

// saveSettings stores the settings that are not NULL.
const saveSettings = `
	UPDATE subscription SET
		title = COALESCE(?, title), interval = COALESCE(?, interval), next_check_at = COALESCE(?, next_check_at),
		posts = COALESCE(?, posts)
	WHERE id = ?`

// saveFormat stores how a page is read unless that is NULL, and has it read again at
// the next update.
const saveFormat = `
	UPDATE subscription SET format = ?1, format_chosen = ?1 <> 'auto', digest = '', next_check_at = NULL
	WHERE id = ?2 AND (format <> ?1 OR format_chosen <> (?1 <> 'auto'))`

// saveRobots stores whether robots.txt is ignored unless that is NULL. Whether the page
// may be asked for is decided anew at the next update.
const saveRobots = `
	UPDATE subscription SET ignore_robots = ?1, next_check_at = NULL
	WHERE id = ?2 AND ignore_robots <> ?1`

// saveBacklog stores how many of the first entries arrive unread unless that is NULL.
const saveBacklog = `
	UPDATE subscription SET first_unread = COALESCE(?1, first_unread)
	WHERE id = ?2 AND NOT EXISTS (SELECT 1 FROM entry WHERE subscription_id = ?2)`

// Set changes subscriptions, given by their numbers with the time when each is due from
// now on; a zero time leaves that. The error wraps [sql.ErrNoRows] if there is no such
// subscription, and is a *[TakenError] if another one has the new URL; then nothing is
// changed.
func (s *Store) Set(ctx context.Context, feeds map[int64]time.Time, to Settings) error {
	c := Change{Command: "set", Subject: strings.Join(settingNames(to), ", ")}
	return s.inChange(ctx, &c, func(tx *transaction) error {
		ids := slices.Sorted(maps.Keys(feeds))
		tx.about(jsonList(ids))
		err := tx.err
		if err == nil && c.Feeds < len(ids) {
			err = fmt.Errorf("set subscriptions: %w", sql.ErrNoRows)
		}
		if err != nil {
			return err
		}
		for _, id := range ids {
			if err := set(ctx, tx, id, to, feeds[id]); err != nil {
				return fmt.Errorf("set subscription %d: %w", id, err)
			}
		}
		return nil
	}, "subscription", "tag")
}

// settingNames are those of what is set.
func settingNames(to Settings) (names []string) {
	for _, setting := range []struct {
		name string
		set  bool
	}{
		{"title", to.Title != nil},
		{"URL", to.URL != nil},
		{"interval", to.Interval != nil},
		{"format", to.Format != nil},
		{"robots.txt", to.IgnoreRobots != nil},
		{"posts", to.Posts != nil},
		{"backlog", to.Backlog != nil},
		{"tags", len(to.Tag)+len(to.Untag) > 0},
	} {
		if setting.set {
			names = append(names, setting.name)
		}
	}
	return names
}

func set(ctx context.Context, tx *transaction, id int64, to Settings, nextCheckAt time.Time) error {
	_, err := tx.ExecContext(ctx, saveSettings, to.Title, (*seconds)(to.Interval), unixTime(nextCheckAt), to.Posts, id)
	if err == nil && to.URL != nil {
		err = tx.setURL(ctx, id, to.URL.String(), true)
	}
	type statement struct {
		query string
		value any
	}
	all := []statement{{saveFormat, to.Format}, {saveRobots, to.IgnoreRobots}, {saveBacklog, to.Backlog}}
	for _, tag := range to.Tag {
		all = append(all, statement{`INSERT OR IGNORE INTO tag (tag, subscription_id) VALUES (?, ?)`, model.FoldTag(tag)})
	}
	for _, tag := range to.Untag {
		all = append(all, statement{`DELETE FROM tag WHERE tag = ? AND subscription_id = ?`, model.FoldTag(tag)})
	}
	for _, s := range all {
		if err == nil {
			_, err = tx.ExecContext(ctx, s.query, s.value, id)
		}
	}
	return err
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
// whether that is now the URL that the person gave. Its entries and marks stay and are
// recognised as after a move. Its reach is cleared.
func (tx *transaction) setURL(ctx context.Context, id int64, url string, byPerson bool) error {
	other, taken, err := tx.subscribed(ctx, url)
	if err != nil {
		return err
	}
	if taken && other != id {
		sub, err := tx.subscription(ctx, other)
		if err != nil {
			return err
		}
		return &TakenError{sub.Subscription}
	}
	_, err = tx.ExecContext(ctx, `
		UPDATE subscription SET
			url = ?1, state = ?2, next_check_at = NULL,
			failures = 0, last_error = '', last_error_kind = '', digest = '', moved_at = NULL,
			old_url = IIF(?4, '', COALESCE(NULLIF(old_url, ''), url)),
			wait_until = NULL, wait_reason = '', reach = ''
		WHERE id = ?3`, url, string(StateNew), id, byPerson)
	return err
}
