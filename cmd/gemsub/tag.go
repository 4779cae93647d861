package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/view"
	"gemsub/internal/words"
)

func (p *program) tagCommand() *cli.Command {
	return &cli.Command{
		Name:  "tag",
		Usage: "group feeds under tags",
		Description: `A tag is one word. Most commands take --tag to choose the feeds that have it.

Examples:
  gemsub tag add friends 3 "urban gardening"
  gemsub tag remove friends 3
  gemsub tag list
  gemsub entries --tag friends
  gemsub next --tag friends`,
		Subcommands: []*cli.Command{
			subcommand("add", "TAG FEED…", "tag feeds", p.tag((*app.App).Tag, "tagged %s %s")),
			subcommand("remove|rm", "TAG FEED…", "remove a tag from feeds", p.tag((*app.App).Untag, "removed tag %[2]s from %[1]s")),
			subcommand("list", "", "show the tags that feeds have", listed(p, "no tags yet", (*app.App).Tags, view.Tags()), p.jsonFlag()),
		},
	}
}

// A tagger is a method of the app.
type tagger func(a *app.App, ctx context.Context, tag string, feeds []string) (int, error)

// tag returns the action that changes the tag that the first argument names on the
// feeds that the others do.
func (p *program) tag(change tagger, message string) cli.ActionFunc {
	return func(c *cli.Context) error {
		tag := c.Args().First()
		if err := asUsage(model.CheckTag(tag)); err != nil {
			return err
		}
		return p.report(c, func(a *app.App) (string, error) {
			n, err := change(a, c.Context, tag, c.Args().Tail())
			return fmt.Sprintf(message, words.Count(n, "feed", "feeds"), model.FoldTag(tag)), err
		})
	}
}

func (p *program) renameCommand() *cli.Command {
	return &cli.Command{
		Name:      "rename",
		Usage:     "give a feed your own title",
		ArgsUsage: "FEED TITLE",
		Description: `An empty TITLE restores the page's own.

Examples:
  gemsub rename 3 "Abelard's gemlog"
  gemsub rename 3 ""`,
		Action: func(c *cli.Context) error {
			to := model.Settings{Title: new(strings.TrimSpace(c.Args().Get(1)))}
			return p.with(c, func(a *app.App) error { return p.setFeeds(c.Context, a, c.Args().Slice()[:1], to) })
		},
	}
}
