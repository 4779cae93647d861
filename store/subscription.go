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

// subscriptionKinds are all columns of the table, with their kinds for an archive.
func subscriptionKinds() []column {
	return []column{
		{"id", kindNumber},
		{"url", kindURL},
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
		{"failures", kindCount},
		{"last_error", kindText},
		{"last_error_kind", kindText},
		{"digest", kindDigest},
		{"first_unread", kindNumberOrAll},
		{"interval", kindSeconds},
		{"rhythm", kindSeconds},
		{"moved_from", kindURL},
		{"old_url", kindURL},
		{"moved_at", kindTime},
		{"stay", kindCount},
		{"next_stay", kindCount},
		{"next_url", kindURL},
		{"old_stay", kindCount},
		{"arrival_day", kindCount},
		{"arrivals", kindCount},
		{"floods", kindCount},
		{"posts", kindPosts},
		{"known_entries", kindDerived},
		{"known_digest", kindDerived},
	}
}
