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
  gemsub read --all --feed 3
  gemsub read --all --tag friends`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "all", Aliases: []string{"a"}, Usage: "all entries"},
			&cli.StringFlag{Name: "feed", Usage: "with --all: only entries of `FEED`"},
			&cli.StringFlag{Name: "tag", Usage: "with --all: only entries of feeds tagged `T`"},
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
	if err := checkMark(c); err != nil {
		return err
	}
	f, err := selectEntries(c.Args().Slice())
	if err != nil {
		return err
	}
	f.Tag = c.String("tag")
	db, err := p.openStore(c)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := filterFeed(c, db, &f); err != nil {
		return err
	}
	if !c.Bool("all") {
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

// checkMark sees to it that a variable that is not set, say, does not mark
// everything.
func checkMark(c *cli.Context) error {
	switch {
	case c.Bool("all") && c.NArg() > 0:
		return usagef("--all goes without entries")
	case !c.Bool("all") && c.NArg() == 0:
		return usagef("%s needs an entry", c.Command.Name)
	}
	for _, flag := range []string{"feed", "tag"} {
		switch {
		case c.IsSet(flag) && !c.Bool("all"):
			return usagef("--%s goes with --all", flag)
		case c.IsSet(flag) && c.String(flag) == "":
			return usagef("--%s needs a %s", flag, flag)
		}
	}
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
