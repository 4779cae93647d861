package main

import (
	"context"

	"github.com/urfave/cli/v2"

	"gemsub/internal/address"
	"gemsub/internal/app"
	"gemsub/internal/model"
)

func (p *program) robotsCommand() *cli.Command {
	return &cli.Command{
		Name:      "robots",
		Usage:     "say whether gemsub may fetch a URL, and which line decides",
		ArgsUsage: "FEED|URL",
		Description: `Examples:
  gemsub robots gemini://example.org/gemlog/
  gemsub robots 3
  gemsub robots --file robots.txt gemini://example.org/private/ --json
  gemsub robots --agent webproxy gemini://example.org/`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "file", Category: thisTime, Usage: "read robots.txt from `FILE`, - for standard input"},
			agentFlag(),
			p.jsonFlag(),
		},
		Before: p.checkNetwork,
		Action: p.robots,
	}
}

func (p *program) robots(c *cli.Context) error {
	place, asked := c.Args().First(), app.Asking{Agents: c.StringSlice("agent")}
	if file := c.String("file"); file != "" {
		u, err := address.Parse(place)
		if err != nil {
			return asUsage(err)
		}
		answer, err := p.input().Robots(u, file, asked)
		if err != nil {
			return err
		}
		return p.Robots(answer)
	}
	return p.with(c, func(a *app.App) error {
		answer, err := p.askRobots(c.Context, a, place, asked)
		if err != nil {
			return err
		}
		return p.Robots(answer)
	})
}

// askRobots asks the capsule of a URL or subscription.
func (p *program) askRobots(ctx context.Context, a *app.App, place string, asked app.Asking) (answer model.RobotsAnswer, err error) {
	defer p.Waiting().Done()
	u, err := a.URLOf(ctx, place)
	if err != nil {
		return answer, placeError(err)
	}
	return a.Robots(ctx, u, asked)
}
