package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"gemsub/internal/model"
)

// A Subscription is [model.Subscription].
type Subscription = model.Subscription

// A Reach is [model.Reach].
type Reach = model.Reach

// The reaches of [model.Reach].
const (
	ReachLocal  = model.ReachLocal
	ReachPublic = model.ReachPublic
)

// A State is [model.State].
type State = model.State

// The states of [model.State].
const (
	StateNew     = model.StateNew
	StateOK      = model.StateOK
	StateFailing = model.StateFailing
	StateRefused = model.StateRefused
	StatePaused  = model.StatePaused
	StateGone    = model.StateGone
	StateMoved   = model.StateMoved
)

// subscriptionColumns are what scanSubscription reads.
const subscriptionColumns = `
	s.id, s.url, s.title, s.feed_title, s.subtitle, s.author, s.lang,
	s.format, s.feed_updated, s.state, s.ignore_robots, s.added_at,
	s.checked_at, s.changed_at, s.next_check_at, s.failures, s.last_error,
	s.last_error_kind, s.digest, s.rhythm, s.interval, s.old_url, s.moved_at,
	s.attempted_at, s.wait_until, s.wait_reason, s.reach, s.format_chosen`

func scanSubscription(scan func(...any) error, s *Subscription, more ...any) error {
	return scan(append([]any{
		&s.ID, &s.URL, &s.Title, &s.FeedTitle, &s.Subtitle, &s.Author, &s.Lang,
		&s.Format, (*unixTime)(&s.FeedUpdated), &s.State, &s.IgnoreRobots, (*unixTime)(&s.AddedAt),
		(*unixTime)(&s.CheckedAt), (*unixTime)(&s.ChangedAt), (*unixTime)(&s.NextCheckAt), &s.Failures, &s.LastError,
		&s.LastErrorKind, &s.Digest, (*seconds)(&s.Rhythm), (*seconds)(&s.Interval), &s.OldURL, (*unixTime)(&s.MovedAt),
		(*unixTime)(&s.AttemptedAt), (*unixTime)(&s.WaitUntil), &s.WaitReason, &s.Reach, &s.FormatChosen,
	}, more...)...)
}

// subscriptionKinds are all columns of the table, with their kinds for an archive.
func subscriptionKinds() []column {
	return []column{
		{"id", kindNumber},
		{"url", kindURL},
		{"folder", kindDerived},
		{"title", kindText},
		{"feed_title", kindText},
		{"subtitle", kindText},
		{"author", kindText},
		{"lang", kindText},
		{"format", kindFormat},
		{"format_chosen", kindFlag},
		{"feed_updated", kindTime},
		{"state", kindState},
		{"ignore_robots", kindFlag},
		{"reach", kindReach},
		{"added_at", kindTime},
		{"checked_at", kindTime},
		{"changed_at", kindTime},
		{"next_check_at", kindTime},
		{"attempted_at", kindTime},
		{"wait_until", kindTime},
		{"wait_reason", kindText},
		{"failures", kindNumber},
		{"last_error", kindText},
		{"last_error_kind", kindText},
		{"digest", kindDigest},
		{"first_unread", kindNumberOrAll},
		{"interval", kindSeconds},
		{"rhythm", kindSeconds},
		{"moved_from", kindURL},
		{"old_url", kindURL},
		{"moved_at", kindTime},
		{"left_at", kindTime},
		{"arrival_day", kindNumber},
		{"arrivals", kindNumber},
		{"floods", kindNumber},
	}
}

// Settings are [model.Settings].
type Settings = model.Settings

// saveSettings stores what the user changes, and leaves what is NULL.
const saveSettings = `
	UPDATE subscription SET
		title = COALESCE(?, title), interval = COALESCE(?, interval), next_check_at = COALESCE(?, next_check_at)
	WHERE id = ?`

// Set changes a subscription. It stores all of the changes or none. NextCheckAt is when
// the subscription is due from now on; zero leaves that time. The error wraps
// [sql.ErrNoRows] if there is no such subscription, and is a *[TakenError] if another
// one has the new URL.
func (s *Store) Set(ctx context.Context, id int64, to Settings, nextCheckAt time.Time) error {
	err := s.write(ctx, func(tx *sql.Tx) error {
		changed, err := affected(ctx, tx, saveSettings, to.Title, (*seconds)(to.Interval), unixTime(nextCheckAt), id)
		switch {
		case err == nil && changed == 0:
			return sql.ErrNoRows
		case err != nil || to.URL == nil:
			return err
		}
		return (&commitTx{Tx: tx}).setURL(ctx, id, to.URL.String())
	})
	if err != nil {
		return fmt.Errorf("set subscription %d: %w", id, err)
	}
	return nil
}
