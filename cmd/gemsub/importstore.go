package main

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strings"

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
	if told > most {
		p.Say("and %s more", words.Count(told-most, "line", "lines"))
	}
	p.restored(done)
	if done.LeftOut > 0 {
		return errPartly
	}
	return nil
}

// restored counts all that an archive brought, and names what lets somebody in.
func (p *program) restored(done store.Restored) {
	var counts []string
	for _, of := range []struct{ table, one, many string }{
		{"subscription", "feed", "feeds"},
		{"entry", "entry", "entries"},
		{"tag", "tag", "tags"},
		{"mute", "mute", "mutes"},
		{"host", "key", "keys"},
		{"identity", "identity", "identities"},
		{"identity_use", "use of an identity", "uses of identities"},
		{"pruned", "mark of a removed entry", "marks of removed entries"},
		{"authority", "robots.txt", "robots.txt"},
		{"setting", "setting", "settings"},
	} {
		if n := done.Added[of.table]; n > 0 {
			counts = append(counts, words.Count(n, of.one, of.many))
		}
	}
	p.sayNames("trusts the keys of", done.Keys)
	p.sayNames("has the identities", done.Identities)
	var uses []string
	for _, use := range done.Uses {
		uses = append(uses, use.Name+" at "+use.Authority+use.Path)
	}
	p.sayNames("shows the identities", uses)
	p.Say("%s added, %s left out", cmp.Or(strings.Join(counts, ", "), "nothing"), words.Count(done.LeftOut, "line", "lines"))
}

// sayNames tells of what is there from now on, up to twenty of it by name.
func (p *program) sayNames(what string, names []string) {
	const most = 20
	if len(names) == 0 {
		return
	}
	list := strings.Join(names[:min(len(names), most)], ", ")
	if len(names) > most {
		list += fmt.Sprintf(" and %d more", len(names)-most)
	}
	p.Say("from now on gemsub %s %s", what, list)
}
