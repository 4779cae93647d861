package view

import (
	"strings"
	"time"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/model"
	"gemsub/internal/term"
	"gemsub/internal/words"
)

// A FeedView says what a list of subscriptions shows.
type FeedView struct {
	Failing bool // why they fail
	Stale   bool // how old their newest entries are
	// Interval returns the time between two checks of a subscription.
	Interval func(model.Subscription) time.Duration
	// Wait returns until when and for what a subscription waits: zero if that is
	// unknown, "" if it does not wait.
	Wait func(model.Subscription) (until time.Time, reason string)
}

// Feeds are subscriptions and their health.
func Feeds(view FeedView) List[model.Subscription] {
	url := term.Column{Title: "URL", Name: "URL", Min: 20, Drop: 4}
	reason := term.Column{Title: "LAST ERROR", Name: "last error", Min: 24, Wrap: true, Drop: 6}
	if view.Failing { // the reason is what was asked for
		url.Drop, reason.Drop, reason.Min = 6, 0, 40
	}
	newest := term.Column{Title: "NEWEST", Name: "newest entry's date", Drop: 9}
	if view.Stale {
		newest.Drop = 1
	}
	const columns = "id title state unread entries checked_at tags url last_error format interval newest_entry ignore_robots"
	return List[model.Subscription]{Terminal: columns, Pipe: columns + " wait_until wait_reason", Fields: []Field[model.Subscription]{
		{"id", term.Column{Title: "#", Name: "number", Right: true}, func(s model.Subscription) any { return s.ID }},
		{"url", url, func(s model.Subscription) any { return link(s.URL).in(term.Dim) }},
		{"title", term.Column{Title: "TITLE", Min: 22}, feedTitle},
		{"format", term.Column{Title: "FORMAT", Drop: 7}, func(s model.Subscription) any { return unusual(s.Format) }},
		{"tags", term.Column{Title: "TAGS", Min: 6, Drop: 4}, func(s model.Subscription) any { return s.Tags }},
		{"state", term.Column{Title: "STATE", Drop: 1}, view.state},
		{"entries", term.Column{Title: "ENTRIES", Right: true, Drop: 3}, func(s model.Subscription) any { return s.Entries }},
		{"unread", term.Column{Title: "UNREAD", Right: true, Drop: 2}, func(s model.Subscription) any { return s.Unread }},
		{"checked_at", term.Column{Title: "CHECKED", Name: "last check", Drop: 5}, func(s model.Subscription) any { return ago(s.CheckedAt) }},
		{Key: "changed_at", Value: func(s model.Subscription) any { return s.ChangedAt }},
		{Key: "next_check_at", Value: func(s model.Subscription) any { return s.NextCheckAt }},
		{"interval", term.Column{Title: "EVERY", Name: "interval in seconds", Right: true, Drop: 8}, view.every},
		{Key: "failures", Value: func(s model.Subscription) any { return s.Failures }},
		{"last_error", reason, view.reason},
		{Key: "last_error_kind", Value: func(s model.Subscription) any { return s.LastErrorKind }},
		{"newest_entry", newest, func(s model.Subscription) any { return s.NewestEntry }},
		{Key: "added_at", Value: func(s model.Subscription) any { return s.AddedAt }},
		{Key: "old_url", Value: func(s model.Subscription) any { return s.OldURL }},
		{Key: "moved_at", Value: func(s model.Subscription) any { return s.MovedAt }},
		{"ignore_robots", term.Column{Title: "ROBOTS.TXT", Name: "robots.txt if ignored", Drop: 2}, func(s model.Subscription) any {
			return Shown{Value: s.IgnoreRobots, Text: map[bool]string{true: "ignored"}[s.IgnoreRobots], Style: term.Yellow}
		}},
		{Key: "interval_fixed", Value: func(s model.Subscription) any { return s.Interval > 0 }},
		{Key: "posts", Value: func(s model.Subscription) any { return s.KeptPosts }},
		{Key: "posts_bytes", Value: func(s model.Subscription) any { return s.PostBytes }},
		{"wait_until", term.Column{Name: "waits until"}, view.waitUntil},
		{"wait_reason", term.Column{Name: "waits for"}, view.waitReason},
	}}
}

func feedTitle(s model.Subscription) any {
	return Shown{Value: s.Name(), Terminal: Name{s.ID, address.Short(s.Name())}, Style: emphasis(s.Unread > 0)}
}

// unusual is a format, but nothing on a terminal for the one that most feeds have.
func unusual(format string) any {
	if format == string(feed.Gemtext) || format == string(feed.Menu) {
		return Shown{Value: format, Terminal: ""}
	}
	return format
}

// state is a subscription's state, on a terminal with until when it has to wait.
func (view FeedView) state(s model.Subscription) any {
	until, _ := view.Wait(s)
	shown := Shown{Value: string(s.State), Style: term.Red}
	if !until.IsZero() {
		shown.Terminal = string(s.State) + ", waits until " + minute(until)
	}
	switch s.State {
	case model.StateOK:
		shown.Style = term.Green
	case model.StateNew:
		shown.Style = term.Plain
	case model.StatePaused, model.StateRefused, model.StateMoved:
		shown.Style = term.Yellow
	}
	return shown
}

// every is the interval of a subscription, in seconds unless for a person.
func (view FeedView) every(s model.Subscription) any {
	interval := view.Interval(s)
	text := words.Span(interval)
	if s.Interval > 0 {
		text += ", fixed"
	}
	return Shown{Value: int64(interval.Seconds()), Terminal: text}
}

// reason says why a feed failed last, on a terminal else what it waits for: until when, its
// state says.
func (view FeedView) reason(s model.Subscription) any {
	shown := styled(term.Red, s.LastError)
	if s.LastError == "" {
		_, shown.Terminal = view.Wait(s)
	}
	return shown
}

func (view FeedView) waitUntil(s model.Subscription) any {
	until, _ := view.Wait(s)
	return Shown{Value: until, Text: RFC3339(until)}
}

func (view FeedView) waitReason(s model.Subscription) any {
	_, reason := view.Wait(s)
	return reason
}

// Feed is all that is known of a subscription, for a terminal.
func Feed(s model.Subscription, view FeedView) Row {
	row := Feeds(view).Row(s)
	for i := range row {
		row[i].Key = strings.ReplaceAll(row[i].Key, "_", " ")
	}
	return row
}
