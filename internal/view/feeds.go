package view

import (
	"cmp"
	"time"

	"gemsub/internal/address"
	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/term"
	"gemsub/internal/words"
)

// Feeds lists the subscriptions that q asks for, and their health: for failing ones why they fail,
// for stale ones how old their newest entries are. interval returns the time between two checks.
func Feeds(q app.FeedQuery, interval func(model.Subscription) time.Duration) List[model.Subscription] {
	url := term.Column{Title: "URL", Name: "URL", Min: 20, Drop: 4}
	reason := term.Column{Title: "LAST ERROR", Name: "last error", Min: 24, Wrap: true, Drop: 6}
	if q.Failing { // the reason needs the room
		url.Drop, reason.Drop, reason.Min = 6, 0, 40
	}
	newest := term.Column{Title: "NEWEST", Name: "newest entry's date", Drop: 9}
	if !q.StaleBefore.IsZero() {
		newest.Drop = 1
	}
	const columns = "id title state unread entries checked_at tags url last_error format interval newest_entry ignore_robots"
	return List[model.Subscription]{Terminal: columns, Pipe: columns + " wait_until wait_reason", Fields: []Field[model.Subscription]{
		{"id", term.Column{Title: "#", Name: "number", Right: true}, func(s model.Subscription) any { return s.ID }},
		{"url", url, func(s model.Subscription) any {
			return Display{Value: s.URL, Terminal: address.ShortURL(s.URL), Style: term.Dim}
		}},
		{"title", term.Column{Title: "TITLE", Min: 22}, func(s model.Subscription) any {
			return Display{Value: s.Name(), Terminal: FeedName{s.ID, address.ShortURL(s.Name())}, Style: emphasis(s.Unread > 0)}
		}},
		{"format", term.Column{Title: "FORMAT", Drop: 10}, func(s model.Subscription) any { return s.Format }},
		{"tags", term.Column{Title: "TAGS", Min: 6, Drop: 4}, func(s model.Subscription) any { return Texts(s.Tags) }},
		{"state", term.Column{Title: "STATE", Drop: 1}, feedState},
		{"entries", term.Column{Title: "ENTRIES", Right: true, Drop: 3}, func(s model.Subscription) any { return s.Entries }},
		{"unread", term.Column{Title: "UNREAD", Right: true, Drop: 2}, func(s model.Subscription) any { return s.Unread }},
		{"checked_at", term.Column{Title: "CHECKED", Name: "last check", Drop: 5}, func(s model.Subscription) any { return ago(s.CheckedAt) }},
		{Key: "changed_at", Value: func(s model.Subscription) any { return s.ChangedAt }},
		{Key: "next_check_at", Value: func(s model.Subscription) any { return s.NextCheckAt }},
		{"interval", term.Column{Title: "EVERY", Name: "interval in seconds", Right: true, Drop: 8}, func(s model.Subscription) any { return every(s, interval(s)) }},
		{Key: "failures", Value: func(s model.Subscription) any { return s.Failures }},
		{"last_error", reason, lastError},
		{Key: "last_error_kind", Value: func(s model.Subscription) any { return s.LastErrorKind }},
		{"newest_entry", newest, func(s model.Subscription) any { return s.NewestEntry }},
		{Key: "added_at", Value: func(s model.Subscription) any { return s.AddedAt }},
		{Key: "old_url", Value: func(s model.Subscription) any { return s.OldURL }},
		{Key: "moved_at", Value: func(s model.Subscription) any { return s.MovedAt }},
		{"ignore_robots", term.Column{Title: "ROBOTS.TXT", Name: "robots.txt if ignored", Drop: 2}, func(s model.Subscription) any {
			return Display{Value: s.IgnoreRobots, Text: when(s.IgnoreRobots, "ignored"), Style: term.Yellow}
		}},
		{Key: "interval_fixed", Value: func(s model.Subscription) any { return s.Interval > 0 }},
		{Key: "posts", Value: func(s model.Subscription) any { return s.KeptPosts }},
		{Key: "posts_bytes", Value: func(s model.Subscription) any { return s.PostBytes }},
		{"wait_until", term.Column{Name: "waits until"}, func(s model.Subscription) any { return Display{Value: s.WaitUntil, Text: RFC3339(s.WaitUntil)} }},
		{"wait_reason", term.Column{Name: "waits for"}, func(s model.Subscription) any { return s.WaitReason }},
		{Key: "paused", Value: func(s model.Subscription) any { return s.Paused }},
	}}
}

// feedState returns a subscription's state, on a terminal with the time until which it waits.
func feedState(s model.Subscription) any {
	state, style := string(s.State), map[model.State]term.Style{
		model.StateOK: term.Green, model.StateFailing: term.Red, model.StateGone: term.Red,
		model.StatePaused: term.Yellow, model.StateRefused: term.Yellow, model.StateMoved: term.Yellow,
	}[s.State]
	if s.Paused {
		state, style = "paused", term.Yellow
	}
	shown := Display{Value: string(s.State), Text: state, Style: style}
	if !s.WaitUntil.IsZero() && !s.Paused {
		shown.Terminal = state + ", waits until " + minute(s.WaitUntil)
	}
	return shown
}

// every returns the interval of a subscription, for programs in seconds.
func every(s model.Subscription, interval time.Duration) any {
	return Display{Value: int64(interval.Seconds()), Terminal: words.Span(interval) + when(s.Interval > 0, ", fixed")}
}

// lastError returns why a feed failed last; if it did not, a terminal shows why it waits.
func lastError(s model.Subscription) any {
	paused := when(s.Paused && s.NeverRead(), "never read: gemsub set %d --resume starts it", s.ID)
	return Display{Value: s.LastError, Terminal: cmp.Or(shortFingerprints(s.LastError), paused, s.WaitReason), Style: term.Red}
}
