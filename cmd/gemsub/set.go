package main

import (
	"github.com/urfave/cli/v2"

	"gemsub/internal/model"
	"gemsub/internal/view"
)

func setCommand() *command {
	return &command{
		name:      "set",
		usage:     "change the title, URL, interval and other settings of feeds",
		arguments: "FEED…",
		description: `--backlog is only for a feed without entries yet. --url also takes back a move of a
feed; entries keep their marks.

Examples:
  gemsub set "urban gardening" --interval 6h
  gemsub set 3 4 --interval auto --posts all
  gemsub set 3 --as links
  gemsub set 3 --url gemini://example.org/gemlog/ --title Garden`,
		flags: []cli.Flag{
			&cli.StringFlag{Name: "title", Category: thisTime, Usage: "use the title `T`; '' restores the page's own"},
			&cli.StringFlag{Name: "url", Category: thisTime, Usage: "ask for the feed at `URL` from now on"},
			changing(intervalFlag()),
			changing(asFlag()),
			changing(backlogFlag()),
			changing(postsFlag()),
			&cli.BoolFlag{Name: "ignore-robots", Category: thisTime, Usage: "ignore robots.txt from now on"},
			&cli.BoolFlag{Name: "robots", Category: thisTime, Usage: "obey robots.txt again"},
			// What gemsub tag does besides.
			&cli.StringSliceFlag{Name: "tag", Category: thisTime, Hidden: true, Usage: "add tag `TAG`"},
			&cli.StringSliceFlag{Name: "untag", Category: thisTime, Hidden: true, Usage: "remove tag `TAG`"},
		},
		needs: keptDatabase,
		run:   withOptions((*call).settingChange, (*call).set),
	}
}

// changing is a flag of add in the form for set, which leaves what is not given.
func changing(f *cli.StringFlag) cli.Flag {
	f.Category, f.Value, f.DefaultText = thisTime, "", ""
	return f
}

// A change is what is to change of feeds.
type change struct {
	feeds []string
	to    model.Settings
}

func (c *call) settingChange() (o change) {
	o.feeds = c.arguments()
	if c.flags.NumFlags() == 0 {
		c.fail(usagef("set needs a flag that says what to change (see gemsub set --help)"))
	}
	for _, flag := range []string{"url", "title"} {
		if len(o.feeds) > 1 && c.flags.IsSet(flag) {
			c.fail(usagef("--%s cannot be used with several feeds", flag))
		}
	}
	c.exclude("ignore-robots", "robots")
	o.to = c.settings(c.flags.IsSet)
	if c.flags.IsSet("robots") {
		o.to.IgnoreRobots = new(!c.flags.Bool("robots"))
	}
	for _, tag := range c.flags.StringSlice("untag") {
		o.to.Untag = append(o.to.Untag, tag)
		c.fail(asUsage(model.CheckTag(tag)))
	}
	return o
}

// set changes feeds, and says of each what holds from now on.
func (c *call) set(o change) error {
	changed, err := c.app.Set(c.ctx, o.feeds, o.to)
	for _, s := range changed {
		c.Tell(view.Set(s, o.to, c.app.Interval(s)))
	}
	return err
}
