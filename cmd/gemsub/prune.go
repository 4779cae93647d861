package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"gemsub/store"
)

func (p *program) pruneCommand() *cli.Command {
	return &cli.Command{
		Name:  "prune",
		Usage: "remove old entries that were read",
		Description: `Unread and starred entries stay. What was removed does not come back as new while
its page lists it, unless its date there moves forward. The room in the file is
used for new entries; a backup is written without it.

Examples:
  gemsub prune --older 2y --dry-run
  gemsub prune --older 2y
  gemsub prune --older 2025-01-01 --keep 50 --feed 3`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "older", Usage: "entries dated before `DATE`; 2y means more than two years ago"},
			&cli.IntFlag{Name: "keep", Usage: "keep the newest `N` of each feed", DefaultText: "0"},
			&cli.StringFlag{Name: "feed", Usage: "only entries of `FEED`"},
			&cli.StringFlag{Name: "tag", Usage: "only entries of feeds tagged `T`"},
			&cli.BoolFlag{Name: "dry-run", Usage: "list what would go, and change nothing"},
			&cli.BoolFlag{Name: "json", Usage: "with --dry-run: one JSON object a line"},
		},
		Action: p.prune,
	}
}

func (p *program) prune(c *cli.Context) error {
	if err := checkPrune(c); err != nil {
		return err
	}
	l, err := p.newEntryList(c)
	if err != nil {
		return err
	}
	if l.filter.Before, err = parseSince(c.String("older"), p.now()); err != nil {
		return err
	}
	l.filter.Prunable, l.filter.BeyondNewest = true, c.Int("keep")
	db, err := p.openStore(c)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := filterFeed(c, db, &l.filter); err != nil {
		return err
	}
	if !c.Bool("dry-run") {
		return p.pruneNow(c, db, l.filter)
	}
	n, err := l.show(db.Entries(c.Context, l.filter))
	if err != nil {
		return err
	}
	p.say("would remove %s", count(n, "entry", "entries"))
	return nil
}

// checkPrune takes a flag without value for a variable that is not set.
func checkPrune(c *cli.Context) error {
	switch {
	case c.NArg() > 0:
		return usagef("prune takes no argument (see --feed)")
	case c.String("older") == "":
		return usagef("prune needs --older: 2y, say, or a date")
	case c.Int("keep") < 0:
		return usagef("--keep must be at least 0")
	case c.IsSet("feed") && c.String("feed") == "":
		return usagef("--feed needs a feed")
	case c.IsSet("tag") && c.String("tag") == "":
		return usagef("--tag needs a tag")
	case c.IsSet("json") && !c.Bool("dry-run"):
		return usagef("--json goes with --dry-run")
	}
	return nil
}

// pruneNow says how many entries went, also when something stopped it.
func (p *program) pruneNow(c *cli.Context, db *store.Store, f store.EntryFilter) error {
	n, pruneErr := db.Prune(c.Context, f)
	if n == 0 && pruneErr != nil {
		return pruneErr
	}
	message := "removed " + count(n, "entry", "entries")
	if free, err := db.Free(c.Context); err == nil && free > 0 {
		message += "; " + sizeText(free) + " of the file are free for new ones"
	}
	p.say("%s", message)
	return pruneErr
}

func sizeText(bytes int64) string {
	if bytes < 1<<20 {
		return fmt.Sprintf("%d KiB", bytes>>10)
	}
	return fmt.Sprintf("%.1f MiB", float64(bytes)/(1<<20))
}
