package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"gemsub/internal/fetch"
	"gemsub/internal/term"
	"gemsub/internal/update"
	"gemsub/store"
)

func (p *program) updateCommand() *cli.Command {
	return &cli.Command{
		Name:      "update",
		Usage:     "check what is due and print the new entries",
		ArgsUsage: "[FEED…]",
		Description: `Every feed is due an hour after its last check. A feed that is named is checked
now, and so is every feed with --force, but never against robots.txt, a
Crawl-delay or a capsule that asked to slow down.

Examples:
  gemsub update
  gemsub update --force --jobs 64
  gemsub update "urban gardening"
  gemsub update --json | jq -r .url`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "force", Usage: "check all feeds now"},
			&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "print no new entries"},
			&cli.BoolFlag{Name: "json", Usage: "print new entries as JSON, one object a line"},
			&cli.BoolFlag{Name: "wait", Usage: "wait for another update to end instead of giving up"},
			jobsFlag(),
		},
		Action: p.update,
	}
}

func jobsFlag() cli.Flag {
	return &cli.IntFlag{Name: "jobs", Aliases: []string{"j"}, Usage: "ask `N` capsules at once", Value: update.DefaultJobs}
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
	if c.Bool("quiet") && c.Bool("json") {
		return usagef("--quiet and --json exclude each other")
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
	subs, err := p.toCheck(c, db)
	if err != nil || len(subs) == 0 {
		return err
	}
	r := p.newReport(c, len(subs))
	defer r.progress.Done()
	k := &keeper{db: db, check: checkOf, told: r.result}
	err = p.engine(k, n).Run(c.Context, subs)
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
	all, err := db.Subscriptions(c.Context, store.SubscriptionFilter{})
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		p.say("nothing to update: no subscriptions yet")
		p.hint("gemsub add URL")
		return nil, nil
	}
	due := subscriptions(all)[:0]
	var next time.Time
	for _, s := range subscriptions(all) {
		if update.Due(s, p.now()) || c.Bool("force") && s.State != update.StateGone && s.State != update.StatePaused {
			due = append(due, s)
		} else if !s.NextCheckAt.IsZero() && (next.IsZero() || s.NextCheckAt.Before(next)) {
			next = s.NextCheckAt
		}
	}
	if len(due) == 0 && p.err.IsTerminal() {
		p.nothingDue(next)
	}
	return due, nil
}

func (p *program) nothingDue(next time.Time) {
	if next.IsZero() {
		p.say("nothing is due; gemsub list shows why")
		return
	}
	p.say("nothing is due before %s", next.Local().Format("15:04 on 2006-01-02"))
	p.hint("gemsub update --force checks now")
}

func subscriptions(all []store.Subscription) []update.Subscription {
	subs := make([]update.Subscription, len(all))
	for i, s := range all {
		subs[i] = update.Subscription{
			ID:            s.ID,
			URL:           s.URL,
			Name:          s.Name(),
			Digest:        s.Digest,
			Entries:       s.Entries,
			State:         update.State(s.State),
			Failures:      s.Failures,
			LastErrorKind: s.LastErrorKind,
			CheckedAt:     s.CheckedAt,
			NextCheckAt:   s.NextCheckAt,
			IgnoreRobots:  s.IgnoreRobots,
		}
	}
	return subs
}

// checkOf is what the store keeps of a result.
func checkOf(r update.Result) *store.Check {
	if r.Waits {
		return nil
	}
	check := &store.Check{
		SubscriptionID: r.Subscription.ID,
		CheckedAt:      r.CheckedAt,
		NextCheckAt:    r.NextCheckAt,
		State:          store.State(r.State),
		Failures:       r.Failures,
		MovedTo:        r.MovedTo,
		Digest:         r.Digest,
		Feed:           r.Feed,
	}
	if r.Err != nil {
		check.LastError = r.Err.Error()
		check.LastErrorKind = update.ErrorKind(r.Err)
	}
	return check
}

// A report tells the user of an update as it goes.
type report struct {
	p        *program
	progress *term.Progress
	quiet    bool
	json     bool
	named    bool // the user asked for these feeds: every failure is told

	done, fresh, feeds, failed, waiting int
	writeErr                            error
}

