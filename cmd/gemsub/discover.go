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
		Usage:     "find what can be subscribed to from a page",
		ArgsUsage: "URL",
		Description: `The page itself is looked at, and at most 10 pages that it links to under a name like
feed, gemlog or posts, those of the same capsule first.

Examples:
  gemsub discover example.org
  gemsub discover gemini://example.org/ --json`,
		Flags:  []cli.Flag{&cli.BoolFlag{Name: "json", Usage: "one JSON object a line"}, agentFlag()},
		Before: p.checkProxy,
		Action: p.discover,
	}
}

func (p *program) discover(c *cli.Context) error {
	if c.NArg() != 1 {
		return usagef("discover needs one URL")
	}
	u, err := address.Parse(c.Args().First())
	if err != nil {
		return asUsage(err)
	}
	return p.with(c, func(a *app.App) error {
		waiting := p.Waiting()
		found, notices, err := a.Discover(c.Context, u, app.Asking{Agents: c.StringSlice("agent")})
		waiting.Done()
		for _, notice := range notices {
			p.Say("%s", notice)
		}
		if err != nil {
			return err
		}
		if len(found) == 0 {
			return app.WithHint(
				fmt.Errorf("nothing to subscribe to was found at %s", c.Args().First()),
				"gemsub add --as links takes every new link of a page, --as page every change")
		}
		if c.Bool("json") {
			return p.FoundJSON(found)
		}
		return p.Found(found)
	})
}
