package main

import (
	"strings"

	"github.com/urfave/cli/v2"

	"gemsub/internal/address"
	"gemsub/internal/app"
)

func (p *program) searchCommand() *cli.Command {
	return &cli.Command{
		Name:      "search",
		Usage:     "find entries by words in titles and posts",
		ArgsUsage: "WORDS…",
		Description: `All words must occur in the title, the kept post or the feed's name. "several words" in
quotes must follow one another, and word* stands for all words that begin so. Case and
accents are ignored. Read entries are searched too. Hits in titles come first, then the
newest.

Examples:
  gemsub search bokashi
  gemsub search '"finite simple" group*' --limit 10
  gemsub search garden --tag friends --json`,
		Flags:  p.entryListFlags(&cli.BoolFlag{Name: "title", Usage: "search titles only"}),
		Action: p.search,
	}
}

func (p *program) search(c *cli.Context) error {
	words := strings.TrimSpace(strings.Join(c.Args().Slice(), " "))
	if !app.HasWords(words) {
		return usagef("search needs words")
	}
	q, err := p.filters(c, nil)
	if err != nil {
		return err
	}
	template, err := p.template(c, &q)
	if err != nil {
		return err
	}
	q.Words, q.TitlesOnly = words, c.Bool("title")
	return p.with(c, func(a *app.App) error {
		n, err := p.printEntries(c.Context, a, a.Entries(c.Context, q), template)
		switch {
		case err != nil:
			return err
		case n == 0:
			p.Say("no entry matches %s", address.WithoutUser(words))
			return nil
		}
		return p.sayHidden(c.Context, a, n, q)
	})
}
