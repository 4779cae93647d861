package main

import (
	"strconv"
	"time"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/words"
)

func intervalFlag() stringFlag {
	return stringFlag{
		StringFlag: &cli.StringFlag{Name: "interval", Usage: "ask every `D`, such as 6h or 2d; auto is by the feed's rhythm", Value: "auto"},
		values:     oneOf("auto"),
	}
}

// intervalOf reads --interval; zero is for the feed's own rhythm.
func intervalOf(c *cli.Context) (time.Duration, error) {
	value := c.String("interval")
	if value == "auto" {
		return 0, nil
	}
	d, ok := parseSpan(value)
	switch {
	case !ok:
		return 0, usagef("--interval takes a time such as 6h or 2d, or auto, not %q", value)
	case d < app.MinInterval || d > app.MaxInterval:
		return 0, usagef("--interval must be from %s to %s, not %s", words.Span(app.MinInterval), words.Span(app.MaxInterval), value)
	}
	return d, nil
}

const (
	day  = words.Day
	year = 365 * day
)

// parseSpan reads a number of hours, days, weeks or years of 365 days: 12h, 7d,
// 2w, 1y.
func parseSpan(s string) (d time.Duration, ok bool) {
	const longest = 290 * year // a Duration's end is near
	units := map[string]time.Duration{"h": time.Hour, "d": day, "w": 7 * day, "y": year}
	if s == "" {
		return 0, false
	}
	unit, ok := units[s[len(s)-1:]]
	n, err := strconv.Atoi(s[:len(s)-1])
	if !ok || err != nil || n < 0 || n > int(longest/unit) {
		return 0, false
	}
	return time.Duration(n) * unit, true
}
