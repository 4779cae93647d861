package main

import (
	"strconv"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/view"
	"gemsub/internal/words"
)

func muteCommand() *command {
	return &command{
		name:  "mute",
		usage: "mark entries as read by their title",
		description: `A pattern is a part of a title, or a regular expression between slashes; case is
ignored. Unread entries that match are marked at once, and later ones when they arrive.

Examples:
  gemsub mute add cryptocurrency
  gemsub mute add '/^week \d+$/' --feed 3
  gemsub mute add moss --dry-run
  gemsub mute list
  gemsub mute remove 1`,
		parts: []*command{
			{
				name: "add", arguments: "PATTERN", usage: "mute titles",
				flags: []cli.Flag{
					feedFilter(thisTime, "only entries of `FEED`"),
					tagFilter(thisTime, "only entries of feeds tagged `TAG`"),
					&cli.BoolFlag{Name: "dry-run", Category: thisTime, Usage: "list what would be marked as read, and change nothing"},
				},
				needs: newDatabase, run: withOptions((*call).muteOptions, (*call).mute),
			},
			{
				name: "list", usage: "show what is muted", flags: []cli.Flag{jsonFlag()},
				needs: keptDatabase, columns: view.Mutes.Names,
				run: listing("nothing is muted", (*app.App).Mutes, view.Mutes),
			},
			{
				name: "remove", alias: "rm", arguments: "NUMBER…", usage: "remove mutes, by their number in gemsub mute list",
				needs: keptDatabase, run: withOptions((*call).muteNumbers, (*call).unmute),
			},
		},
	}
}

// unmuteCommand is mute remove, under its name in 0.1.0.
func unmuteCommand() *command {
	return &command{
		name: "unmute", hidden: true, arguments: "NUMBER…",
		needs: keptDatabase, run: withOptions((*call).muteNumbers, (*call).unmute),
	}
}

// muteOptions are what mute add is asked for.
type muteOptions struct {
	model.Mute
	feed   string
	dryRun bool
}

func (c *call) muteOptions() (o muteOptions) {
	c.filters(nil)
	o.Pattern, o.Tag, o.feed = c.flags.Args().First(), c.flags.String("tag"), c.flags.String("feed")
	if o.dryRun = c.flags.Bool("dry-run"); o.dryRun {
		c.needs = keptDatabase
	}
	c.fail(asUsage(o.Check()))
	return o
}

func (c *call) mute(o muteOptions) error {
	if o.dryRun {
		n, err := c.printEntries(c.app.MutedBy(c.ctx, o.Mute, o.feed), nil)
		if err == nil {
			c.Say("would mark %s as read", words.Count(n, "entry", "entries"))
		}
		return err
	}
	m, change, err := c.app.Mute(c.ctx, o.Mute, o.feed)
	if err == nil {
		c.Tell(view.Muted(m, change))
	}
	return err
}

func (c *call) muteNumbers() (ids []int64) {
	for _, arg := range c.arguments() {
		id, err := strconv.ParseInt(arg, 10, 64)
		if err != nil {
			c.fail(usagef("%q is not a number from gemsub mute list", arg))
		}
		ids = append(ids, id)
	}
	return ids
}

func (c *call) unmute(ids []int64) error {
	return c.done(c.app.Unmute(c.ctx, ids), "%s removed", words.Count(len(ids), "mute", "mutes"))
}
