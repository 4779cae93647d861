package main

import (
	"github.com/urfave/cli/v2"

	"gemsub/internal/address"
	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/view"
)

func robotsCommand() *command {
	return &command{
		name:      "robots",
		usage:     "say whether gemsub may fetch a URL, and which line decides",
		arguments: "FEED|URL",
		description: `Examples:
  gemsub robots gemini://example.org/gemlog/
  gemsub robots 3
  gemsub robots --file robots.txt gemini://example.org/private/ --json
  gemsub robots --agent webproxy gemini://example.org/`,
		flags: []cli.Flag{
			&cli.StringFlag{Name: "file", Category: thisTime, Usage: "read robots.txt from `FILE`, - for standard input"},
			agentFlag(),
			jsonFlag(),
		},
		needs:   urlsOrDatabase,
		network: true,
		columns: view.Robots().Names,
		run:     (*call).robots,
	}
}

func (c *call) robots() error {
	place, asked := c.flags.Args().First(), app.Asking{Agents: c.flags.StringSlice("agent")}
	ask := c.askRobots
	if file := c.flags.String("file"); file != "" {
		ask = func(place string, asked app.Asking) (answer model.RobotsAnswer, err error) {
			u, err := address.Parse(place)
			if err != nil {
				return answer, asUsage(err)
			}
			return c.input().Robots(u, file, asked)
		}
	}
	answer, err := ask(place, asked)
	if err != nil {
		return err
	}
	return c.Robots(answer)
}

// askRobots asks the capsule of a URL or subscription.
func (c *call) askRobots(place string, asked app.Asking) (answer model.RobotsAnswer, err error) {
	if err := c.openDatabase(); err != nil {
		return answer, err
	}
	defer c.Waiting().Done()
	u, err := c.app.URLOf(c.ctx, place)
	if err != nil {
		return answer, placeError(err)
	}
	return c.app.Robots(c.ctx, u, asked)
}
