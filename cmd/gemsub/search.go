package main

import (
	"strings"

	"github.com/urfave/cli/v2"

	"gemsub/internal/address"
	"gemsub/internal/app"
	"gemsub/internal/view"
)

func searchCommand() *command {
	return &command{
		name:      "search",
		usage:     "find entries by words in titles and posts",
		arguments: "WORDS…",
		description: `All words must occur in the title, the kept post or the feed's name. "several words" in
quotes must follow one another, and word* stands for all words that begin so. Case and
accents are ignored. Read entries are searched too. Hits in titles come first, then the
newest.

Examples:
  gemsub search bokashi
  gemsub search '"finite simple" group*' --limit 10
  gemsub search garden --tag friends --json`,
		flags:   entryListFlags(&cli.BoolFlag{Name: "title", Usage: "search titles only"}),
		needs:   keptDatabase,
		columns: view.Entries().Names,
		run:     withOptions((*call).searchOptions, (*call).search),
	}
}

func (c *call) searchOptions() (o entriesOptions, err error) {
	words := strings.TrimSpace(strings.Join(c.flags.Args().Slice(), " "))
	if !app.HasWords(words) {
		return o, usagef("search needs words")
	}
	if o.EntryQuery, err = c.filters(nil); err != nil {
		return o, err
	}
	o.Words, o.TitlesOnly = words, c.flags.Bool("title")
	o.by, err = c.template(&o.EntryQuery)
	return o, err
}

func (c *call) search(o entriesOptions) error {
	n, err := c.printEntries(c.app.Entries(c.ctx, o.EntryQuery), o.by)
	switch {
	case err != nil:
		return err
	case n == 0:
		c.Say("no entry matches %s", address.WithoutUser(o.Words))
		return nil
	}
	return c.sayHidden(n, o.EntryQuery)
}
