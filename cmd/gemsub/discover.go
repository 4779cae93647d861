package main

import (
	"context"
	"fmt"

	"github.com/urfave/cli/v2"

	"gemsub/internal/address"
	"gemsub/internal/app"
)

func (p *program) discoverCommand() *cli.Command {
	return &cli.Command{
		Name:      "discover",
		Usage:     "find feeds that a page links to, or capsules that kept posts link to",
		ArgsUsage: "[URL]",
		Description: `It reads the page, and at most 10 pages that it links to under names like feed, gemlog
or posts, for 90 seconds. --from-posts makes no request, and lists capsules that you do
not follow; in a pipe: feeds, links, URL, URLs there.

Examples:
  gemsub discover example.org
  gemsub discover gemini://example.org/ --json
  gemsub discover --from-posts`,
		Flags: []cli.Flag{
			p.jsonFlag(),
			&cli.BoolFlag{Name: "from-posts", Category: thisTime, Usage: "list capsules that kept posts link to"},
			agentFlag(),
		},
		Before: p.checkNetwork,
		Action: p.discover,
	}
}

func (p *program) discover(c *cli.Context) error {
	switch {
	case c.Bool("from-posts") && c.NArg() > 0:
		return usagef("--from-posts cannot be combined with a URL")
	case c.Bool("from-posts"):
		return p.with(c, func(a *app.App) error { return p.linkedSites(c.Context, a, c.StringSlice("my")) })
	case c.NArg() == 0:
		return usagef("discover needs a URL, or --from-posts")
	}
	u, err := address.Parse(c.Args().First())
	if err != nil {
		return asUsage(err)
	}
	return p.with(c, func(a *app.App) error {
		waiting := p.Waiting()
		found, notices, err := a.Discover(c.Context, u, app.Asking{Agents: c.StringSlice("agent")})
		waiting.Done()
		p.Notices(notices)
		switch {
		case err != nil:
			return err
		case len(found) == 0:
			return app.WithHint(
				fmt.Errorf("found nothing to subscribe to at %s", c.Args().First()),
				"gemsub add --as links follows every new link of a page, --as page every change")
		}
		return p.Found(found)
	})
}

// linkedSites lists what kept posts link to.
func (p *program) linkedSites(ctx context.Context, a *app.App, mine []string) error {
	waiting := p.Waiting()
	all, more, err := a.LinkedSites(ctx, mine)
	waiting.Done()
	if err != nil {
		return placeError(err)
	}
	return p.paged(ctx, func() error { return p.Sites(all, more) })
}
