package main

import (
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"gemsub/internal/update"
	"gemsub/store"
)

// The bounds of an interval that the user fixes.
const (
	minFixed = update.MinInterval
	maxFixed = update.MaxFixedInterval
)

func intervalFlag() cli.Flag {
	return &cli.StringFlag{Name: "interval", Usage: "ask every `D`, such as 6h or 2d; auto is by the feed's rhythm", Value: "auto"}
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
	case d < minFixed || d > maxFixed:
		return 0, usagef("--interval must be from %s to %s, not %s", span(minFixed), span(maxFixed), value)
	}
	return d, nil
}

const (
	day  = 24 * time.Hour
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

// span is a time to the minute, in whole days where it is: 30d, 6h, 16h48m.
func span(d time.Duration) string {
	if d%day == 0 {
		return strconv.FormatInt(int64(d/day), 10) + "d"
	}
	s := strings.TrimSuffix(d.Round(time.Minute).String(), "0s")
	if hours, ok := strings.CutSuffix(s, "h0m"); ok {
		return hours + "h"
	}
	return s
}

// interval is how long a subscription rests between two checks.
func (p *program) interval(s store.Subscription) time.Duration {
	return update.Interval(subscriptionOf(s), p.now())
}

// every is that interval: in seconds where a program reads it.
func (p *program) every(s store.Subscription) string {
	d := p.interval(s)
	switch {
	case !p.out.IsTerminal():
		return strconv.FormatInt(int64(d.Seconds()), 10)
	case s.Interval > 0:
		return span(d) + ", fixed"
	}
	return span(d)
}
