package main

import (
	"strings"

	"github.com/urfave/cli/v2"

	"gemsub/internal/address"
	"gemsub/internal/app"
	"gemsub/internal/view"
	"gemsub/internal/words"
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
		columns: view.Entries.Names,
		run:     withOptions((*call).searchOptions, (*call).search),
	}
}

func (c *call) searchOptions() (o entriesOptions) {
	o.EntryQuery = c.filters(nil)
	o.Words, o.TitlesOnly = strings.TrimSpace(strings.Join(c.arguments(), " ")), c.flags.Bool("title")
	if !app.HasWords(o.Words) {
		c.fail(usagef("search needs words"))
	}
	o.by = c.template(&o.EntryQuery)
	return o
}

func (c *call) search(o entriesOptions) error {
	n, err := c.printEntries(c.app.Entries(c.ctx, o.EntryQuery), o.by)
	switch {
	case err != nil:
		return err
	case n == 0:
		return c.nothingFound(o.EntryQuery)
	}
	return c.sayHidden(n, o.EntryQuery)
}

// nothingFound says that no entry has the words, and of how many only the title could be
// searched.
func (c *call) nothingFound(q app.EntryQuery) error {
	message := "no entry matches " + address.WithoutUser(q.Words)
	q.Words = ""
	all, err := c.app.CountEntries(c.ctx, q)
	if err != nil {
		return err
	}
	q.WithPost = true
	kept, err := c.app.CountEntries(c.ctx, q)
	if err == nil && kept < all && !q.TitlesOnly {
		message += "; " + words.Count(all-kept, "post is", "posts are") + " not kept: of those only titles were searched"
	}
	c.Say("%s", message)
	return err
}
