package main

import (
	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
)

func jobsFlag() cli.Flag {
	return &cli.IntFlag{Name: "jobs", Aliases: []string{"j"}, Usage: "ask `N` capsules at once, beside those that are slow", Value: app.DefaultJobs}
}

// maxJobs keeps a mistyped number from opening a connection to every capsule.
const maxJobs = 1024

// asking reads how capsules are asked.
func asking(c *cli.Context) (app.Asking, error) {
	n := c.Int("jobs")
	if n < 1 || n > maxJobs {
		return app.Asking{}, usagef("--jobs must be from 1 to %d", maxJobs)
	}
	return app.Asking{Jobs: n, Agents: c.StringSlice("agent")}, nil
}

// agentFlag is for people who do more with pages than read them: those who publish
// entries on the web answer to webproxy, say.
func agentFlag() cli.Flag {
	return &cli.StringSliceFlag{Name: "agent", Usage: "answer to virtual agent `A` in robots.txt as well"}
}

// checkProxy comes before the commands that make requests.
func (p *program) checkProxy(*cli.Context) error {
	if _, err := p.proxied(); err != nil {
		return app.WithHint(err, "set proxy in config.toml, ALL_PROXY or --proxy to another, or to '' for none")
	}
	return nil
}
