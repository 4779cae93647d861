package main

import (
	"errors"
	"slices"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
)

func nextCommand() *command {
	return &command{
		name:      "next",
		usage:     "show the next unread post, and mark it read",
		arguments: "[FEED…]",
		description: `If a post cannot be fetched, its entry is named and stays unread, and the next one is tried.

Examples:
  gemsub next
  gemsub next --oldest
  gemsub next --tag friends`,
		flags: slices.Concat(entryFilters(""), postFlags(), []cli.Flag{
			jsonFlag(),
			&cli.BoolFlag{Name: "all", Aliases: []string{"a"}, Usage: "read posts too"},
			&cli.BoolFlag{Name: "oldest", Usage: "the oldest unread post, not the newest"},
		}),
		needs:   keptDatabase,
		network: true,
		run:     withOptions((*call).nextOptions, (*call).next),
	}
}

// nextOptions say which posts may be next, and how one is shown.
type nextOptions struct {
	app.EntryQuery
	postOptions
}

func (c *call) nextOptions() (o nextOptions) {
	o.postOptions, o.EntryQuery = c.postOptions(), c.filters(c.flags.Args().Slice())
	o.UnreadOnly, o.OldestFirst = c.unreadOnly(), c.flags.Bool("oldest")
	return o
}

// next shows the first unread entry whose post is kept or can be fetched.
func (c *call) next(o nextOptions) error {
	entries, err := c.app.Next(c.ctx, o.EntryQuery)
	if err != nil {
		return err
	}
	if len(entries) == 0 {
		return c.nothingShown(o.EntryQuery)
	}
	for _, e := range entries {
		err := c.showPosts([]app.PostToShow{{Entry: e}}, o.postOptions)
		if _, unfit := errors.AsType[*app.PostError](err); !unfit || c.ctx.Err() != nil {
			return err
		}
		c.Error(err)
	}
	c.Hint("gemsub open ENTRY tries your browser, gemsub read ENTRY skips one")
	return errReported
}
