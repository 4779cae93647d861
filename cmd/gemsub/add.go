package main

import (
	"cmp"
	"context"
	"errors"

	"github.com/urfave/cli/v2"

	"gemsub/feed"
	"gemsub/internal/app"
)

func (p *program) addCommand() *cli.Command {
	return &cli.Command{
		Name:      "add",
		Usage:     "subscribe to pages",
		ArgsUsage: "URL…|-",
		Description: `Each page is fetched at once. A URL without a scheme gets gemini://; add a phlog by the
gopher:// URL of its menu (item type 1). You can paste link lines such as "=> URL label";
- reads URLs from standard input, one a line.

Examples:
  gemsub add gemini://example.org/gemlog/
  gemsub add gopher://example.org/1/phlog
  gemsub add example.org/gemlog/ --tag friends --title "Abelard's gemlog"
  gemsub add --backlog all example.org/log.gmi example.net/posts/
  gemsub add - < urls.txt`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "title", Category: thisTime, Usage: "use the title `T`, not the page's own"},
			&cli.StringSliceFlag{Name: "tag", Usage: "tag the feed with `TAG`"},
			backlogFlag(),
			postsFlag(),
			&cli.BoolFlag{Name: "ignore-robots", Usage: "ignore robots.txt, now and at updates"},
			asFlag(),
			intervalFlag(), jobsFlag(), agentFlag(),
		},
		Before: p.checkNetwork,
		Action: acting(p.addOptions, p.withNew, p.add),
	}
}

// add subscribes, and reports each URL as it is done.
func (p *program) add(ctx context.Context, a *app.App, o app.AddOptions) error {
	done, failed := false, false
	var writeErr error
	waiting := p.Waiting()
	defer waiting.Done()
	for added, err := range a.Add(ctx, o) {
		waiting.Clear()
		if errors.Is(err, app.ErrNoNetwork) {
			p.Error(err)
			failed = true
			break
		}
		if err != nil {
			return err
		}
		if writeErr == nil {
			writeErr = p.Added(added)
		}
		unfit := added.Err != nil || added.Refused()
		done, failed = done || !unfit, failed || unfit
		waiting.Step()
	}
	return cmp.Or(partly(failed, done), writeErr)
}

func (p *program) addOptions(c *cli.Context) (o app.AddOptions, err error) {
	if o.Asking, err = asking(c); err != nil {
		return o, err
	}
	o.Posts, _ = app.ParsePosts(settings(c.App)["update.posts"].GetDefaultText()) // an update says what is wrong
	if o.Given, err = givenSettings(c); err != nil {
		return o, err
	}
	if o.Wanted, err = newSubscription(c); err != nil {
		return o, err
	}
	o.URLs, err = p.input().URLs(c.Args().Slice())
	if err == nil && len(o.URLs) > 1 && o.Wanted.Title != "" {
		err = usagef("--title cannot be used with several URLs")
	}
	return o, err
}

// newSubscription reads what the flags say of all URLs to be added, and their defaults.
func newSubscription(c *cli.Context) (app.NewSubscription, error) {
	wanted := app.NewSubscription{
		Title:        c.String("title"),
		Tags:         c.StringSlice("tag"),
		IgnoreRobots: c.Bool("ignore-robots"),
	}
	to, err := settingsOf(c, func(flag string) bool { return flag != "posts" || c.String(flag) != "" })
	if err != nil {
		return wanted, err
	}
	wanted.Format, wanted.FormatChosen = *to.Format, *to.Format != string(feed.Auto)
	wanted.Interval, wanted.Unread = *to.Interval, *to.Backlog
	if to.Posts != nil {
		wanted.Posts = *to.Posts
	}
	return wanted, checkTags(wanted.Tags)
}
