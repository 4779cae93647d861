package main

import (
	"time"

	"github.com/urfave/cli/v2"

	"gemsub/internal/update"
	"gemsub/store"
)

func (p *program) setCommand() *cli.Command {
	return &cli.Command{
		Name:      "set",
		Usage:     "change how feeds are asked for",
		ArgsUsage: "FEED…",
		Description: `With --interval auto a feed is asked every tenth of the time that usually passes
between its entries: every hour at most, once a day at least.

Examples:
  gemsub set "urban gardening" --interval 6h
  gemsub set 3 4 --interval auto`,
		Flags:  []cli.Flag{intervalFlag()},
		Action: p.set,
	}
}

func (p *program) set(c *cli.Context) error {
	switch {
	case c.NArg() == 0:
		return usagef("set needs a feed")
	case !c.IsSet("interval"):
		return usagef("set needs --interval")
	}
	interval, err := intervalOf(c)
	if err != nil {
		return err
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
	for _, s := range chosen {
		if err := p.setInterval(c, db, s, interval); err != nil {
			return err
		}
	}
	return nil
}

// setInterval fixes a feed's interval, and when it is due by that.
func (p *program) setInterval(c *cli.Context, db *store.Store, s store.Subscription, interval time.Duration) error {
	s.Interval = interval
	if !s.NextCheckAt.IsZero() {
		s.NextCheckAt = update.NextCheck(subscriptionOf(s))
	}
	if err := db.SetInterval(c.Context, s.ID, s.Interval, s.NextCheckAt); err != nil {
		return err
	}
	p.say("%s: asked every %s", s.Name(), span(p.interval(s)))
	return nil
}
