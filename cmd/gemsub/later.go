package main

import (
	"cmp"

	"github.com/urfave/cli/v2"

	"gemsub/internal/model"
	"gemsub/internal/view"
)

func laterCommand() *command {
	return &command{
		name:      "later",
		usage:     "keep pages to read later, without a subscription",
		arguments: "URL…|-",
		description: `Each page is fetched and kept as an unread entry of the feed "Read later". A page that
could not be fetched is fetched by the next update; of the web, links are kept alone. An
entry that a feed has becomes unread and starred. - reads URLs from standard input, one a
line; link lines too.

Examples:
  gemsub later gemini://example.org/essay.gmi
  gemsub next "Read later"`,
		flags:   []cli.Flag{jsonFlag()},
		needs:   newDatabase | network,
		columns: view.Entries.Names,
		run:     withOptions((*call).arguments, (*call).later),
	}
}

// later keeps pages, prints their entries, and reports pages whose text could not be kept.
func (c *call) later(args []string) error {
	urls, err := c.input().URLs(args)
	if err != nil {
		return err
	}
	waiting := c.Waiting()
	kept, failures, notices, err := c.app.KeepLater(c.ctx, urls, model.Entry{})
	waiting.Done()
	c.Tell(view.Notices(notices))
	if err == nil {
		_, err = c.printEntries(c.app.Entries(c.ctx, kept))
	}
	for _, failure := range failures {
		c.Error(failure)
	}
	return cmp.Or(err, partly(len(failures) > 0, true))
}
