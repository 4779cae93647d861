package main

import (
	"context"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/show"
)

func (p *program) listCommand() *cli.Command {
	return &cli.Command{
		Name:      "list",
		Aliases:   []string{"ls"},
		Usage:     "show the subscriptions and their health",
		ArgsUsage: "[FEED…]",
		Description: `Examples:
  gemsub list
  gemsub list "urban gardening"
  gemsub list --failing
  gemsub list --stale 90d
  gemsub list --sort unread
  gemsub list --tag friends --json`,
		Flags: []cli.Flag{
			tagFilter("", "only feeds tagged `TAG`"),
			&cli.BoolFlag{Name: "unread", Usage: "only feeds with unread entries"},
			&cli.BoolFlag{Name: "failing", Category: thisTime, Usage: "only feeds that cannot be read or have waited for a day, with the reason"},
			&cli.StringFlag{Name: "stale", Category: thisTime, Usage: "only feeds without an entry since `DATE`; 90d means for 90 days"},
			&cli.StringFlag{Name: "sort", Usage: "sort by `ORDER`: " + strings.Join(app.FeedOrders(), ", "), Value: app.FeedOrders()[0]},
			jsonFlag(),
		},
		Action: p.list,
	}
}

// listOptions say what of the subscriptions to list, and how.
type listOptions struct {
	query app.FeedQuery
	stale bool
	json  bool
}

func (p *program) listOptions(c *cli.Context) (o listOptions, err error) {
	order := c.String("sort")
	switch {
	case c.IsSet("stale") && c.String("stale") == "":
		return o, usagef("--stale needs a time: 90d, say, or a date")
	case !slices.Contains(app.FeedOrders(), order):
		return o, unknownValue("order", order, app.FeedOrders())
	}
	o.stale, o.json = c.IsSet("stale"), c.Bool("json")
	o.query.Order, o.query.Feeds, o.query.Tag = app.FeedOrder(order), c.Args().Slice(), c.String("tag")
	o.query.UnreadOnly, o.query.Failing = c.Bool("unread"), c.Bool("failing")
	o.query.StaleBefore, err = p.date(c.String("stale"))
	return o, err
}

func (p *program) list(c *cli.Context) error {
	o, err := p.listOptions(c)
	if err != nil {
		return err
	}
	return p.with(c, func(a *app.App) error { return p.listFeeds(c.Context, a, o) })
}

func (p *program) listFeeds(ctx context.Context, a *app.App, o listOptions) error {
	subs, err := a.Feeds(ctx, o.query)
	if err != nil {
		return err
	}
	if len(subs) == 0 {
		p.NothingListed(o.query.Failing, o.stale, o.query.UnreadOnly, o.query.Tag)
	}
	view := show.FeedView{JSON: o.json, Failing: o.query.Failing, Stale: o.stale, Interval: a.Interval, Wait: a.Wait}
	if view.Names, err = p.distinctNames(ctx, a); err != nil {
		return err
	}
	if len(o.query.Feeds) == 1 && len(subs) == 1 && p.Out.IsTerminal() && !o.json {
		return p.Feed(subs[0], view)
	}
	return p.paged(ctx, func() error { return p.Feeds(subs, view) })
}
