package main

import (
	"strings"

	"github.com/urfave/cli/v2"
)

func (p *program) searchCommand() *cli.Command {
	return &cli.Command{
		Name:      "search",
		Usage:     "find entries by words in their titles and their feeds' names",
		ArgsUsage: "QUERY",
		Description: `All words must occur; "several words" in quotes must follow one another, and word*
stands for every word that begins so. Case and accents make no difference. The best
match comes first, among all entries that were ever seen.

Examples:
  gemsub search bokashi
  gemsub search '"finite simple" group*' --limit 10
  gemsub search garden --tag friends --json`,
		Flags: append([]cli.Flag{
			&cli.BoolFlag{Name: "unread", Usage: "only unread entries"},
		}, entryListFlags()...),
		Action: p.search,
	}
}

func (p *program) search(c *cli.Context) error {
	query := strings.TrimSpace(strings.Join(c.Args().Slice(), " "))
	if query == "" {
		return usagef("search needs words to look for")
	}
	l, err := p.newEntryList(c)
	if err != nil {
		return err
	}
	db, err := p.openStore(c)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := filterFeed(c, db, &l.filter); err != nil {
		return err
	}
	l.filter.UnreadOnly = c.Bool("unread")
	n, err := l.show(db.Search(c.Context, query, l.filter))
	if n == 0 && err == nil {
		p.say("no entry matches %s", query)
	}
	return err
}
