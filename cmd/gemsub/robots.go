package main

import (
	"net/url"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/show"
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
		columns: view.Robots.Names,
		run:     withOptions((*call).robotsOptions, (*call).robots),
	}
}

// robotsOptions say what is asked of which robots.txt.
type robotsOptions struct {
	app.Asking
	place string
	file  string // "" for what the capsule serves
	page  *url.URL
}

func (c *call) robotsOptions() (o robotsOptions) {
	o.place, o.file, o.Agents = c.flags.Args().First(), c.flags.String("file"), c.flags.StringSlice("agent")
	if o.file != "" {
		c.needs, o.page = noDatabase, c.url()
	}
	return o
}

func (c *call) robots(o robotsOptions) error {
	ask := c.askRobots
	if o.file != "" {
		ask = func(o robotsOptions) (model.RobotsAnswer, error) { return c.input().Robots(o.page, o.file, o.Asking) }
	}
	answer, err := ask(o)
	if err != nil {
		return err
	}
	return show.One(c.Printer, view.Robots, answer, view.RobotsFacts(answer, c.now()))
}

// askRobots asks the capsule of a URL or subscription.
func (c *call) askRobots(o robotsOptions) (answer model.RobotsAnswer, err error) {
	defer c.Waiting().Done()
	u, err := c.app.URLOf(c.ctx, o.place)
	if err != nil {
		return answer, placeError(err)
	}
	return c.app.Robots(c.ctx, u, o.Asking)
}
