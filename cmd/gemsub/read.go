package main

import (
	"context"
	"fmt"
	"strconv"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/view"
)

// A marker is a method of the app: it changes a mark of the entries that q selects and
// returns what changed.
type marker func(a *app.App, ctx context.Context, q app.EntryQuery, on bool) (model.Change, error)

// markCommand is a command that changes a mark of the entries that its arguments or
// its filters select, and reports how many entries of which feeds it changed.
func markCommand(name, usage string, mark marker, on bool) *command {
	return &command{
		name:      name,
		usage:     usage,
		arguments: "[ENTRY…]",
		description: fmt.Sprintf(`An ENTRY is a number from gemsub entries, a range of numbers, or a URL. Filters select
entries without naming them; gemsub undo takes back what was marked.

Examples:
  gemsub %[1]s 12 14-18
  gemsub %[1]s --before 30d --tag news`, name),
		flags: append(entryFilters(thisTime),
			&cli.BoolFlag{Name: "all", Category: thisTime, Aliases: []string{"a"}, Usage: "all entries"},
		),
		run: func(c *call) func() error {
			q, entries, all := c.filters(nil), c.arguments(), c.flags.Bool("all")
			// --limit all, or a view with only --sort, must not mark all entries.
			narrows := len(q.Feeds) > 0 || q.Tag != "" || !q.Since.IsZero() || !q.Before.IsZero() || q.Limit > 0
			hasView := c.flags.IsSet("view") && (q.UnreadOnly || q.StarredOnly)
			c.refuseIf(len(entries) > 0 && c.flags.NumFlags() > 0, "--all and filters cannot be combined with entries")
			c.refuseIf(len(entries) == 0 && !narrows && !hasView && !all, "%s needs an entry, a filter with a value such as --before 30d, or --all", name)
			q.Named = c.selection()
			return func() error {
				change, err := mark(c.app, c.ctx, q, on)
				return c.told(err, view.Say("%s", view.Change(change)))
			}
		},
	}
}

// selection returns the entries that the arguments name.
func (c *call) selection() app.Selection {
	named, err := app.ParseSelection(c.arguments())
	c.fail(asUsage(err))
	return named
}

func muteCommand() *command {
	return &command{
		name:  "mute",
		usage: "mark entries as read by their title",
		description: `A pattern is a part of a title, or a regular expression between slashes; case is
ignored. Unread entries that match are marked at once, and later ones when they arrive. With --not
only entries that match stay unread; of several for a feed one match is enough.

Examples:
  gemsub mute add cryptocurrency
  gemsub mute add '/^week \d+$/' --feed 3
  gemsub mute add --not linux --tag busy
  gemsub mute list
  gemsub mute remove 2`,
		parts: []*command{
			{
				name: "add", arguments: "PATTERN", usage: "mute titles",
				flags: append(feedFilters(thisTime), &cli.BoolFlag{Name: "not", Category: thisTime, Usage: "mute titles that do not match; with --feed or --tag"}),
				needs: createDatabase, run: (*call).mute,
			},
			{
				name: "list", usage: "show what is muted", flags: []cli.Flag{jsonFlag()},
				columns: view.Mutes.Names,
				run:     listing((*app.App).Mutes, view.Mutes),
			},
			{
				name: "remove", aliases: []string{"rm"}, arguments: "NUMBER…", usage: "remove mutes, by their number in gemsub mute list",
				run: (*call).unmute,
			},
		},
	}
}

func (c *call) mute() func() error {
	feeds := c.flags.StringSlice("feed")
	m := model.Mute{Pattern: c.flags.Args().First(), Tag: c.flags.String("tag"), Inverted: c.flags.Bool("not")}
	c.fail(asUsage(m.Check()))
	c.refuseIf(len(feeds) > 1, "mute add takes one --feed")
	c.refuseIf(m.Inverted && len(feeds) == 0 && m.Tag == "", "--not needs --feed or --tag")
	return func() error {
		for _, feed := range feeds {
			s, err := c.app.SelectOne(c.ctx, feed)
			if err != nil {
				return err
			}
			m.SubscriptionID = s.ID
		}
		m, change, err := c.app.AddMute(c.ctx, m)
		return c.told(err, view.Muted(m, change))
	}
}

func (c *call) unmute() func() error {
	var ids []int64
	for _, arg := range c.arguments() {
		id, err := strconv.ParseInt(arg, 10, 64)
		c.refuseIf(err != nil, "%q is not a number from gemsub mute list", arg)
		ids = append(ids, id)
	}
	return func() error { return c.told(c.app.Unmute(c.ctx, ids), view.Unmuted(len(ids))) }
}

func undoCommand() *command {
	return &command{
		name:      "undo",
		usage:     "take back your last change",
		arguments: "[N]",
		description: `All removals of feeds, and your last 20 other changes to feeds, entries, tags and mutes, can be
undone for 30 days; import, prune, trust and identity cannot. N is the number of a change, by default
the last one. An entry or setting that changed again since then stays, and is counted.`,
		flags: []cli.Flag{
			&cli.BoolFlag{Name: "list", Category: thisTime, Usage: "show what can be undone, and change nothing"},
			jsonFlag(),
		},
		columns: view.Changes.Names,
		run:     (*call).undo,
	}
}

// undo takes back a change or, with --list, lists what can be taken back.
func (c *call) undo() func() error {
	list, isNumbered := c.flags.Bool("list"), c.flags.NArg() > 0
	number, err := strconv.ParseInt(c.flags.Args().First(), 10, 64) // 0 for the last change
	c.refuseIf(isNumbered && list, "--list cannot be combined with a number")
	c.refuseIf(isNumbered && (err != nil || number < 1), "undo takes the number of a change: see gemsub undo --list")
	c.refuseIf(c.JSON && !list, "--json needs --list")
	return func() error {
		if list {
			return printAll(c, (*app.App).Changes, view.Changes)
		}
		undone, err := c.app.Undo(c.ctx, number)
		if err != nil {
			return err
		}
		c.Say("%s", view.Undone(undone))
		return partly(undone.Restored == 0, false)
	}
}
