package main

import (
	"cmp"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/show"
	"gemsub/internal/view"
)

func threadCommand() *command {
	return &command{
		name:      "thread",
		usage:     "show the conversation of a post: what it answers, and its answers",
		arguments: "ENTRY",
		description: `A post answers those that it links to; only kept posts count. A • marks unread posts.

Example: gemsub thread 12`,
		flags:   []cli.Flag{jsonFlag()},
		columns: view.Thread.Names,
		run:     withOptions((*call).selection, (*call).thread),
	}
}

func (c *call) thread(named app.Selection) error {
	e, err := c.app.Entry(c.ctx, named.Selectors[0])
	if err != nil {
		return err
	}
	waiting := c.Waiting()
	posts, more, err := c.app.Thread(c.ctx, e)
	waiting.Done()
	if err != nil {
		return err
	}
	return c.pagedNames(func() error { return cmp.Or(show.Print(c.Printer, view.Thread, view.ThreadLines(posts)), c.More(more)) })
}

func mentionsCommand() *command {
	return &command{
		name:      "mentions",
		usage:     "list posts that link to your pages, or to those under a URL",
		arguments: "[URL]",
		description: `--my, or my in config.toml, names your pages. Only kept posts are searched, and not those
of the author of the pages.`,
		flags:   []cli.Flag{jsonFlag()},
		columns: view.Mentions.Names,
		run:     withOptions((*call).myPages, (*call).mentions),
	}
}

// myPages returns the URLs in the arguments, otherwise those of --my.
func (c *call) myPages() []string {
	under := c.flags.Args().Slice()
	if len(under) == 0 {
		under = c.flags.StringSlice("my")
	}
	if len(under) == 0 {
		c.fail(usagef("mentions needs a URL, --my, or my in config.toml"))
	}
	return under
}

func (c *call) mentions(under []string) error {
	all, more, err := c.app.Mentions(c.ctx, under)
	if err != nil {
		return placeError(err)
	}
	return c.pagedNames(func() error { return cmp.Or(show.Print(c.Printer, view.Mentions, all), c.More(more)) })
}