func (p *program) newReport(c *cli.Context, total int) *report {
	return &report{
		p:        p,
		progress: term.NewProgress(p.err, total, "checking"),
		quiet:    c.Bool("quiet"),
		json:     c.Bool("json"),
		named:    c.NArg() > 0,
	}
}

// result tells of one committed result.
func (r *report) result(res update.Result, changes store.Changes) {
	r.progress.Clear()
	r.done++
	for _, notice := range res.Notices {
		r.p.say("%s", notice)
	}
	if changes.Moved {
		r.p.say("%s moved to %s", res.Subscription.URL, res.MovedTo)
	}
	switch {
	case res.Waits:
		r.waiting++
		if r.named {
			r.p.say("%s: %v", res.Subscription.Name, res.Err)
		}
	case res.Err != nil:
		r.failed++
		if r.named || res.News() {
			r.p.failure(res)
		}
	}
	if len(changes.New) > 0 {
		r.fresh += len(changes.New)
		r.feeds++
		r.entries(changes.New)
	}
	r.progress.Step()
}

// failure tells why a feed could not be read, and what to do about it.
func (p *program) failure(res update.Result) {
	message := res.Err.Error()
	if name := res.Subscription.Name; !strings.Contains(message, name) {
		message = name + ": " + message
	}
	p.say("%s", message)
	if hint := hintFor(res); hint != "" {
		p.hint("%s", hint)
	}
}

// hintFor says what the user can do about a failure.
func hintFor(res update.Result) string {
	if changed, ok := errors.AsType[*fetch.CertificateError](res.Err); ok {
		return "gemsub trust accept " + changed.Seen.Authority
	}
	id := res.Subscription.ID
	_, refused := errors.AsType[*update.RefusedError](res.Err)
	switch {
	case refused && id == 0:
		return "gemsub add --ignore-robots, if its owner allows you to"
	case refused:
		return fmt.Sprintf("gemsub remove %d, and gemsub add --ignore-robots if its owner allows you to", id)
	case id == 0:
		return "" // nothing was subscribed to
	case res.State == update.StateGone:
		return fmt.Sprintf("gemsub remove %d", id)
	case res.State == update.StatePaused:
		return fmt.Sprintf("gemsub update %d tries again", id)
	}
	return ""
}

// entries prints the new entries of one feed.
func (r *report) entries(entries []store.Entry) {
	if r.quiet || r.writeErr != nil {
		return
	}
	if r.json {
		for _, e := range entries {
			if r.writeErr = writeJSON(r.p.out, newJSONEntry(e)); r.writeErr != nil {
				return
			}
		}
		return
	}
	r.writeErr = r.p.printNew(entries)
}

// printNew prints entries of one feed under its name; in a pipe the name
// stands in each line.
func (p *program) printNew(entries []store.Entry) error {
	if !p.out.IsTerminal() {
		return p.printEntries(entries)
	}
	if err := p.out.Line(term.Bold, "%s", entries[0].FeedTitle); err != nil {
		return err
	}
	for _, e := range entries {
		if err := p.out.Line(term.Plain, "%6d  %s  %s", e.ID, e.Updated.Format(time.DateOnly), e.Title); err != nil {
			return err
		}
	}
	return nil
}

// end sums up, on a terminal, and makes the command's error.
func (r *report) end(err error) error {
	switch {
	case errors.Is(err, context.Canceled):
		return fmt.Errorf("%w: %s checked", errInterrupted, count(r.done, "feed", "feeds"))
	case err != nil:
		return err
	case r.writeErr != nil:
		return r.writeErr
	}
	if r.p.err.IsTerminal() {
		r.p.say("%s", r.summary())
	}
	if r.failed > 0 {
		return errPartly
	}
	return nil
}

func (r *report) summary() string {
	s := fmt.Sprintf("%s in %s, %s checked", count(r.fresh, "new entry", "new entries"), count(r.feeds, "feed", "feeds"), count(r.done-r.waiting, "feed", "feeds"))
	if r.failed > 0 {
		s += fmt.Sprintf(", %d failed", r.failed)
	}
	if r.waiting > 0 {
		s += fmt.Sprintf(", %d to be asked later", r.waiting)
	}
	return s
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
