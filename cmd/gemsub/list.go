package main

import (
	"bufio"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/term"
	"gemsub/store"
)

func (p *program) listCommand() *cli.Command {
	return &cli.Command{
		Name:    "list",
		Aliases: []string{"ls"},
		Usage:   "show the subscriptions and their health",
		Description: `In a pipe each line holds number, title, state, unread, entries, last check,
tags, URL, last error, format, the interval in seconds and the newest entry's
date, separated by tabs.

Examples:
  gemsub list
  gemsub list --failing
  gemsub list --stale 90d
  gemsub list --tag friends --json`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "tag", Usage: "only feeds tagged `T`"},
			&cli.BoolFlag{Name: "failing", Usage: "only feeds that cannot be read, with the reason"},
			&cli.StringFlag{Name: "stale", Usage: "only feeds without an entry since `DATE`; 90d means for 90 days"},
			&cli.BoolFlag{Name: "json", Usage: "one JSON object a line"},
		},
		Action: p.list,
	}
}

func (p *program) list(c *cli.Context) error {
	if c.NArg() > 0 {
		return usagef("list takes no argument")
	}
	if c.IsSet("stale") && c.String("stale") == "" {
		return usagef("--stale needs a time: 90d, say, or a date")
	}
	stale, err := parseSince(c.String("stale"), p.now())
	if err != nil {
		return err
	}
	db, err := p.openStore(c)
	if err != nil {
		return err
	}
	defer db.Close()
	subs, err := db.Subscriptions(c.Context, store.SubscriptionFilter{
		Tag: c.String("tag"), Failing: c.Bool("failing"), StaleBefore: stale,
	})
	if err != nil {
		return err
	}
	if len(subs) == 0 {
		p.nothingListed(c)
	}
	if c.Bool("json") {
		return p.listJSON(subs)
	}
	return p.listTable(subs, c.Bool("failing"), c.IsSet("stale"))
}

func (p *program) listJSON(subs []store.Subscription) error {
	out := bufio.NewWriter(p.out)
	for _, s := range subs {
		if err := writeJSON(out, newJSONSubscription(s, p.interval(s))); err != nil {
			return err
		}
	}
	return out.Flush()
}

func (p *program) nothingListed(c *cli.Context) {
	switch {
	case c.Bool("failing") && c.IsSet("stale"):
		p.say("no feed is both failing and stale")
	case c.Bool("failing"):
		p.say("no feed is failing")
	case c.IsSet("stale"):
		p.say("no feed is stale")
	case c.String("tag") != "":
		p.untagged(c.String("tag"))
	default:
		p.say("no subscriptions yet")
		p.hint("gemsub add URL")
	}
}

func (p *program) listTable(subs []store.Subscription, failing, stale bool) error {
	url := term.Column{Title: "URL", Min: 24, Drop: 5}
	reason := term.Column{Title: "LAST ERROR", Min: 24, Drop: 6}
	if failing { // the reason is what was asked for
		url, reason = term.Column{Title: "URL", Min: 24, Drop: 6}, term.Column{Title: "LAST ERROR", Min: 50}
	}
	newest := term.Column{Title: "NEWEST", Drop: 9}
	if stale {
		newest.Drop = 1
	}
	t := term.NewTable(p.out,
		term.Column{Title: "#", Right: true},
		term.Column{Title: "TITLE", Min: 12},
		term.Column{Title: "STATE", Drop: 1},
		term.Column{Title: "UNREAD", Right: true, Drop: 2},
		term.Column{Title: "ENTRIES", Right: true, Drop: 3},
		term.Column{Title: "CHECKED", Drop: 4},
		term.Column{Title: "TAGS", Min: 6, Drop: 5},
		url, reason,
		term.Column{Title: "FORMAT", Drop: 7},
		term.Column{Title: "EVERY", Right: true, Drop: 8},
		newest,
	)
	for _, s := range subs {
		err := t.Row(
			term.Cell{Text: strconv.FormatInt(s.ID, 10)},
			term.Cell{Text: s.Name(), Style: p.emphasis(s.Unread > 0)},
			term.Cell{Text: stateText(s), Style: stateStyle(s.State)},
			term.Cell{Text: strconv.Itoa(s.Unread)},
			term.Cell{Text: strconv.Itoa(s.Entries)},
			term.Cell{Text: p.ago(s.CheckedAt)},
			term.Cell{Text: strings.Join(s.Tags, ",")},
			term.Cell{Text: p.shortURL(s.URL), Style: term.Dim},
			term.Cell{Text: s.LastError, Style: term.Red},
			term.Cell{Text: p.unusual(s.Format)},
			term.Cell{Text: p.every(s)},
			term.Cell{Text: dateOf(s.NewestEntry)},
		)
		if err != nil {
			return err
		}
	}
	return t.Flush()
}

func (p *program) emphasis(on bool) term.Style {
	if on {
		return term.Bold
	}
	return term.Plain
}

// stateText is a subscription's state; a user who overrides robots.txt should
// not forget it.
func stateText(s store.Subscription) string {
	if s.IgnoreRobots {
		return string(s.State) + ", ignores robots.txt"
	}
	return string(s.State)
}

// unusual leaves out on a terminal the format that most feeds have.
func (p *program) unusual(format string) string {
	if p.out.IsTerminal() && format == string(feed.Gemtext) {
		return ""
	}
	return format
}

// shortURL leaves out on a terminal what all URLs have in common.
func (p *program) shortURL(url string) string {
	if p.out.IsTerminal() {
		return address.Short(url)
	}
	return url
}

func stateStyle(s store.State) term.Style {
	switch s {
	case store.StateOK:
		return term.Green
	case store.StateNew:
		return term.Plain
	case store.StatePaused, store.StateRefused, store.StateMoved:
		return term.Yellow
	}
	return term.Red
}

// ago is a time in the past: on a terminal how long ago, else RFC 3339.
func (p *program) ago(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	if !p.out.IsTerminal() {
		return t.UTC().Format(time.RFC3339)
	}
	switch d := p.now().Sub(t); {
	case d < time.Minute:
		return "now"
	case d < time.Hour:
		return fmt.Sprintf("%dm ago", int(d.Minutes()))
	case d < 48*time.Hour:
		return fmt.Sprintf("%dh ago", int(d.Hours()))
	default:
		return fmt.Sprintf("%dd ago", int(d.Hours()/24))
	}
}
