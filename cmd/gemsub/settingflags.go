package main

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"gemsub/feed"
	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/words"
)

// backlogFlag says how much of what a page lists already is left to read.
func backlogFlag() stringFlag {
	return stringFlag{
		StringFlag: &cli.StringFlag{Name: "backlog", Usage: "leave the newest `N` entries unread; all, none", Value: "10"},
		values:     oneOf("all", "none"),
		oldName:    "unread",
	}
}

// postsFlag says which posts an update fetches.
func postsFlag() stringFlag {
	return stringFlag{
		StringFlag: &cli.StringFlag{Name: "posts", Usage: "let updates fetch the posts `P`: all, new, none", DefaultText: "new"},
		values:     oneOf("all", "new", "none"),
	}
}

// updatePostsFlag says the same for feeds without a choice of their own.
func updatePostsFlag() stringFlag {
	f := postsFlag()
	f.Usage = "fetch the posts `P` of feeds for which add or set did not say it: all, new, none"
	return f
}

// asFlag says how a document is read.
func asFlag() stringFlag {
	return stringFlag{
		StringFlag: &cli.StringFlag{Name: "as", Usage: "read the page as `F`: " + strings.Join(formatNames(), ", "), Value: string(feed.Auto)},
		values:     oneOf(formatNames()...),
		oldName:    "format",
	}
}

// parseFormat reads the value of --as.
func parseFormat(format string) (feed.Format, error) {
	if !slices.Contains(formatNames(), format) {
		return "", unknownValue("format", format, formatNames())
	}
	return feed.Format(format), nil
}

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

// parsePosts reads which posts are fetched; what is not said stays open.
func parsePosts(s string) (model.PostsKept, error) {
	if s == "" {
		return "", nil
	}
	kept, err := model.ParsePostsKept(s)
	return kept, asUsage(err)
}

func checkTags(tags []string) error {
	for _, tag := range tags {
		if err := model.CheckTag(tag); err != nil {
			return asUsage(err)
		}
	}
	return nil
}

func formatNames() []string {
	return each(feed.Formats(), func(f feed.Format) string { return string(f) })
}

func parseBacklog(s string) (int, error) {
	switch s {
	case "all":
		return -1, nil
	case "none":
		return 0, nil
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 {
		return 0, usagef("--backlog takes a number, all or none, not %q", s)
	}
	return n, nil
}
