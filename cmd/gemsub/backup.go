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
		run:   (*call).backup,
	}
}

func (c *call) backup() error {
	file := c.flags.Args().First()
	if file == "-" {
		return usagef("a database cannot be written to standard output: name a file")
	}
	path, err := c.databasePath()
	if err == nil {
		err = mustExist(path)
	}
	if err == nil {
		err = c.openDatabase()
	}
	if err != nil {
		return err
	}
	return c.app.Backup(c.ctx, file)
}
