package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"gemsub/internal/address"
	"gemsub/internal/app"
)

func (p *program) discoverCommand() *cli.Command {
	return &cli.Command{
		Name:      "discover",
		Usage:     "find what can be subscribed to from a page, or in kept posts",
		ArgsUsage: "[URL]",
		Description: `The page itself is looked at, and at most 10 pages that it links to under a name like
feed, gemlog or posts, those of the same capsule first.

--from-posts asks nobody: it lists the capsules that kept posts link to and of which you
follow nothing, those to which most feeds link first, 50 of a feed and 200 in all; in a
pipe feeds, links, URL, URLs there.

Examples:
  gemsub discover example.org
  gemsub discover gemini://example.org/ --json
  gemsub discover --from-posts`,
		Flags: []cli.Flag{
			jsonFlag(),
			&cli.BoolFlag{Name: "from-posts", Category: thisTime, Usage: "list capsules that kept posts link to"},
			agentFlag(),
		},
		Before: p.checkProxy,
		Action: p.discover,
	}
}

// linkedSites lists what kept posts link to.
func (p *program) linkedSites(c *cli.Context) error {
	if c.NArg() > 0 {
		return usagef("--from-posts cannot be combined with a URL")
	}
	path, err := p.databasePath()
	if err != nil {
		return err
	}
	return p.withAny(c.Context, path, func(a *app.App) error {
		waiting := p.Waiting()
		all, more, err := a.LinkedSites(c.Context, c.StringSlice("my"))
		waiting.Done()
		if err != nil {
			return placeError(err)
		}
		return p.paged(c.Context, func() error { return p.Sites(all, more, c.Bool("json")) })
	})
}

func (p *program) discover(c *cli.Context) error {
	if c.Bool("from-posts") {
		return p.linkedSites(c)
	}
	if c.NArg() == 0 {
		return usagef("discover needs a URL, or --from-posts")
	}
	u, err := address.Parse(c.Args().First())
	if err != nil {
		return asUsage(err)
	}
	path, err := p.databasePath()
	if err != nil {
		return err
	}
	return p.withAny(c.Context, path, func(a *app.App) error {
		waiting := p.Waiting()
		found, notices, err := a.Discover(c.Context, u, app.Asking{Agents: c.StringSlice("agent")})
		waiting.Done()
		p.Notices(notices)
		if err != nil {
			return err
		}
		if len(found) == 0 {
			return app.WithHint(
				fmt.Errorf("nothing to subscribe to was found at %s", c.Args().First()),
				"gemsub add --as links takes every new link of a page, --as page every change")
		}
		return p.Found(found, c.Bool("json"))
	})
}
