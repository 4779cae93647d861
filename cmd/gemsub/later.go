package main

import (
	"cmp"
	"fmt"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
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
entry that a feed has becomes unread and starred.

Examples:
  gemsub later gemini://example.org/essay.gmi
  gemsub entries "Read later"
  gemsub next "Read later"`,
		flags:   []cli.Flag{templateFlag(), jsonFlag()},
		needs:   newDatabase | network,
		columns: view.Entries.Names,
		run:     withOptions((*call).laterURLs, (*call).later),
	}
}

func (c *call) laterURLs() []string {
	c.template(new(app.EntryQuery))
	urls, err := c.input().URLs(c.arguments())
	c.fail(err)
	return urls
}

// later keeps pages, prints their entries, and says whose text is not kept.
func (c *call) later(urls []string) error {
	waiting := c.Waiting()
	kept, notices, err := c.app.KeepLater(c.ctx, urls)
	waiting.Done()
	c.Tell(view.Notices(notices))
	if err != nil {
		return err
	}
	failed := 0
	_, err = c.printEntries(func(yield func(model.Entry, error) bool) {
		for _, k := range kept {
			if !yield(k.Entry, nil) {
				return
			}
		}
	})
	for _, k := range kept {
		if k.Err != nil {
			failed++
			c.Error(fmt.Errorf("entry %d was kept without its text: %w", k.Entry.ID, k.Err))
		}
	}
	return cmp.Or(err, partly(failed > 0, true))
}
