package main

import (
	"github.com/urfave/cli/v2"

	"gemsub/store"
)

func (p *program) readCommand() *cli.Command {
	return &cli.Command{
		Name:      "read",
		Usage:     "mark entries as read",
		ArgsUsage: "ENTRY…|--all",
		Description: `An ENTRY is a number from gemsub entries, a range of numbers, or a URL.

Examples:
  gemsub read 12 14-18
  gemsub read --all
  gemsub read --all --feed 3`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "all", Aliases: []string{"a"}, Usage: "all entries"},
			&cli.StringFlag{Name: "feed", Usage: "with --all: only entries of `FEED`"},
		},
		Action: func(c *cli.Context) error { return p.mark(c, unread(false), "marked %s read") },
	}
}

func (p *program) unreadCommand() *cli.Command {
	return &cli.Command{
		Name:      "unread",
		Usage:     "mark entries as unread",
		ArgsUsage: "ENTRY…",
		Description: `Examples:
  gemsub unread 12
  gemsub unread gemini://example.org/gemlog/post.gmi`,
		Action: func(c *cli.Context) error { return p.mark(c, unread(true), "marked %s unread") },
	}
}

// A marker changes a mark of the entries that fit f and returns how many.
type marker func(c *cli.Context, db *store.Store, f store.EntryFilter) (int, error)

func unread(on bool) marker {
	return func(c *cli.Context, db *store.Store, f store.EntryFilter) (int, error) {
		return db.SetUnread(c.Context, f, on)
	}
}

// mark changes a mark of the entries that the arguments name and says of how
// many.
func (p *program) mark(c *cli.Context, set marker, message string) error {
	all := c.Bool("all")
	switch {
	case all && c.NArg() > 0:
		return usagef("--all goes without entries")
	case !all && c.NArg() == 0:
		return usagef("%s needs an entry", c.Command.Name)
	case c.IsSet("feed") && !all:
		return usagef("--feed goes with --all")
	case c.IsSet("feed") && c.String("feed") == "": // a variable that is not set, say
		return usagef("--feed needs a feed")
	}
	f, err := selectEntries(c.Args().Slice())
	if err != nil {
		return err
	}
	db, err := p.openStore(c)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := filterFeed(c, db, &f); err != nil {
		return err
	}
	if !all {
		if err := exist(c, db, f); err != nil {
			return err
		}
	}
	n, err := set(c, db, f)
	if err != nil {
		return err
	}
	p.say(message, count(n, "entry", "entries"))
	return nil
}

// exist reports an error if no entry fits f: a number may have been mistyped.
func exist(c *cli.Context, db *store.Store, f store.EntryFilter) error {
	f.Limit = 1
	for _, err := range db.Entries(c.Context, f) {
		return err
	}
	return &hintedError{noEntry(c.Args().Slice()), "gemsub entries --all lists what there is"}
}
