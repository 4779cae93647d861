package main

import (
	"net/url"

	"github.com/urfave/cli/v2"

	"gemsub/internal/address"
	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/robots"
)

func (p *program) robotsCommand() *cli.Command {
	return &cli.Command{
		Name:      "robots",
		Usage:     "say whether gemsub may fetch a URL, and which line decides",
		ArgsUsage: "URL",
		Description: `Gemsub answers to "User-agent: gemsub", then to "feed", then to "*". The policy is
kept for a day, like that of an update.

Examples:
  gemsub robots gemini://example.org/gemlog/
  gemsub robots --file robots.txt gemini://example.org/private/ --json
  gemsub robots --agent webproxy gemini://example.org/`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "file", Usage: "decide by the robots.txt in `FILE`, - for standard input"},
			agentFlag(),
			&cli.BoolFlag{Name: "json", Usage: "print one JSON object"},
		},
		Action: p.robots,
	}
}

// agentFlag is for whoever does more with pages than read them: who publishes
// what was read on the web answers to webproxy, say.
func agentFlag() cli.Flag {
	return &cli.StringSliceFlag{Name: "agent", Usage: "answer to virtual agent `A` in robots.txt as well (may be repeated)"}
}

func (p *program) robots(c *cli.Context) error {
	if c.NArg() != 1 {
		return usagef("robots needs one URL")
	}
	u, err := address.Parse(c.Args().First())
	if err != nil {
		return asUsage(err)
	}
	answer, err := p.explain(c, u)
	if err != nil {
		return err
	}
	if c.Bool("json") {
		return p.RobotsJSON(answer)
	}
	return p.Robots(answer)
}

// explain asks the file or the capsule.
func (p *program) explain(c *cli.Context, u *url.URL) (answer model.RobotsAnswer, err error) {
	how := app.Asking{Agents: c.StringSlice("agent")}
	if name := c.String("file"); name != "" {
		policy, err := p.readFile(name, robots.MaxSize)
		return app.RobotsOf(u, policy, "file "+name, how), err
	}
	path, err := p.databasePath(c)
	if err != nil {
		return answer, err
	}
	a, release, err := app.OpenAny(c.Context, path, p.appEnvironment())
	if err != nil {
		return answer, err
	}
	defer release()
	return a.Robots(c.Context, u, how)
}
