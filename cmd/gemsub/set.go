package main

import (
	"errors"
	"fmt"
	"net/url"
	"time"

	"github.com/urfave/cli/v2"

	"gemsub/internal/address"
	"gemsub/internal/update"
	"gemsub/store"
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
		Flags:  []cli.Flag{intervalFlag(), &cli.StringFlag{Name: "url", Usage: "ask for the feed at `URL`"}},
		Action: p.set,
	}
}

func (p *program) set(c *cli.Context) error {
	switch {
	case c.NArg() == 0:
		return usagef("set needs a feed")
	case !c.IsSet("interval") && !c.IsSet("url"):
		return usagef("set needs --interval or --url")
	case c.IsSet("url") && c.NArg() > 1:
		return usagef("--url goes with one feed only")
	}
	interval, err := intervalOf(c)
	if err != nil {
		return err
	}
	var to *url.URL
	if c.IsSet("url") {
		if to, err = address.Parse(c.String("url")); err != nil {
			return usagef("--url: %v", err)
		}
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
	if c.IsSet("interval") {
		for _, s := range chosen {
			if err := p.setInterval(c, db, s, interval); err != nil {
				return err
			}
		}
	}
	if to != nil { // last, since it is due then
		return p.setURL(c, db, chosen[0], to)
	}
	return nil
}

// setURL says where a feed is from now on.
func (p *program) setURL(c *cli.Context, db *store.Store, s store.Subscription, u *url.URL) error {
	if u.String() != s.URL {
		err := db.SetURL(c.Context, s.ID, u.String())
		if taken, ok := errors.AsType[*store.TakenError](err); ok {
			return &hintedError{taken, fmt.Sprintf("gemsub remove %d", taken.Subscription.ID)}
		}
		if err != nil {
			return err
		}
	}
	p.say("%s: asked at %s from the next update on", s.Name(), u)
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
