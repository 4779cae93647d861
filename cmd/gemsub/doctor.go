package main

import (
	"slices"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/config"
	"gemsub/internal/view"
)

func doctorCommand() *command {
	return &command{
		name:  "doctor",
		usage: "find problems, such as feeds that fail, and how to fix them",
		description: `It says why feeds fail and names a command for each, and finds other problems. It makes no
request, and changes nothing without --reindex. The exit code is 1 if it finds more than notes.`,
		flags: []cli.Flag{
			jsonFlag(),
			&cli.BoolFlag{Name: "reindex", Category: thisTime, Usage: "rebuild the search index"},
		},
		columns: view.Findings.Names,
		run:     (*call).doctor,
	}
}

// doctor prints what it found, and fails if this is more than notes. With --reindex it first
// rebuilds the index of words.
func (c *call) doctor() error {
	if c.flags.Bool("reindex") {
		if err := c.openDatabase(); err != nil {
			return err
		}
		if err := c.app.Reindex(c.ctx); err != nil {
			return err
		}
		c.Tell(view.Reindexed())
	}
	path, err := c.keptDatabase()
	if err != nil {
		return err
	}
	d, err := app.Diagnose(c.ctx, path, config.Path(c.getenv), c.syncFolder(), c.appEnvironment())
	if err != nil {
		return err
	}
	if err := c.paged(func() error { return c.Findings(d.Found) }); err != nil {
		return err
	}
	switch {
	case slices.ContainsFunc(d.Found, func(f app.Finding) bool { return f.Level != app.LevelNote }):
		return errReported
	case d.NoDatabase:
		c.Tell(view.NoDatabase(path))
	default:
		c.Tell(view.Healthy(d.Feeds, d.Entries))
	}
	return nil
}

func backupCommand() *command {
	return &command{
		name:      "backup",
		usage:     "copy the database to a file",
		arguments: "FILE",
		description: `The copy is a database with your private keys; config.toml is not in it. To restore it, copy
it back (man gemsub, EXAMPLES), or use it with --db FILE; gemsub import FILE merges it.

Example: gemsub backup gemsub-monday.db`,
		run: withOptions((*call).backupFile, (*call).backup),
	}
}

// backupFile returns the file for the copy. It refuses "-", and fails if there is no database.
func (c *call) backupFile() string {
	file := c.flags.Args().First()
	if file == "-" {
		c.fail(usagef("a database cannot be written to standard output: name a file"))
	}
	path, err := c.databasePath()
	if err == nil {
		err = mustExist(path)
	}
	c.fail(err)
	return file
}

func (c *call) backup(file string) error { return c.app.Backup(c.ctx, file) }

func pruneCommand() *command {
	return &command{
		name:      "prune",
		usage:     "remove old entries that were read, or their posts",
		arguments: "[FEED…]",
		description: `Unread and starred entries stay, and a removed one does not come back as new. This cannot
be undone. --posts without --older removes the posts of all entries that were read.

Examples:
  gemsub prune --older 2y --dry-run
  gemsub prune --older 2025-01-01 --keep 50 3
  gemsub prune --posts --older 1y`,
		flags: append(feedFilters(thisTime),
			&cli.StringFlag{Name: "older", Usage: "entries dated before `DATE`; 2y means more than two years ago"},
			&cli.BoolFlag{Name: "posts", Category: thisTime, Usage: "remove the texts of posts, and keep the entries"},
			&cli.IntFlag{Name: "keep", Usage: "keep the newest `N` entries of each feed", DefaultText: "none"},
			&cli.BoolFlag{Name: "dry-run", Category: thisTime, Usage: "list what would go, and change nothing"},
			jsonFlag(),
		),
		columns: view.Entries.Names,
		run:     withOptions((*call).pruneOptions, (*call).prune),
	}
}

func (c *call) pruneOptions() (o entriesOptions) {
	o.dryRun = c.flags.Bool("dry-run")
	// A flag has an empty value if its shell variable is not set.
	switch {
	case c.flags.String("older") == "" && (!c.flags.Bool("posts") || c.flags.IsSet("older")):
		c.fail(usagef("prune needs --older: a time such as 2y, or a date"))
	case c.flags.Int("keep") < 0:
		c.fail(usagef("--keep must be at least 0"))
	case c.JSON && !o.dryRun:
		c.fail(usagef("--json needs --dry-run"))
	}
	o.EntryQuery = c.filters(c.flags.Args().Slice())
	c.template(&o.EntryQuery) // prune prints no entries
	o.Prunable, o.WithPost, o.BeyondNewest, o.Before = true, c.flags.Bool("posts"), c.flags.Int("keep"), c.date("older")
	return o
}

func (c *call) prune(o entriesOptions) error {
	if o.dryRun {
		n, err := c.printEntries(c.app.Entries(c.ctx, o.EntryQuery))
		return c.told(err, view.Pruned(n, o.WithPost, true, 0))
	}
	n, free, err := c.app.Prune(c.ctx, o.EntryQuery)
	return c.told(err, view.Pruned(n, o.WithPost, false, free))
}
