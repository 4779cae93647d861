package main

import (
	"fmt"
	"net/url"

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
		columns: view.Found.Names,
		run:     withOptions((*call).discoverOptions, (*call).discover),
	}
}

// discoverOptions are what the flags of discover say.
type discoverOptions struct {
	app.Asking
	page  *url.URL
	given string
}

func (c *call) discoverOptions() discoverOptions {
	return discoverOptions{app.Asking{Agents: c.flags.StringSlice("agent")}, c.url(), c.flags.Args().First()}
}

func (c *call) discover(o discoverOptions) error {
	waiting := c.Waiting()
	found, notices, err := c.app.Discover(c.ctx, o.page, o.Asking)
	waiting.Done()
	c.Tell(view.Notices(notices))
	switch {
	case err != nil:
		return err
	case len(found) == 0:
		return words.WithHint(
			fmt.Errorf("found nothing to subscribe to at %s", o.given),
			"gemsub add --as links follows every new link of a page, --as page every change")
	}
	return show.Print(c.Printer, view.Found, found)
}
