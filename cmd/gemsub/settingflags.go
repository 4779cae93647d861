package main

import (
	"strings"

	"github.com/urfave/cli/v2"

	"gemsub/feed"
	"gemsub/internal/app"
	"gemsub/internal/model"
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
		StringFlag: &cli.StringFlag{Name: "as", Usage: "read the page as `F`: " + strings.Join(app.FormatNames(), ", "), Value: string(feed.Auto)},
		values:     oneOf(app.FormatNames()...),
		oldName:    "format",
	}
}

func intervalFlag() stringFlag {
	return stringFlag{
		StringFlag: &cli.StringFlag{Name: "interval", Usage: "ask every `D`, such as 6h or 2d; auto is by the feed's rhythm", Value: "auto"},
		values:     oneOf("auto"),
	}
}

func checkTags(tags []string) error {
	for _, tag := range tags {
		if err := model.CheckTag(tag); err != nil {
			return asUsage(err)
		}
	}
	return nil
}

// settingTexts reads the flags that isGiven says are.
func settingTexts(c *cli.Context, isGiven func(flag string) bool) app.SettingTexts {
	text := func(flag string) *string {
		if !isGiven(flag) {
			return nil
		}
		return new(c.String(flag))
	}
	return app.SettingTexts{Format: text("as"), Interval: text("interval"), Posts: text("posts"), Backlog: text("backlog")}
}
