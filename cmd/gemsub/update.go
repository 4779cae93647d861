package main

import (
	"time"

	"github.com/urfave/cli/v2"

	"gemsub/feed"
	"gemsub/internal/fetch"
	"gemsub/internal/update"
	"gemsub/store"
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
	return &cli.IntFlag{Name: "jobs", Aliases: []string{"j"}, Usage: "ask `N` capsules at once, beside those that are slow", Value: update.DefaultJobs}
}

// maxJobs keeps a slip of the finger from opening a connection per capsule.
const maxJobs = 1024

func jobs(c *cli.Context) (int, error) {
	n := c.Int("jobs")
	if n < 1 || n > maxJobs {
		return 0, usagef("--jobs must be from 1 to %d", maxJobs)
	}
	return n, nil
}

func (p *program) update(c *cli.Context) error {
	n, err := jobs(c)
	if err != nil {
		return err
	}
	switch {
	case c.Bool("quiet") && c.Bool("json"):
		return usagef("--quiet and --json exclude each other")
	case c.IsSet("tag") && c.NArg() > 0:
		return usagef("--tag goes without feeds")
	}
	hook, err := p.hookOf(c)
	if err != nil {
		return err
	}
	db, err := p.openStore(c)
	if err != nil {
		return err
	}
	defer db.Close()
	release, err := db.LockUpdate(c.Context, c.Bool("wait"))
	if err != nil {
		return err
	}
	defer release()
	p.warnExposed(c)
	subs, err := p.toCheck(c, db)
	if err != nil || len(subs) == 0 {
		return err
	}
	r := p.newReport(c, len(subs), hook)
	defer r.progress.Done()
	k := &keeper{db: db, check: checkOf}
	engine := p.engine(k, n, c.StringSlice("agent")...)
	engine.Witness = witness(db, subs)
	err = p.checkAll(c.Context, engine, subs, r.result)
	if err == nil {
		err = forgetCapsules(c.Context, db)
	}
	r.progress.Done()
	return r.end(err)
}

// toCheck picks the subscriptions to ask: the named ones, all, or what is due.
func (p *program) toCheck(c *cli.Context, db *store.Store) ([]update.Subscription, error) {
	chosen, err := selectFeeds(c.Context, db, c.Args().Slice())
	if err != nil {
		return nil, err
	}
	if len(chosen) > 0 {
		return subscriptions(chosen), nil
	}
	return p.due(c, db)
}

// due picks what is due. It says so if that is nothing.
func (p *program) due(c *cli.Context, db *store.Store) (due []update.Subscription, err error) {
	tag, force := c.String("tag"), c.Bool("force")
	some := false
	var next time.Time
	for kept, err := range db.EachSubscription(c.Context, store.SubscriptionFilter{Tag: tag}) {
		if err != nil {
			return nil, err
		}
		some = true
		s := subscriptionOf(kept)
		if update.Due(s, p.now()) || force && !update.OnlyNamed(s.State) {
			due = append(due, s)
		} else if !s.NextCheckAt.IsZero() && (next.IsZero() || s.NextCheckAt.Before(next)) {
			next = s.NextCheckAt
		}
	}
	switch {
	case !some && tag != "":
		p.untagged(tag)
	case !some:
		p.Say("nothing to update: no subscriptions yet")
		p.Hint("gemsub add URL")
	case len(due) == 0 && !c.Bool("quiet") && p.attended():
		p.nothingDue(next)
	}
	return due, nil
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

func subscriptions(all []store.Subscription) []update.Subscription {
	subs := make([]update.Subscription, len(all))
	for i, s := range all {
		subs[i] = subscriptionOf(s)
	}
	return subs
}

// subscriptionOf is what the engine must know of a subscription.
func subscriptionOf(s store.Subscription) update.Subscription {
	return update.Subscription{
		ID:            s.ID,
		URL:           s.URL,
		Name:          s.Name(),
		Digest:        s.Digest,
		Entries:       s.Entries,
		State:         update.State(s.State),
		Failures:      s.Failures,
		LastError:     s.LastError,
		LastErrorKind: s.LastErrorKind,
		CheckedAt:     s.CheckedAt,
		AttemptedAt:   s.AttemptedAt,
		NextCheckAt:   s.NextCheckAt,
		IgnoreRobots:  s.IgnoreRobots,
		Format:        feed.Format(s.Format),
		FormatChosen:  s.FormatChosen,
		Interval:      s.Interval,
		Rhythm:        s.Rhythm,
		FeedUpdated:   s.FeedUpdated,
		From:          fetch.Origin{Public: s.Reach == store.ReachPublic},
	}
}

// checkOf is what the store keeps of a result.
func checkOf(r update.Result) *store.Check {
	if r.Waits {
		return nil
	}
	check := &store.Check{
		SubscriptionID: r.Subscription.ID,
		URL:            r.Subscription.URL,
		CheckedAt:      r.CheckedAt,
		NextCheckAt:    r.NextCheckAt,
		State:          store.State(r.State),
		Failures:       r.Failures,
		MovedTo:        r.MovedTo,
		ReadAt:         r.ReadAt,
		Digest:         r.Digest,
		Format:         foundFormat(r),
		Feed:           r.Feed,
	}
	if r.MovedTo != "" {
		check.IfTaken = checkOf(r.Taken())
	}
	if r.Feed != nil {
		check.IfFlooded = checkOf(r.Flooded())
	}
	if r.Err == nil {
		check.Reach = reachOf(r)
	} else {
		check.LastError = r.Err.Error()
		check.LastErrorKind = update.ErrorKind(r.Err)
	}
	return check
}

// reachOf says where a page was read from.
func reachOf(r update.Result) store.Reach {
	if r.Local {
		return store.ReachLocal
	}
	return store.ReachPublic
}

// foundFormat is what a page turned out to be, unless the user chose that; of one
// without entries, it may show another time.
func foundFormat(r update.Result) string {
	if r.Subscription.FormatChosen || r.Feed == nil || len(r.Feed.Entries) == 0 {
		return ""
	}
	return string(r.Feed.Format)
}
