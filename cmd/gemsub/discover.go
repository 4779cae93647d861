package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"gemsub/internal/address"
	"gemsub/internal/app"
	"gemsub/internal/show"
	"gemsub/internal/view"
)

func (p *program) discoverCommand() *cli.Command {
	return &cli.Command{
		Name:      "discover",
		Usage:     "find feeds that a page links to",
		ArgsUsage: "URL",
		Description: `It reads the page, and at most 10 pages that it links to under names like feed, gemlog
or posts, for 90 seconds.

Examples:
  gemsub discover example.org
  gemsub discover gemini://example.org/ --json`,
		Flags: []cli.Flag{
			p.jsonFlag(),
			agentFlag(),
		},
		Before: p.checkNetwork,
		Action: p.discover,
	}
}

func (p *program) discover(c *cli.Context) error {
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
		return show.Print(p.Printer, view.Found(), found)
	})
}
