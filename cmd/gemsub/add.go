package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/shell"
	"gemsub/internal/show"
	"gemsub/internal/term"
	"gemsub/internal/update"
	"gemsub/store"
)

func (p *program) addCommand() *cli.Command {
	return &cli.Command{
		Name:      "add",
		Usage:     "subscribe to pages",
		ArgsUsage: "URL…",
		Description: `Each page is fetched at once, robots.txt first. The newest 10 entries arrive
unread, older ones read. A URL without scheme gets gemini://.

Examples:
  gemsub add gemini://example.org/gemlog/
  gemsub add example.org/gemlog/ --tag friends --title "Abelard's gemlog"
  gemsub add --unread all example.org/log.gmi example.net/posts/`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "title", Usage: "call the feed `T` instead of what its page says"},
			&cli.StringSliceFlag{Name: "tag", Usage: "tag the feed with `T` (may be repeated)"},
			&cli.StringFlag{Name: "unread", Usage: "leave the newest `N` entries unread; all, none", Value: "10"},
			&cli.BoolFlag{Name: "ignore-robots", Usage: "do not ask robots.txt, now and later"},
			&cli.StringFlag{Name: "format", Usage: "read the page as `F`: " + strings.Join(formatNames(), ", "), Value: string(feed.Auto)},
			intervalFlag(), jobsFlag(), agentFlag(),
		},
		Action: p.add,
	}
}

func (p *program) add(c *cli.Context) error {
	n, err := jobs(c)
	if err != nil {
		return err
	}
	wanted, err := newSubscription(c)
	if err != nil {
		return err
	}
	db, err := p.openStore(c)
	if err != nil {
		return err
	}
	defer db.Close()
	a := adder{p: p, wanted: wanted}
	subs, err := a.unknown(c.Context, db, c.Args().Slice())
	if err != nil {
		return err
	}
	k := &keeper{db: db, check: a.check}
	if err := p.checkAll(c.Context, p.engine(k, n, c.StringSlice("agent")...), subs, a.told); err != nil && !errors.Is(err, update.ErrNoNetwork) {
		return err
	} else if err != nil {
		a.failed = true
		p.Say("%v", err)
	}
	switch {
	case !a.failed:
		return a.writeErr
	case a.done:
		return errPartly
	}
	return errTold
}

// newSubscription reads what the flags say of all URLs to be added.
func newSubscription(c *cli.Context) (store.NewSubscription, error) {
	wanted := store.NewSubscription{
		Title:        c.String("title"),
		Format:       c.String("format"),
		Tags:         c.StringSlice("tag"),
		IgnoreRobots: c.Bool("ignore-robots"),
	}
	switch {
	case c.NArg() == 0:
		return wanted, usagef("add needs a URL")
	case c.NArg() > 1 && wanted.Title != "":
		return wanted, usagef("--title goes with one URL only")
	}
	for _, tag := range wanted.Tags {
		if err := checkTag(tag); err != nil {
			return wanted, err
		}
	}
	if !slices.Contains(formatNames(), wanted.Format) {
		return wanted, usagef("unknown format %q (supported: %s)", wanted.Format, strings.Join(formatNames(), ", "))
	}
	wanted.FormatChosen = wanted.Format != string(feed.Auto)
	var err error
	if wanted.Interval, err = intervalOf(c); err != nil {
		return wanted, err
	}
	wanted.Unread, err = parseUnread(c.String("unread"))
	return wanted, err
}

// formatNames lists the formats in the order in which help shows them.
func formatNames() []string {
	formats := []feed.Format{feed.Auto, feed.Gemtext, feed.Atom, feed.RSS, feed.JSON, feed.Headings, feed.Links, feed.Whole}
	names := make([]string, len(formats))
	for i, f := range formats {
		names[i] = string(f)
	}
	return names
}

