package main

import (
	"cmp"
	"context"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/model"
)

func (p *program) setCommand() *cli.Command {
	return &cli.Command{
		Name:      "set",
		Usage:     "change the title, URL, interval and other settings of feeds",
		ArgsUsage: "FEED…",
		Description: `--backlog is only for a feed without entries yet. --url also takes back a move of a
feed; entries keep their marks.

Examples:
  gemsub set "urban gardening" --interval 6h
  gemsub set 3 4 --interval auto --posts all
  gemsub set 3 --as links
  gemsub set 3 --url gemini://example.org/gemlog/ --title Garden`,
		Flags: []cli.Flag{
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
		Action: p.set,
	}
}

// changing is a flag of add in the form for set, which leaves what is not given.
func changing(f *cli.StringFlag) cli.Flag {
	f.Category, f.Value, f.DefaultText = thisTime, "", ""
	return f
}

func (p *program) set(c *cli.Context) error {
	switch {
	case c.NumFlags() == 0:
		return usagef("set needs a flag that says what to change (see gemsub set --help)")
	case c.NArg() > 1 && c.IsSet("url"):
		return usagef("--url cannot be used with several feeds")
	case c.NArg() > 1 && c.IsSet("title"):
		return usagef("--title cannot be used with several feeds")
	case c.IsSet("ignore-robots") && c.IsSet("robots"):
		return usagef("--ignore-robots cannot be combined with --robots")
	}
	to, err := settingsOf(c, c.IsSet)
	if c.IsSet("robots") {
		to.IgnoreRobots = new(!c.Bool("robots"))
	}
	for _, tag := range c.StringSlice("untag") {
		to.Untag = append(to.Untag, tag)
		err = cmp.Or(err, asUsage(model.CheckTag(tag)))
	}
	if err != nil {
		return err
	}
	return p.with(c, func(a *app.App) error { return p.setFeeds(c.Context, a, c.Args().Slice(), to) })
}

// setFeeds changes feeds, and says of each what holds from now on.
func (p *program) setFeeds(ctx context.Context, a *app.App, feeds []string, to model.Settings) error {
	changed, err := a.Set(ctx, feeds, to)
	for _, s := range changed {
		p.Set(s, to, a.Interval(s))
	}
	return err
}
