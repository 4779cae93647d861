package main

import (
	"cmp"
	"strconv"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/view"
	"gemsub/internal/words"
)

func (p *program) muteCommand() *cli.Command {
	return &cli.Command{
		Name:  "mute",
		Usage: "mark entries as read by their title",
		Description: `A pattern is a part of a title, or a regular expression between slashes; case is
ignored. Unread entries that match are marked at once, and later ones when they arrive.

Examples:
  gemsub mute add cryptocurrency
  gemsub mute add '/^week \d+$/' --feed 3
  gemsub mute add moss --dry-run
  gemsub mute list
  gemsub mute remove 1`,
		Subcommands: []*cli.Command{
			subcommand("add", "PATTERN", "mute titles", p.mute,
				feedFilter(thisTime, "only entries of `FEED`"),
				tagFilter(thisTime, "only entries of feeds tagged `TAG`"),
				&cli.BoolFlag{Name: "dry-run", Category: thisTime, Usage: "list what would be marked as read, and change nothing"}),
			subcommand("list", "", "show what is muted", listed(p, "nothing is muted", (*app.App).Mutes, view.Mutes()), p.jsonFlag()),
			subcommand("remove|rm", "NUMBER…", "remove mutes, by their number in gemsub mute list", p.unmute),
		},
	}
}

func (p *program) mute(c *cli.Context) error {
	m, feed := model.Mute{Pattern: c.Args().First(), Tag: c.String("tag")}, c.String("feed")
	if err := cmp.Or(checkFilters(c), asUsage(m.Check())); err != nil {
		return err
	}
	if c.Bool("dry-run") {
		return p.with(c, func(a *app.App) error {
			n, err := p.printEntries(c.Context, a, a.MutedBy(c.Context, m, feed), nil)
			if err == nil {
				p.Say("would mark %s as read", words.Count(n, "entry", "entries"))
			}
			return err
		})
	}
	return p.withNew(c, func(a *app.App) error {
		m, change, err := a.Mute(c.Context, m, feed)
		if err == nil {
			p.Muted(m, change)
		}
		return err
	})
}

func (p *program) unmute(c *cli.Context) error {
	var ids []int64
	for _, arg := range c.Args().Slice() {
		id, err := strconv.ParseInt(arg, 10, 64)
		if err != nil {
			return usagef("%q is not a number from gemsub mute list", arg)
		}
		ids = append(ids, id)
	}
	return p.report(c, func(a *app.App) (string, error) {
		return words.Count(len(ids), "mute", "mutes") + " removed", a.Unmute(c.Context, ids)
	})
}
