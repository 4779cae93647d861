package main

import (
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/words"
)

// entryFilters select entries. They mean the same in every command that has them, as
// each filter does in a command that has it alone.
func entryFilters() []cli.Flag {
	return []cli.Flag{
		feedFilter("", "only entries of `FEED`"),
		tagFilter("", "only entries of feeds tagged `TAG`"),
		&cli.BoolFlag{Name: "unread", Usage: "only unread entries"},
		&cli.BoolFlag{Name: "starred", Usage: "only entries with a star"},
		&cli.StringFlag{Name: "since", Usage: "only entries dated `DATE` or later; 7d means the last seven days"},
		&cli.StringFlag{Name: "before", Usage: "only entries dated before `DATE`; 2w means over two weeks ago"},
		countFlag("limit", "at most the newest `N` entries", "n"),
	}
}

func feedFilter(category, usage string) cli.Flag {
	return &cli.StringFlag{Name: "feed", Category: category, Usage: usage}
}

func tagFilter(category, usage string) cli.Flag {
	return &cli.StringFlag{Name: "tag", Category: category, Usage: usage}
}

// checkFilters takes a filter without value for a variable that is not set.
func checkFilters(c *cli.Context) error {
	for _, flag := range []string{"feed", "tag"} {
		if c.IsSet(flag) && c.String(flag) == "" {
			return usagef("--%s needs a %s", flag, flag)
		}
	}
	return nil
}

// filters reads the filters that a command has. Feeds that its arguments name are
// added to that of --feed, and replace the one of the configuration.
func (p *program) filters(c *cli.Context, feeds []string) (q app.EntryQuery, err error) {
	q.Feeds, q.Tag = slices.Clone(feeds), c.String("tag")
	if feed := c.String("feed"); feed != "" && (len(feeds) == 0 || c.IsSet("feed")) {
		q.Feeds = append(q.Feeds, feed)
	}
	q.UnreadOnly, q.StarredOnly = c.Bool("unread"), c.Bool("starred")
	if q.Since, err = p.date(c.String("since")); err != nil {
		return q, err
	}
	if q.Before, err = p.date(c.String("before")); err != nil {
		return q, err
	}
	if c.IsSet("limit") || c.String("limit") != "" { // the command has it
		q.Limit, err = countOf("limit", c.String("limit"))
	}
	return q, err
}

// date reads the value of a flag that takes a date.
func (p *program) date(value string) (time.Time, error) {
	t, err := words.ParseDate(value, p.Now())
	return t, asUsage(err)
}
