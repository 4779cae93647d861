package main

func backupCommand() *command {
	return &command{
		name:      "backup",
		usage:     "copy the database to a file",
		arguments: "FILE",
		description: `The copy is a database: --db FILE uses it, gemsub import FILE merges it.

Examples:
  gemsub backup gemsub-monday.db
  gemsub --db gemsub-monday.db list`,
		needs: keptDatabase,
		run:   withOptions((*call).backupFile, (*call).backup),
	}
}

// backupFile is where the copy goes.
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
