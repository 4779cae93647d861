package main

import (
	"github.com/urfave/cli/v2"

	"gemsub/internal/address"
	"gemsub/internal/app"
	"gemsub/internal/words"
)

func (p *program) setCommand() *cli.Command {
	return &cli.Command{
		Name:      "set",
		Usage:     "change how and where feeds are asked for",
		ArgsUsage: "FEED…",
		Description: `With --interval auto a feed is asked every tenth of the time that usually passes
between its entries: every hour at most, once a day at least.

--url says where a feed is from now on, and undoes a move that a capsule told. The
new URL is asked at the next update; entries keep their marks.

Examples:
  gemsub set "urban gardening" --interval 6h
  gemsub set 3 4 --interval auto
  gemsub set 3 --url gemini://example.org/gemlog/`,
		Flags:        []cli.Flag{intervalFlag(thisTime), &cli.StringFlag{Name: "url", Category: thisTime, Usage: "ask for the feed at `URL`"}},
		BashComplete: p.completes(feeds()),
		Action:       p.set,
	}
}

func (p *program) set(c *cli.Context) error {
	to, err := settingsOf(c)
	if err != nil {
		return err
	}
	return p.with(c, func(a *app.App) error {
		changed, err := a.Set(c.Context, c.Args().Slice(), to)
		if err != nil {
			return err
		}
		for _, s := range changed {
			if to.Interval != nil {
				p.Say("%s: asked every %s", s.Name(), words.Span(a.Interval(s)))
			}
			if to.URL != nil {
				p.Say("%s: asked at %s from the next update on", s.Name(), to.URL)
			}
		}
		return nil
	})
}

// settingsOf reads what is to be set.
func settingsOf(c *cli.Context) (to app.Settings, err error) {
	switch {
	case c.NArg() == 0:
		return to, usagef("set needs a feed")
	case !c.IsSet("interval") && !c.IsSet("url"):
		return to, usagef("set needs --interval or --url")
	case c.IsSet("url") && c.NArg() > 1:
		return to, usagef("--url goes with one feed only")
	}
	if c.IsSet("interval") {
		interval, err := intervalOf(c)
		if err != nil {
			return to, err
		}
		to.Interval = &interval
	}
	if c.IsSet("url") {
		if to.URL, err = address.Parse(c.String("url")); err != nil {
			return to, usagef("--url: %v", err)
		}
	}
	return to, nil
}
