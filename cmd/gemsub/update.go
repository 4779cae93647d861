package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/launch"
	"gemsub/internal/model"
	"gemsub/internal/view"
)

func updateCommand() *command {
	return &command{
		name:      "update",
		usage:     "fetch the feeds that are due, and print new entries",
		arguments: "[FEED…]",
		description: `Each feed has an interval, from an hour to a day, by how often it has entries; gemsub
set FEED --interval fixes it. A named feed is checked now, and with --force all are.
robots.txt, a Crawl-delay and a 44 (slow down) are obeyed all the same.

--exec runs CMD with the entry in the environment (GEMSUB_TITLE, GEMSUB_URL, GEMSUB_FEED and
others) and as JSON on standard input. A title may begin with a hyphen: put "--" before it.

Examples:
  gemsub update --template '{{.Feed}}: {{.Title}}'
  gemsub update --exec 'notify-send -- "$GEMSUB_FEED" "$GEMSUB_TITLE"'`,
		flags: []cli.Flag{
			&cli.BoolFlag{Name: "force", Category: thisTime, Usage: "check all feeds now, except paused, gone or moved ones"},
			tagFilter("", "only feeds tagged `TAG`"),
			&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "print failures only"},
			templateFlag(),
			jsonFlag(),
			&cli.BoolFlag{Name: "wait", Usage: "wait for another update to end instead of giving up"},
			settingFlag(&cli.StringFlag{Name: "posts", Usage: "which posts to fetch, `all|new|none`, for feeds without their own --posts", DefaultText: "new"}),
			jobsFlag(),
			agentFlag(),
			&cli.StringFlag{Name: "exec", Usage: "run shell command `CMD` for each new entry"},
			checked(&cli.StringFlag{Name: "room", Hidden: true, Value: "1GiB"}, func(text string) error {
				_, err := app.ParseRoom(text)
				return err
			}),
		},
		network: true,
		run:     (*call).update,
	}
}

func (c *call) updateOptions() (o app.UpdateOptions) {
	o.RequestOptions = c.requestOptions()
	o.Feeds, o.Tag = c.arguments(), c.flags.String("tag")
	o.Force, o.Wait, o.Mine = c.flags.Bool("force"), c.flags.Bool("wait"), c.flags.StringSlice("my")
	c.exclude("quiet", "json", "template")
	c.template(new(app.EntryQuery))
	o.Posts, _ = model.ParsePostsKept(c.flags.String("posts")) // flags read themselves
	o.Room, _ = app.ParseRoom(c.flags.String("room"))
	if command := c.flags.String("exec"); command != "" {
		hook := launch.Hook{Command: command, Env: c.environ(), Stdout: c.stderr, Stderr: c.stderr}
		if c.flags.Bool("quiet") { // otherwise its lines would mix with those of gemsub
			hook.Stdout = c.stdout
		}
		o.Hook = func(ctx context.Context, e model.Mention) error {
			c.Progress.Hide()
			return hook.Run(ctx, e)
		}
	}
	if c.syncFolder() != "" { // the first feeds may come from there
		c.needs = createDatabase
	}
	return o
}

// update checks feeds and reports each as it is done. If a feed or hook failed, it returns
// errPartly.
func (c *call) update() func() error {
	o, quiet := c.updateOptions(), c.flags.Bool("quiet")
	return func() error {
		defer c.inStep(o.Wait)()
		run, err := c.app.Update(c.ctx, o)
		if err != nil {
			return placeError(err)
		}
		defer run.Close()
		if !run.Subscribed {
			c.Tell(view.NoFeeds(o.Tag))
		}
		if c.Names, err = c.app.DistinctNames(c.ctx); err != nil {
			return err
		}
		report := c.NewUpdate(view.UpdateReport{Feeds: run.Feeds, Named: len(o.Feeds) > 0}, quiet)
		for step, failure := range run.Steps(c.ctx) {
			if err = failure; err == nil {
				report.Step(step)
			}
		}
		report.Done()
		owed, owedErr := run.OwedHooks(c.ctx)
		c.Tell(report.OwedHooks(len(owed)))
		switch err = cmp.Or(err, owedErr, report.WriteErr); {
		case errors.Is(err, context.Canceled):
			return fmt.Errorf("%w: %s", errInterrupted, report.Interrupted())
		case err != nil:
			return err
		}
		c.Tell(report.Summary())
		if run.Subscribed && report.InWords() == "" && !quiet && c.attended() {
			c.Tell(view.NothingDue(run.NextDue))
		}
		return partly(report.Failed+report.FailedHooks > 0, true)
	}
}

// attended reports whether a person may be reading the output: sessions have TERM, jobs of cron
// and systemd do not, and their mail should have only news.
func (p *program) attended() bool { return p.getenv("TERM") != "" }
