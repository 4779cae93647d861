package main

import (
	"context"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/show"
	"gemsub/internal/view"
)

func (p *program) listCommand() *cli.Command {
	return &cli.Command{
		Name:      "list",
		Aliases:   []string{"ls"},
		Usage:     "list the subscriptions, and which of them fail",
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
			&cli.BoolFlag{Name: "failing", Category: thisTime, Usage: "only feeds that fail or have waited for a day, and why"},
			&cli.StringFlag{Name: "stale", Category: thisTime, Usage: "only feeds without an entry since `DATE`; 90d means for 90 days"},
			&cli.StringFlag{Name: "sort", Usage: "sort by `ORDER`: " + strings.Join(app.FeedOrders(), ", "), Value: app.FeedOrders()[0]},
			p.jsonFlag(),
		},
		Action: p.list,
	}
}

func (p *program) list(c *cli.Context) error {
	order, stale := c.String("sort"), c.String("stale")
	switch {
	case c.IsSet("stale") && stale == "":
		return usagef("--stale needs a time such as 90d, or a date")
	case !slices.Contains(app.FeedOrders(), order):
		return unknownValue("order", order, app.FeedOrders())
	}
	before, err := p.date(stale)
	if err != nil {
		return err
	}
	q := app.FeedQuery{Feeds: c.Args().Slice(), Order: app.FeedOrder(order)}
	q.Tag, q.UnreadOnly, q.Failing, q.StaleBefore = c.String("tag"), c.Bool("unread"), c.Bool("failing"), before
	return p.with(c, func(a *app.App) error { return p.listFeeds(c.Context, a, q) })
}

func (p *program) listFeeds(ctx context.Context, a *app.App, q app.FeedQuery) error {
	subs, err := a.Feeds(ctx, q)
	if err != nil {
		return err
	}
	stale := !q.StaleBefore.IsZero()
	if len(subs) == 0 {
		p.NothingListed(q.Failing, stale, q.UnreadOnly, q.Tag)
	}
	shown := view.FeedView{Failing: q.Failing, Stale: stale, Interval: a.Interval, Wait: a.Wait}
	return p.pagedNames(ctx, a, func() error {
		if len(q.Feeds) == 1 && len(subs) == 1 && p.Out.IsTerminal() && !p.JSON {
			return p.Facts(view.Feed(subs[0], shown))
		}
		return show.Print(p.Printer, view.Feeds(shown), subs)
	})
}