func parseUnread(s string) (int, error) {
	switch s {
	case "all":
		return -1, nil
	case "none":
		return 0, nil
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 {
		return 0, usagef("--unread takes a number, all or none, not %q", s)
	}
	return n, nil
}

// An adder subscribes to what was read.
type adder struct {
	p            *program
	wanted       store.NewSubscription
	done, failed bool // for any of the URLs
	writeErr     error
}

// unknown makes subscriptions of the URLs that are none yet.
func (a *adder) unknown(ctx context.Context, db *store.Store, urls []string) ([]update.Subscription, error) {
	all, err := db.Subscriptions(ctx, store.SubscriptionFilter{})
	if err != nil {
		return nil, err
	}
	known := make(map[string]store.Subscription, len(all))
	for _, s := range all {
		known[s.URL] = s
	}
	var subs []update.Subscription
	asked := map[string]bool{}
	for _, raw := range urls {
		u, err := address.Parse(raw)
		if err != nil {
			a.p.Say("%s", about(address.WithoutUser(raw), err))
			a.failed = true
			continue
		}
		if s, ok := known[u.String()]; ok {
			a.p.known(s)
			a.done = true
			continue
		}
		if url := u.String(); !asked[url] {
			asked[url] = true
			subs = append(subs, update.Subscription{
				URL: url, Name: url, State: update.StateNew,
				IgnoreRobots: a.wanted.IgnoreRobots, Format: feed.Format(a.wanted.Format), FormatChosen: a.wanted.FormatChosen,
				Interval: a.wanted.Interval, KeepPage: true,
			})
		}
	}
	return subs, nil
}

// known tells of a subscription that is there already. One that moved to its URL
// may not be what the user expects there.
func (p *program) known(s store.Subscription) {
	p.Say("already subscribed: %d %s <%s>", s.ID, s.Name(), s.URL)
	if s.OldURL != "" {
		p.Hint("it moved there from %s; gemsub set %d --url %s undoes it", s.OldURL, s.ID, shell.Word(s.OldURL))
	}
}

// check is what to store of a result: a page that could not be read is not
// subscribed to.
func (a *adder) check(r update.Result) *store.Check {
	if r.Err != nil {
		return nil
	}
	check := checkOf(r)
	wanted := a.wanted
	wanted.URL = r.Subscription.URL
	wanted.Format, check.Format = cmp.Or(check.Format, wanted.Format), ""
	if r.MovedTo != "" {
		wanted.URL, check.MovedTo = r.MovedTo, ""
	}
	check.New = &wanted
	return check
}

func (a *adder) told(c update.Committed) {
	r, changes := c.Result, c.Changes
	for _, notice := range r.Notices {
		a.p.Say("%s", notice)
	}
	if r.Err != nil {
		a.failed = true
		a.p.failure(r)
		return
	}
	a.done = true
	switch {
	case changes.Known:
		a.p.Say("already subscribed: %s leads to %s", r.Subscription.URL, r.MovedTo)
		return
	case r.MovedTo != "":
		a.p.Say("%s moved to %s", r.Subscription.URL, r.MovedTo)
	}
	if a.writeErr == nil {
		a.writeErr = a.p.added(changes.SubscriptionID, cmp.Or(r.MovedTo, r.Subscription.URL), cmp.Or(a.wanted.Title, r.Feed.Title), r.Feed)
	}
	if len(r.Feed.Entries) == 0 {
		a.p.noEntries(*r.Page)
	}
}

// noEntries says what was looked for on a page, and what could be subscribed to
// in its place.
func (p *program) noEntries(page feed.Page) {
	about := feed.Describe(page)
	p.Say("%s: %s", page.URL, feed.NoEntries)
	links := ""
	if about.Links > 0 {
		links = "--format links takes " + show.Count(about.Links, "link", "links") + " of it as entries, "
	}
	p.Hint("%s--format page takes every change of the page", links)
	for i, c := range feed.Candidates(page) {
		if i == maxHints {
			break
		}
		p.Hint("gemsub add %s", shell.Word(c.URL))
	}
}

// maxHints is how many links of a page that is no feed are suggested.
const maxHints = 3

// added says what was found.
func (p *program) added(id int64, url, title string, f *feed.Feed) error {
	newest := ""
	if len(f.Entries) > 0 {
		newest = show.Date(f.Entries[0].Updated)
	}
	if !p.Out.IsTerminal() {
		_, err := fmt.Fprintf(p.Out, "%d\t%s\t%s\t%d\t%s\n", id, url, term.Safe(title), len(f.Entries), newest)
		return err
	}
	if newest != "" {
		newest = ", newest " + newest
	}
	return p.Out.Line("", "subscribed to %d %s: %s%s", id, title, show.Count(len(f.Entries), "entry", "entries"), newest)
}
