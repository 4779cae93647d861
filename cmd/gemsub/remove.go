package main

import (
	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/words"
)

func (p *program) removeCommand() *cli.Command {
	return &cli.Command{
		Name:      "remove",
		Aliases:   []string{"rm"},
		Usage:     "unsubscribe and remove the entries (undo brings them back)",
		ArgsUsage: "FEED…",
		Description: `A FEED is a number from gemsub list, a URL, or a part of a title or URL that
fits exactly one feed; what you gave comes before what pages state. gemsub undo
brings feeds and entries back for 30 days.

Examples:
  gemsub remove 3
  gemsub remove gemini://example.org/gemlog/`,
		Action: p.remove,
	}
}

func (p *program) remove(c *cli.Context) error {
	return p.with(c, func(a *app.App) error {
		removed, err := a.Remove(c.Context, c.Args().Slice())
		if err != nil {
			return err
		}
		for _, s := range removed {
			p.Say("removed %d %s <%s> with %s", s.ID, s.Name(), s.URL, words.Count(s.Entries, "entry", "entries"))
		}
		return nil
	})
}
