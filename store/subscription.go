package store

import "gemsub/internal/model"

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

// subscriptionColumns are those of [scanSubscription].
const subscriptionColumns = `
	s.id, s.url, s.title, s.feed_title, s.subtitle, s.author, s.lang,
	s.format, s.feed_updated, s.state, s.ignore_robots, s.added_at,
	s.checked_at, s.changed_at, s.next_check_at, s.failures, s.last_error,
	s.last_error_kind, s.digest, s.rhythm, s.interval, s.old_url, s.moved_at,
	s.attempted_at, s.wait_until, s.wait_reason, s.reach, s.format_chosen, s.posts`

// scanSubscription returns pointers to the fields of s for subscriptionColumns, and then
// more.
func scanSubscription(s *Subscription, more ...any) []any {
	return append([]any{
		&s.ID, &s.URL, &s.Title, &s.FeedTitle, &s.Subtitle, &s.Author, &s.Lang,
		&s.Format, (*unixTime)(&s.FeedUpdated), &s.State, &s.IgnoreRobots, (*unixTime)(&s.AddedAt),
		(*unixTime)(&s.CheckedAt), (*unixTime)(&s.ChangedAt), (*unixTime)(&s.NextCheckAt), &s.Failures, &s.LastError,
		&s.LastErrorKind, &s.Digest, (*seconds)(&s.Rhythm), (*seconds)(&s.Interval), &s.OldURL, (*unixTime)(&s.MovedAt),
		(*unixTime)(&s.AttemptedAt), (*unixTime)(&s.WaitUntil), &s.WaitReason, &s.Reach, &s.FormatChosen, &s.Posts,
	}, more...)
}
