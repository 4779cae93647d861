package main

import (
	"bufio"
	"io"

	"github.com/urfave/cli/v2"

	"gemsub/internal/words"
	"gemsub/store"
)

// isArchive reports whether in begins as what export gemsub writes.
func isArchive(in *bufio.Reader) bool {
	start, _ := in.Peek(len(store.ArchiveStart)) // shorter, then
	return string(start) == store.ArchiveStart
}

// importArchive brings what export gemsub wrote into the database.
func (p *program) importArchive(c *cli.Context, in io.Reader) error {
	if c.IsSet("tag") {
		return usagef("--tag goes without what export gemsub wrote, which has its own")
	}
	db, err := p.openStore(c)
	if err != nil {
		return err
	}
	defer db.Close()
	const most = 20 // lines to complain of one by one
	told := 0
	done, err := db.ReadArchive(c.Context, in, func(line int, err error) {
		if told++; told <= most {
			p.Say("line %d: %v", line, err)
		}
	})
	if err != nil {
		return err
	}
	p.Say("%s and %s added, %s refused", words.Count(done.Subscriptions, "feed", "feeds"),
		words.Count(done.Entries, "entry", "entries"), words.Count(done.Refused, "line", "lines"))
	if done.Refused > 0 {
		return errPartly
	}
	return nil
}
