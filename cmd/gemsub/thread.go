package main

import (
	"cmp"

	"github.com/urfave/cli/v2"

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
		needs:   keptDatabase,
		columns: view.Thread.Names,
		run:     withOptions((*call).entry, (*call).thread),
	}
}

// entry is the ENTRY that the argument names.
func (c *call) entry() string {
	c.selection()
	return c.flags.Args().First()
}

func (c *call) thread(entry string) error {
	e, err := c.app.Entry(c.ctx, entry)
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
