package main

import (
	"slices"
	"strings"

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
request, and changes nothing without --reindex. The exit code is 1 if there is a warning or an error.`,
		flags: []cli.Flag{
			jsonFlag(),
			&cli.BoolFlag{Name: "reindex", Category: thisTime, Usage: "rebuild the search index"},
		},
		needs:   noDatabase,
		columns: view.Findings.Names,
		run:     (*call).doctor,
	}
}

// doctor prints what it found, and fails if this is more than notes. With --reindex it first
// rebuilds the index of words.
func (c *call) doctor() func() error {
	if c.flags.Bool("reindex") {
		c.needs = openDatabase
	}
	path, err := c.keptDatabase()
	c.fail(err)
	return func() error {
		if c.app != nil {
			if err := c.app.Reindex(c.ctx); err != nil {
				return err
			}
			c.Tell(view.Reindexed())
		}
		d, err := app.Diagnose(c.ctx, path, config.Path(c.getenv), c.syncFolder(), c.appEnvironment())
		var inSettings []app.Finding
		for _, m := range c.mistakes {
			level := app.LevelWarning
			if m.isRemoved {
				level = app.LevelNote
			}
			message := strings.TrimPrefix(m.err.Error(), c.configPath()+": ")
			inSettings = append(inSettings, app.Finding{Level: level, About: c.configPath(), Message: message})
		}
		d.Found = slices.Concat(inSettings, d.Found)
		if err == nil {
			err = c.paged(func() error { return c.Findings(d.Found) })
		}
		switch {
		case err != nil:
			return err
		case slices.ContainsFunc(d.Found, func(f app.Finding) bool { return f.Level != app.LevelNote }):
			return errReported
		case d.NoDatabase:
			c.Tell(view.NoDatabase(path))
		default:
			c.Tell(view.Healthy(d.Feeds, d.Entries))
		}
		return nil
	}
}

func backupCommand() *command {
	return &command{
		name:      "backup",
		usage:     "copy the database to a file, or put a copy back",
		arguments: "FILE",
		description: `The copy is a database with your private keys; config.toml is not in it. With --restore it
takes the place of your database, whose state before is kept beside it. Restore only files of your own.

Examples:
  gemsub backup gemsub-monday.db
  gemsub backup --restore gemsub-monday.db`,
		flags: []cli.Flag{&cli.BoolFlag{Name: "restore", Category: thisTime, Usage: "put FILE in place of the database"}},
		run:   (*call).backup,
	}
}

// backup copies the database to a file, or restores it from one. It refuses "-", and does not copy
// a database that does not exist.
func (c *call) backup() func() error {
	file, restore := c.flags.Args().First(), c.flags.Bool("restore")
	c.refuseIf(file == "-", "a database cannot be read from standard input, or written to standard output: name a file")
	path, err := c.databasePath()
	if err == nil && !restore {
		err = mustExist(path)
	}
	c.fail(err)
	if restore {
		c.needs = noDatabase
		return func() error {
			done, err := app.Restore(c.ctx, path, file, c.appEnvironment())
			if err == nil {
				c.Tell(view.Restored(file, done))
			}
			return err
		}
	}
	return func() error { return c.app.Backup(c.ctx, file) }
}

func pruneCommand() *command {
	return &command{
		name:      "prune",
		usage:     "remove old entries that were read, or their posts",
		arguments: "[FEED…]",
		description: `Unread and starred entries stay, and a removed one does not come back as new. This cannot
be undone. --posts without --older removes the posts of all entries that were read.

Examples:
  gemsub prune --older 2y --dry-run
  gemsub prune --older 2025-01-01 3
  gemsub prune --posts --older 1y`,
		flags: append(feedFilters(thisTime),
			dateFlag(&cli.StringFlag{Name: "older", Usage: "entries dated before `DATE`; 2y means more than two years ago"}),
			&cli.BoolFlag{Name: "posts", Category: thisTime, Usage: "remove the texts of posts, and keep the entries"},
			&cli.BoolFlag{Name: "dry-run", Category: thisTime, Usage: "list what would go, and change nothing"},
			jsonFlag(),
		),
		columns: view.Entries.Names,
		run:     (*call).prune,
	}
}

// prune removes entries or, with --dry-run, lists them.
func (c *call) prune() func() error {
	dryRun, postsOnly := c.flags.Bool("dry-run"), c.flags.Bool("posts")
	// A flag has an empty value if its shell variable is not set.
	c.refuseIf(c.flags.String("older") == "" && (!postsOnly || c.flags.IsSet("older")), "prune needs --older: a time such as 2y, or a date")
	c.refuseIf(c.JSON && !dryRun, "--json needs --dry-run")
	q := c.filters(c.arguments())
	c.template(&q)
	q.Prunable, q.WithPost, q.Before = true, postsOnly, c.date("older")
	return func() error {
		if dryRun {
			n, err := c.printEntries(c.app.Entries(c.ctx, q))
			return c.told(err, view.Pruned(n, postsOnly, true, 0))
		}
		n, free, err := c.app.Prune(c.ctx, q)
		return c.told(err, view.Pruned(n, postsOnly, false, free))
	}
}
