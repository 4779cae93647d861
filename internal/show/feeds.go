package show

import (
	"strconv"
	"strings"
	"time"

	"gemsub/feed"
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

// Feeds prints subscriptions and their health.
func (p *Printer) Feeds(subs []model.Subscription, view FeedView) error {
	return print(p, feedList(view), subs, func(s model.Subscription) row { return p.feedRow(s, view) })
}

// Feed prints all that is known of a subscription on a terminal, a value a line.
func (p *Printer) Feed(s model.Subscription, view FeedView) error {
	l := feedList(view)
	r := p.feedRow(s, view)
	var all [][]term.Cell
	for i, cell := range cells(l.places(""), r) {
		if of, ok := r[i].(shown); ok && cell.Text == "" { // what a table leaves out
			cell.Text = inTable(of.value)
		}
		all = append(all, []term.Cell{{Text: strings.ReplaceAll(l.fields[i].key, "_", " "), Style: term.Dim}, cell})
	}
	return p.facts(all...)
}

func feedList(view FeedView) list {
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
	return list{terminal: columns, pipe: columns + " wait_until wait_reason", fields: []field{
		{"id", term.Column{Title: "#", Name: "number", Right: true}},
		{"url", url},
		{"title", term.Column{Title: "TITLE", Min: 22}},
		{"format", term.Column{Title: "FORMAT", Drop: 7}},
		{"tags", term.Column{Title: "TAGS", Min: 6, Drop: 4}},
		{"state", term.Column{Title: "STATE", Drop: 1}},
		{"entries", term.Column{Title: "ENTRIES", Right: true, Drop: 3}},
		{"unread", term.Column{Title: "UNREAD", Right: true, Drop: 2}},
		{"checked_at", term.Column{Title: "CHECKED", Name: "last check", Drop: 5}},
		{key: "changed_at"},
		{key: "next_check_at"},
		{"interval", term.Column{Title: "EVERY", Name: "interval in seconds", Right: true, Drop: 8}},
		{key: "failures"},
		{"last_error", reason},
		{key: "last_error_kind"},
		{"newest_entry", newest},
		{key: "added_at"},
		{key: "old_url"},
		{key: "moved_at"},
		{"ignore_robots", term.Column{Title: "ROBOTS.TXT", Name: "robots.txt if ignored", Drop: 2}},
		{key: "interval_fixed"},
		{key: "posts"},
		{key: "posts_bytes"},
		{"wait_until", term.Column{Name: "waits until"}},
		{"wait_reason", term.Column{Name: "waits for"}},
	}}
}

func (p *Printer) feedRow(s model.Subscription, view FeedView) row {
	until, reason := view.Wait(s)
	interval := view.Interval(s)
	robots := shown{value: s.IgnoreRobots, style: term.Yellow}
	if s.IgnoreRobots { // the user overrides it
		robots.text = "ignored"
	}
	return row{
		s.ID, p.url(s.URL, term.Dim),
		shown{s.Name(), p.feedName(s.ID, p.shortURL(s.Name())), emphasis(s.Unread > 0)},
		shown{s.Format, p.unusual(s.Format), term.Plain},
		s.Tags,
		shown{string(s.State), p.stateText(s, until), stateStyle(s.State)},
		s.Entries, s.Unread,
		shown{s.CheckedAt, p.ago(s.CheckedAt), term.Plain},
		s.ChangedAt, s.NextCheckAt,
		shown{int64(interval.Seconds()), p.every(s, interval), term.Plain},
		s.Failures,
		shown{s.LastError, p.reasonText(s, reason), term.Red},
		s.LastErrorKind,
		s.NewestEntry, s.AddedAt, s.OldURL, s.MovedAt,
		robots,
		s.Interval > 0, s.KeptPosts, s.PostBytes,
		shown{until, rfc3339(until), term.Plain},
		reason,
	}
}

// stateText returns a subscription's state, on a terminal with until when it has to
// wait.
func (p *Printer) stateText(s model.Subscription, until time.Time) string {
	text := string(s.State)
	if !until.IsZero() && p.Out.IsTerminal() {
		text += ", waits until " + p.when(until)
	}
	return text
}

// reasonText says why a feed failed last, on a terminal else what it waits for: until when,
// its state says.
func (p *Printer) reasonText(s model.Subscription, reason string) string {
	if s.LastError != "" || !p.Out.IsTerminal() {
		return s.LastError
	}
	return reason
}

func stateStyle(s model.State) term.Style {
	switch s {
	case model.StateOK:
		return term.Green
	case model.StateNew:
		return term.Plain
	case model.StatePaused, model.StateRefused, model.StateMoved:
		return term.Yellow
	}
	return term.Red
}

// unusual returns a format, but "" on a terminal for the one that most feeds have.
func (p *Printer) unusual(format string) string {
	if p.Out.IsTerminal() && (format == string(feed.Gemtext) || format == string(feed.Menu)) {
		return ""
	}
	return format
}

// every returns the interval of a subscription, in seconds unless on a terminal.
func (p *Printer) every(s model.Subscription, interval time.Duration) string {
	switch {
	case !p.Out.IsTerminal():
		return strconv.FormatInt(int64(interval.Seconds()), 10)
	case s.Interval > 0:
		return words.Span(interval) + ", fixed"
	}
	return words.Span(interval)
}
