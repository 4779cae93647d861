package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/launch"
	"gemsub/internal/model"
	"gemsub/internal/show"
)

func (p *program) updateCommand() *cli.Command {
	return &cli.Command{
		Name:        "update",
		Usage:       "fetch the feeds that are due, and print new entries",
		ArgsUsage:   "[FEED…]",
		Description: show.UpdateHelp,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "force", Category: thisTime, Usage: "check all feeds now, but those paused, gone or moved"},
			tagFilter("", "only feeds tagged `TAG`"),
			&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "print failures only"},
			templateFlag(),
			p.jsonFlag(),
			&cli.BoolFlag{Name: "wait", Usage: "wait for another update to end instead of giving up"},
			&cli.StringFlag{Name: "posts", Usage: "which posts to fetch, `all|new|none`, for feeds without their own --posts", DefaultText: "new"},
			jobsFlag(),
			agentFlag(),
			&cli.StringFlag{Name: "exec", Usage: "run shell command `CMD` for each new entry"},
			&cli.DurationFlag{Name: "exec-timeout", Category: settingAlone, Hidden: true, Value: time.Minute},
			&cli.StringFlag{Name: "room", Category: settingAlone, Hidden: true, Value: "1GiB"},
			&cli.StringFlag{Name: "feed-room", Category: settingAlone, Hidden: true, Value: "20MiB"},
		},
		Before: p.checkNetwork,
		Action: p.update,
	}
}

// updateOptions are what the flags of update say.
type updateOptions struct {
	app.UpdateOptions
	quiet bool
	by    *show.Template // prints new entries, unless it is nil
}

func (p *program) updateOptions(c *cli.Context) (o updateOptions, err error) {
	if o.Asking, err = asking(c); err != nil {
		return o, err
	}
	o.Feeds, o.Tag = c.Args().Slice(), c.String("tag")
	o.Force, o.Wait, o.Mine = c.Bool("force"), c.Bool("wait"), c.StringSlice("my")
	o.quiet = c.Bool("quiet")
	if o.quiet && (p.JSON || c.IsSet("template")) {
		return o, usagef("--quiet cannot be combined with --json or --template")
	}
	if o.by, err = p.template(c, new(app.EntryQuery)); err != nil {
		return o, err
	}
	if o.Posts, err = model.ParsePostsKept(c.String("posts")); err != nil {
		return o, asUsage(err)
	}
	if o.Room, err = app.ParseRoom(c.String("feed-room"), c.String("room")); err != nil {
		return o, err
	}
	o.Hook, err = p.hook(c)
	return o, err
}

// maxHookTime is the longest time limit for the user's command.
const maxHookTime = time.Hour

// hook is the command to run for new entries.
func (p *program) hook(c *cli.Context) (h app.Hook, err error) {
	h.Limit = c.Duration("exec-timeout")
	if h.Limit < time.Millisecond || h.Limit > maxHookTime {
		return h, fmt.Errorf("update.exec-timeout must be from 1ms to %v", maxHookTime)
	}
	if command := c.String("exec"); command != "" {
		out := p.stderr // two writers would mix in standard output
		if c.Bool("quiet") {
			out = p.stdout
		}
		h.Run = launch.Hook{Command: command, Env: p.environ(), Stdout: out, Stderr: p.stderr}.Run
	}
	return h, nil
}

func (p *program) update(c *cli.Context) error {
	o, err := p.updateOptions(c)
	if err != nil {
		return err
	}
	if p.prepared != nil {
		*p.prepared = o.UpdateOptions
		return nil
	}
	open := p.with
	if p.syncFolder() != "" { // from there may come the first feeds
		open = p.withNew
	}
	return open(c, func(a *app.App) error {
		defer p.inStep(c.Context, a, o.Wait)()
		return p.updateFeeds(c.Context, a, o)
	})
}

// updateFeeds checks feeds and reports each as it is done.
func (p *program) updateFeeds(ctx context.Context, a *app.App, o updateOptions) error {
	run, err := p.beginUpdate(ctx, a, o)
	if err != nil {
		return err
	}
	defer run.Close()
	switch {
	case run.Subscribed:
	case o.Tag != "":
		p.NamedUntagged(o.Tag)
	default:
		p.Say("nothing to update: no subscriptions yet")
		p.Hint("gemsub add URL")
	}
	if p.Names, err = a.DistinctNames(ctx); err != nil {
		return err
	}
	p.Template = o.by
	report := p.NewUpdate(show.UpdateView{Feeds: run.Feeds, Quiet: o.quiet, Named: len(o.Feeds) > 0})
	for step, failure := range run.Steps(ctx) {
		if err = failure; err == nil {
			report.Step(step)
		}
	}
	report.Done()
	if err := endUpdate(ctx, err, run, report); err != nil {
		return err
	}
	if run.Subscribed && report.InWords() == "" && !o.quiet && p.attended() {
		p.NothingDue(run.NextDue, o.Tag)
	}
	return nil
}

// beginUpdate prepares an update, with --wait when another one has ended.
func (p *program) beginUpdate(ctx context.Context, a *app.App, o updateOptions) (*app.Run, error) {
	defer p.Waiting().Done()
	defer p.Waits.Begin("another update to end")()
	run, err := a.Update(ctx, o.UpdateOptions)
	return run, placeError(err)
}

// endUpdate prints the summary on a terminal, and returns the command's error.
func endUpdate(ctx context.Context, err error, run *app.Run, report *show.Update) error {
	owed, owedErr := run.OwedHooks(ctx)
	report.OwedHooks(owed)
	switch err = cmp.Or(err, owedErr); {
	case errors.Is(err, context.Canceled):
		return fmt.Errorf("%w: %s", errInterrupted, report.Interrupted())
	case err != nil:
		return err
	case report.WriteErr != nil:
		return report.WriteErr
	}
	report.Summary()
	if report.Failed+report.FailedHooks > 0 {
		return errPartly
	}
	return nil
}

// attended reports whether a person may be reading: sessions have TERM, jobs of
// cron and systemd have not, and their mail is for news.
func (p *program) attended() bool { return p.getenv("TERM") != "" }
