package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/show"
	"gemsub/internal/view"
	"gemsub/internal/words"
)

func discoverCommand() *command {
	return &command{
		name:      "discover",
		usage:     "find feeds that a page links to",
		arguments: "URL",
		description: `It reads the page, and at most 10 pages that it links to under names like feed, gemlog
or posts, for 90 seconds.

Examples:
  gemsub discover example.org
  gemsub discover gemini://example.org/ --json`,
		flags: []cli.Flag{
			jsonFlag(),
			agentFlag(),
		},
		needs:   anyDatabase,
		network: true,
		columns: view.Found().Names,
		run:     (*call).discover,
	}
}

func (c *call) discover() error {
	u, err := c.url()
	if err == nil {
		err = c.openDatabase()
	}
	if err != nil {
		return err
	}
	waiting := c.Waiting()
	found, notices, err := c.app.Discover(c.ctx, u, app.Asking{Agents: c.flags.StringSlice("agent")})
	waiting.Done()
	c.Notices(notices)
	switch {
	case err != nil:
		return err
	case len(found) == 0:
		return words.WithHint(
			fmt.Errorf("found nothing to subscribe to at %s", c.flags.Args().First()),
			"gemsub add --as links follows every new link of a page, --as page every change")
	}
	return show.Print(c.Printer, view.Found(), found)
}
