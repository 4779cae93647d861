package main

import (
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

// parseInterval reads the value of --interval; zero is for the feed's own rhythm.
func parseInterval(value string) (time.Duration, error) {
	if value == "auto" {
		return 0, nil
	}
	d, ok := words.ParseSpan(value)
	switch {
	case !ok:
		return 0, usagef("--interval takes a time such as 6h or 2d, or auto, not %q", value)
	case d < app.MinInterval || d > app.MaxInterval:
		return 0, usagef("--interval must be from %s to %s, not %s", words.Span(app.MinInterval), words.Span(app.MaxInterval), value)
	}
	return d, nil
}
