package show

import (
	"bufio"
	"cmp"
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
	Failing bool             // why they fail
	Stale   bool             // how old their newest entries are
	Names   map[int64]string // by which to call them, where not as [model.Subscription.Name] does
	// Interval returns the time between two checks of a subscription.
	Interval func(model.Subscription) time.Duration
	// Wait returns until when and for what a subscription waits: zero if that is
	// unknown, "" if it does not wait.
	Wait func(model.Subscription) (until time.Time, reason string)
}

// FeedsJSON prints subscriptions, one object a line.
func (p *Printer) FeedsJSON(subs []model.Subscription, view FeedView) error {
	out := bufio.NewWriter(p.Out)
	for _, s := range subs {
		if err := WriteJSON(out, newJSONSubscription(s, view)); err != nil {
			return err
		}
	}
	return out.Flush()
}

// Feeds prints subscriptions and their health.
func (p *Printer) Feeds(subs []model.Subscription, view FeedView) error {
	t := term.NewTable(p.Out, feedColumns(view, p.Out.IsTerminal())...)
	for _, s := range subs {
		if err := t.Row(p.feedRow(s, view)...); err != nil {
			return err
		}
	}
	return t.Flush()
}

func (p *Printer) feedRow(s model.Subscription, view FeedView) []term.Cell {
	until, reason := view.Wait(s)
	row := []term.Cell{
		{Text: strconv.FormatInt(s.ID, 10)},
		{Text: cmp.Or(view.Names[s.ID], p.shortURL(s.Name())), Style: emphasis(s.Unread > 0)},
		{Text: p.stateText(s, until), Style: stateStyle(s.State)},
		{Text: strconv.Itoa(s.Unread)},
		{Text: strconv.Itoa(s.Entries)},
		{Text: p.ago(s.CheckedAt)},
		{Text: strings.Join(s.Tags, ",")},
		{Text: p.shortURL(s.URL), Style: term.Dim},
		{Text: s.LastError, Style: term.Red},
		{Text: p.unusual(s.Format)},
		{Text: p.every(s, view.Interval(s))},
		{Text: words.Date(s.NewestEntry)},
		{Text: robotsText(s), Style: term.Yellow},
	}
	if p.Out.IsTerminal() {
		row[8].Text = cmp.Or(s.LastError, waitText(until, reason))
		return row
	}
	return append(row, term.Cell{Text: rfc3339(until)}, term.Cell{Text: reason})
}

// feedColumns are those of a terminal, and in a pipe also what a feed waits for.
func feedColumns(view FeedView, terminal bool) []term.Column {
	url := term.Column{Title: "URL", Name: "URL", Min: 20, Drop: 4}
	reason := term.Column{Title: "LAST ERROR", Name: "last error", Min: 24, Wrap: true, Drop: 6}
	if view.Failing { // the reason is what was asked for
		url.Drop, reason.Drop, reason.Min = 6, 0, 40
	}
	newest := term.Column{Title: "NEWEST", Name: "newest entry's date", Drop: 9}
	if view.Stale {
		newest.Drop = 1
	}
	columns := []term.Column{
		{Title: "#", Name: "number", Right: true},
		{Title: "TITLE", Min: 22},
		{Title: "STATE", Drop: 1},
		{Title: "UNREAD", Right: true, Drop: 2},
		{Title: "ENTRIES", Right: true, Drop: 3},
		{Title: "CHECKED", Name: "last check", Drop: 5},
		{Title: "TAGS", Min: 6, Drop: 4},
		url, reason,
		{Title: "FORMAT", Drop: 7},
		{Title: "EVERY", Name: "interval in seconds", Right: true, Drop: 8},
		newest,
		{Title: "ROBOTS.TXT", Name: "robots.txt if ignored", Drop: 2},
	}
	if !terminal {
		columns = append(columns, term.Column{Name: "waits until"}, term.Column{Name: "waits for"})
	}
	return columns
}

// robotsText is a reminder if the user overrides robots.txt.
func robotsText(s model.Subscription) string {
	if s.IgnoreRobots {
		return "ignored"
	}
	return ""
}

// stateText returns a subscription's state, on a terminal with until when it has to
// wait.
func (p *Printer) stateText(s model.Subscription, until time.Time) string {
	text := string(s.State)
	if !until.IsZero() && p.Out.IsTerminal() {
		text += ", waits until " + until.Local().Format("2006-01-02 15:04")
	}
	return text
}

// waitText says what a feed waits for.
func waitText(until time.Time, reason string) string {
	if until.IsZero() {
		return reason
	}
	return reason + ": not before " + until.UTC().Format("2006-01-02 15:04:05 UTC")
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
