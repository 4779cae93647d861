package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/show"
)

func (p *program) updateCommand() *cli.Command {
	return &cli.Command{
		Name:      "update",
		Usage:     "check what is due and print the new entries",
		ArgsUsage: "[FEED…]",
		Description: `How often a feed is due, from every hour to once a day, follows from how often
it has entries; gemsub set FEED --interval fixes it. A feed that is named is
checked now, and so is every feed with --force, but never against robots.txt, a
Crawl-delay or a capsule that asked to slow down.

The command of --exec finds the entry in the environment, GEMSUB_TITLE, GEMSUB_URL,
GEMSUB_FEED and so on, and as JSON on its standard input. A title may begin with
a hyphen: "--" keeps a program from taking it for an option. A command that takes
longer than --exec-timeout is ended, with all that it started.

Examples:
  gemsub update
  gemsub update --force --jobs 64
  gemsub update "urban gardening"
  gemsub update --json | jq -r .url
  gemsub update --exec 'notify-send -- "$GEMSUB_FEED" "$GEMSUB_TITLE"'`,
		Flags: append([]cli.Flag{
			&cli.BoolFlag{Name: "force", Usage: "check all feeds now"},
			&cli.StringFlag{Name: "tag", Usage: "only feeds tagged `T`"},
			&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "print no new entries, and not that nothing is due"},
			&cli.BoolFlag{Name: "json", Usage: "print new entries as JSON, one object a line"},
			&cli.BoolFlag{Name: "wait", Usage: "wait for another update to end instead of giving up"},
			jobsFlag(), agentFlag(),
		}, hookFlags()...),
		Action: p.update,
	}
}

func jobsFlag() cli.Flag {
	return &cli.IntFlag{Name: "jobs", Aliases: []string{"j"}, Usage: "ask `N` capsules at once, beside those that are slow", Value: app.DefaultJobs}
}

// maxJobs keeps a slip of the finger from opening a connection per capsule.
const maxJobs = 1024

// asking reads how capsules are asked.
func asking(c *cli.Context) (app.Asking, error) {
	n := c.Int("jobs")
	if n < 1 || n > maxJobs {
		return app.Asking{}, usagef("--jobs must be from 1 to %d", maxJobs)
	}
	return app.Asking{Jobs: n, Agents: c.StringSlice("agent")}, nil
}

// updateOptions are what the flags of update say.
type updateOptions struct {
	app.UpdateOptions
	quiet, json bool
	hook        *hook // nil for none
	database    string
}

func (p *program) updateOptions(c *cli.Context) (o updateOptions, err error) {
	if o.Asking, err = asking(c); err != nil {
		return o, err
	}
	o.Feeds, o.Tag, o.Force, o.Wait = c.Args().Slice(), c.String("tag"), c.Bool("force"), c.Bool("wait")
	o.quiet, o.json = c.Bool("quiet"), c.Bool("json")
	switch {
	case o.quiet && o.json:
		return o, usagef("--quiet and --json exclude each other")
	case c.IsSet("tag") && len(o.Feeds) > 0:
		return o, usagef("--tag cannot be combined with feeds")
	}
	if o.hook, err = p.hookOf(c); err != nil {
		return o, err
	}
	o.database, err = p.databasePath(c)
	return o, err
}

func (p *program) update(c *cli.Context) error {
	o, err := p.updateOptions(c)
	if err != nil {
		return err
	}
	return p.with(c, func(a *app.App) error { return p.updateFeeds(c.Context, a, o) })
}

// updateFeeds checks feeds and tells of each as it is done.
func (p *program) updateFeeds(ctx context.Context, a *app.App, o updateOptions) error {
	run, err := a.Update(ctx, o.UpdateOptions)
	if err != nil {
		return err
	}
	defer run.Close()
	p.warnExposed(o.database)
	if run.Feeds == 0 {
		p.nothingChecked(run, o)
		return nil
	}
	report := p.NewUpdate(show.UpdateView{Feeds: run.Feeds, Quiet: o.quiet, JSON: o.json, Named: len(o.Feeds) > 0})
	err = p.follow(run, report, o.hook)
	report.Done()
	return p.endUpdate(err, report, o.hook)
}

// follow tells of what was checked and hands new entries to the hook, the oldest
// first.
func (p *program) follow(run *app.Run, report *show.Update, h *hook) error {
	for checked, err := range run.Checked {
		if err != nil {
			return err
		}
		report.Checked(checked)
		if h == nil {
			continue
		}
		for _, e := range slices.Backward(checked.New) {
			h.run(e)
		}
	}
	return nil
}

// endUpdate sums up, on a terminal, and makes the command's error.
func (p *program) endUpdate(err error, report *show.Update, h *hook) error {
	if h != nil {
		h.end()
	}
	switch {
	case errors.Is(err, context.Canceled):
		return fmt.Errorf("%w: %s", errInterrupted, report.Interrupted())
	case err != nil:
		return err
	case report.WriteErr != nil:
		return report.WriteErr
	}
	report.Summary()
	if report.Failed > 0 || h != nil && h.failed+h.skipped > 0 {
		return errPartly
	}
	return nil
}

// nothingChecked says why no feed was checked.
func (p *program) nothingChecked(run *app.Run, o updateOptions) {
	switch {
	case !run.Subscribed && o.Tag != "":
		p.untagged(o.Tag)
	case !run.Subscribed:
		p.Say("nothing to update: no subscriptions yet")
		p.Hint("gemsub add URL")
	case !o.quiet && p.attended():
		p.nothingDue(run.NextDue)
	}
}

// attended reports whether a person may be reading: sessions have TERM, jobs of
// cron and systemd have not, and their mail is for news.
func (p *program) attended() bool { return p.getenv("TERM") != "" }

func (p *program) nothingDue(next time.Time) {
	if next.IsZero() {
		p.Say("nothing is due; gemsub list shows why")
		return
	}
	next = next.Add(time.Minute - 1).Truncate(time.Minute) // at 08:43 nothing may be due before 08:44
	p.Say("nothing is due before %s", next.Local().Format("15:04 on 2006-01-02"))
	if p.Err.IsTerminal() {
		p.Hint("gemsub update --force checks now")
	}
}
