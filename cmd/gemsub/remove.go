package main

import (
	"github.com/urfave/cli/v2"
)

func (p *program) removeCommand() *cli.Command {
	return &cli.Command{
		Name:      "remove",
		Aliases:   []string{"rm"},
		Usage:     "unsubscribe and forget the entries",
		ArgsUsage: "FEED…",
		Description: `A FEED is a number from gemsub list, a URL, or a part of a title or URL that
fits exactly one feed.

Examples:
  gemsub remove 3
  gemsub remove gemini://example.org/gemlog/`,
		Action: p.remove,
	}
}

func (p *program) remove(c *cli.Context) error {
	if c.NArg() == 0 {
		return usagef("remove needs a feed")
	}
	db, err := p.openStore(c)
	if err != nil {
		return err
	}
	defer db.Close()
	chosen, err := selectFeeds(c.Context, db, c.Args().Slice())
	if err != nil {
		return err
	}
	var ids []int64
	for _, s := range chosen {
		ids = append(ids, s.ID)
	}
	if err := db.Remove(c.Context, ids); err != nil {
		return err
	}
	for _, s := range chosen {
		p.say("removed %d %s <%s> with %s", s.ID, s.Name(), s.URL, count(s.Entries, "entry", "entries"))
	}
	return nil
}
