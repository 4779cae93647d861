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
		Description: `Gemsub answers to "User-agent: gemsub", then to "feed", then to "*"; over Gopher
every Disallow counts. The policy is kept for a day, like that of an update.

Examples:
  gemsub robots gemini://example.org/gemlog/
  gemsub robots 3
  gemsub robots --file robots.txt gemini://example.org/private/ --json
  gemsub robots --agent webproxy gemini://example.org/`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "file", Category: thisTime, Usage: "decide by the robots.txt in `FILE`, - for standard input"},
			agentFlag(),
			jsonFlag(),
		},
		Before: p.checkProxy,
		Action: p.robots,
	}
}

// robotsOptions say what is asked, and of whom.
type robotsOptions struct {
	app.Asking
	place    string // a URL or a subscription
	file     string // instead of the capsule; place is a URL then
	database string
	json     bool
}

func (p *program) robotsOptions(c *cli.Context) (o robotsOptions, err error) {
	o.place, o.Agents, o.file, o.json = c.Args().First(), c.StringSlice("agent"), c.String("file"), c.Bool("json")
	if o.file == "" {
		o.database, err = p.databaseOf(c.Args().Slice())
	}
	return o, err
}

func (p *program) robots(c *cli.Context) error {
	o, err := p.robotsOptions(c)
	if err != nil {
		return err
	}
	answer, err := p.explain(c.Context, o)
	if err != nil {
		return err
	}
	return p.Robots(answer, o.json)
}

// explain asks the file or the capsule.
func (p *program) explain(ctx context.Context, o robotsOptions) (answer model.RobotsAnswer, err error) {
	if o.file != "" {
		u, err := address.Parse(o.place)
		if err != nil {
			return answer, asUsage(err)
		}
		return p.input().Robots(u, o.file, o.Asking)
	}
	err = p.withAny(ctx, o.database, func(a *app.App) error {
		defer p.Waiting().Done()
		u, err := a.URLOf(ctx, o.place)
		if err != nil {
			return placeError(err)
		}
		answer, err = a.Robots(ctx, u, o.Asking)
		return err
	})
	return answer, err
}
