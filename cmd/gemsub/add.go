package main

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"gemsub/feed"
	"gemsub/internal/app"
	"gemsub/internal/model"
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
			&cli.StringFlag{Name: "title", Category: thisTime, Usage: "call the feed `T` instead of what its page says"},
			stringSliceFlag{&cli.StringSliceFlag{Name: "tag", Usage: "tag the feed with `T` (may be repeated)"}, tags()},
			stringFlag{&cli.StringFlag{Name: "unread", Usage: "leave the newest `N` entries unread; all, none", Value: "10"}, oneOf("all", "none")},
			&cli.BoolFlag{Name: "ignore-robots", Usage: "do not ask robots.txt, now and later"},
			stringFlag{&cli.StringFlag{Name: "format", Usage: "read the page as `F`: " + strings.Join(formatNames(), ", "), Value: string(feed.Auto)}, oneOf(formatNames()...)},
			intervalFlag(""), jobsFlag(), agentFlag(),
		},
		Action: p.add,
	}
}

func (p *program) add(c *cli.Context) error {
	o, err := addOptions(c)
	if err != nil {
		return err
	}
	return p.with(c, func(a *app.App) error { return p.addAll(c.Context, a, o) })
}

// addAll subscribes, and tells of each URL as it comes.
func (p *program) addAll(ctx context.Context, a *app.App, o app.AddOptions) error {
	done, failed := false, false
	var writeErr error
	for added, err := range a.Add(ctx, o) {
		if errors.Is(err, app.ErrNoNetwork) {
			p.Say("%v", err)
			failed = true
			break
		}
		if err != nil {
			return err
		}
		if writeErr == nil {
			writeErr = p.Added(added)
		}
		done, failed = done || added.Err == nil, failed || added.Err != nil
	}
	switch {
	case !failed:
		return writeErr
	case done:
		return errPartly
	}
	return errReported
}

func addOptions(c *cli.Context) (o app.AddOptions, err error) {
	if o.Asking, err = asking(c); err != nil {
		return o, err
	}
	o.URLs = c.Args().Slice()
	o.Wanted, err = newSubscription(c)
	return o, err
}

// newSubscription reads what the flags say of all URLs to be added.
func newSubscription(c *cli.Context) (app.NewSubscription, error) {
	wanted := app.NewSubscription{
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
		if err := model.CheckTag(tag); err != nil {
			return wanted, asUsage(err)
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
