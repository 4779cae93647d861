package main

import (
	"time"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/show"
)

// entryOptions are what the commands that list entries have in common.
type entryOptions struct {
	query app.EntryQuery
	style show.EntryStyle
}

func entryListFlags() []cli.Flag {
	return []cli.Flag{
		stringFlag{StringFlag: &cli.StringFlag{Name: "feed", Usage: "only entries of `FEED`"}, values: feeds()},
		stringFlag{StringFlag: &cli.StringFlag{Name: "tag", Usage: "only entries of feeds tagged `T`"}, values: tags()},
		&cli.StringFlag{Name: "since", Usage: "only entries dated `DATE` or later; 7d means the last seven days"},
		&cli.IntFlag{Name: "limit", Aliases: []string{"n"}, Usage: "at most `N` entries", DefaultText: "all"},
		&cli.StringFlag{Name: "template", Usage: "print each entry with template `T`"},
		&cli.BoolFlag{Name: "json", Usage: "one JSON object a line"},
	}
}

// entryOptions reads the flags of [entryListFlags].
func (p *program) entryOptions(c *cli.Context) (o entryOptions, err error) {
	o.query.Tag, o.query.Feeds = c.String("tag"), feedFlag(c)
	if o.query.Limit, err = limit(c); err != nil {
		return o, err
	}
	if o.query.Since, err = parseSince(c.String("since"), p.Now()); err != nil {
		return o, err
	}
	switch {
	case c.IsSet("json") && c.IsSet("template"):
		return o, usagef("--json and --template exclude each other")
	case c.Bool("json") && !c.IsSet("template"):
		o.style.JSON = true
	case c.String("template") != "":
		if o.style.Template, err = show.ParseTemplate(c.String("template")); err != nil {
			return o, asUsage(err)
		}
	}
	return o, nil
}

// feedFlag reads --feed; none is all feeds.
func feedFlag(c *cli.Context) []string {
	if feed := c.String("feed"); feed != "" {
		return []string{feed}
	}
	return nil
}

// limit reads --limit; 0 means no limit.
func limit(c *cli.Context) (int, error) {
	n := c.Int("limit")
	if n < 0 || c.IsSet("limit") && n == 0 {
		return 0, usagef("--limit must be at least 1")
	}
	return n, nil
}

// parseSince reads a date, or a time before now as parseSpan does.
func parseSince(s string, now time.Time) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	if t, err := time.Parse(time.DateOnly, s); err == nil {
		return t, nil
	}
	d, ok := parseSpan(s)
	if !ok {
		return time.Time{}, usagef("%q is no date: use 2026-01-31, or 12h, 7d, 2w, 1y before now", s)
	}
	return now.Add(-d), nil
}
