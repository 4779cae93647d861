package main

import (
	"strings"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/view"
	"gemsub/internal/words"
)

func tagCommand() *command {
	return &command{
		name:  "tag",
		usage: "group feeds under tags",
		description: `A tag is one word. Most commands take --tag to choose the feeds that have it.

Examples:
  gemsub tag add friends 3 "urban gardening"
  gemsub tag remove friends 3
  gemsub tag list
  gemsub entries --tag friends
  gemsub next --tag friends`,
		parts: []*command{
			{
				name: "add", arguments: "TAG FEED…", usage: "tag feeds",
				needs: keptDatabase, run: withOptions((*call).tagging, (*call).tag),
			},
			{
				name: "remove", alias: "rm", arguments: "TAG FEED…", usage: "remove a tag from feeds",
				needs: keptDatabase, run: withOptions((*call).tagging, (*call).untag),
			},
			{
				name: "list", usage: "show the tags that feeds have", flags: []cli.Flag{jsonFlag()},
				needs: keptDatabase, columns: view.Tags.Names,
				run: listing("no tags yet", (*app.App).Tags, view.Tags),
			},
		},
	}
}

// tagging are a tag and feeds.
func (c *call) tagging() []string {
	c.fail(asUsage(model.CheckTag(c.flags.Args().First())))
	return c.arguments()
}

func (c *call) tag(args []string) error {
	n, err := c.app.Tag(c.ctx, args[0], args[1:])
	return c.done(err, "tagged %s %s", words.Count(n, "feed", "feeds"), model.FoldTag(args[0]))
}

func (c *call) untag(args []string) error {
	n, err := c.app.Untag(c.ctx, args[0], args[1:])
	return c.done(err, "removed tag %s from %s", model.FoldTag(args[0]), words.Count(n, "feed", "feeds"))
}

func renameCommand() *command {
	return &command{
		name:      "rename",
		usage:     "give a feed your own title",
		arguments: "FEED TITLE",
		description: `An empty TITLE restores the page's own.

Examples:
  gemsub rename 3 "Abelard's gemlog"
  gemsub rename 3 ""`,
		needs: keptDatabase,
		run:   withOptions((*call).titleChange, (*call).set),
	}
}

func (c *call) titleChange() change {
	args := c.flags.Args()
	return change{args.Slice()[:1], model.Settings{Title: new(strings.TrimSpace(args.Get(1)))}}
}
