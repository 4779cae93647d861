package main

import (
	"strings"

	"github.com/urfave/cli/v2"

	"gemsub/feed"
	"gemsub/internal/app"
	"gemsub/internal/model"
)

// backlogFlag says how much of what a page lists already is left to read.
func backlogFlag() *cli.StringFlag {
	return &cli.StringFlag{Name: "backlog", Usage: "leave the newest `N|all|none` entries unread", Value: "10"}
}

// postsFlag says which posts an update fetches.
func postsFlag() *cli.StringFlag {
	return &cli.StringFlag{Name: "posts", Usage: "let updates fetch `all|new|none` posts", DefaultText: "new"}
}

// updatePostsFlag says the same for feeds without a choice of their own.
func updatePostsFlag() *cli.StringFlag {
	f := postsFlag()
	f.Usage = "fetch `all|new|none` posts of feeds for which neither add nor set said it"
	return f
}

// asFlag says how a document is read.
func asFlag() *cli.StringFlag {
	return &cli.StringFlag{Name: "as", Usage: "read the page as `FORMAT`: " + strings.Join(app.FormatNames(), ", "), Value: string(feed.Auto)}
}

func intervalFlag() *cli.StringFlag {
	return &cli.StringFlag{Name: "interval", Usage: "ask every `D|auto`, such as 6h or 2d; auto follows the feed's rhythm", Value: "auto"}
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
