package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gemsub/internal/address"
	"gemsub/internal/fetch"
	"gemsub/internal/shell"
	"gemsub/internal/show"
	"gemsub/internal/term"
	"gemsub/internal/update"
	"gemsub/store"
)

// A report tells the user of an update as it goes.
type report struct {
	p        *program
	progress *term.Progress
	quiet    bool
	json     bool
	hook     *hook // nil for none
	named    bool  // the user asked for these feeds: every failure is told

	total, done, fresh, feeds, failed, waiting int
	writeErr                                   error
}

func (p *program) newReport(c *cli.Context, total int, h *hook) *report {
	return &report{
		p:        p,
		progress: term.NewProgress(p.Err, total, "checking"),
		quiet:    c.Bool("quiet"),
		json:     c.Bool("json"),
		named:    c.NArg() > 0,
		total:    total,
		hook:     h,
	}
}

// result tells of one committed result.
func (r *report) result(c update.Committed) {
	res, changes := c.Result, c.Changes
	r.done++
	if r.speaks(res, changes) { // a bar that is cleared without need flickers
		r.progress.Clear()
	}
	for _, notice := range res.Notices {
		r.p.Say("%s", notice)
	}
	if changes.Moved {
		r.p.moved(res)
	}
	if res.Waits {
		r.waiting++
	}
	if res.Outcome().Exit != exitOK {
		r.failed++
	}
	if r.tellsFailure(res) {
		r.p.failure(res)
	}
	if res.Recovered() {
		r.p.Say("%s: reads again after %s", res.Subscription.Name, show.Count(res.Subscription.Failures, "failed check", "failed checks"))
	}
	if len(changes.New) > 0 {
		r.fresh += len(changes.New)
		r.feeds++
		r.entries(changes.New)
		r.handOut(changes.New)
	}
	r.progress.Step()
}

// moved tells where a feed is from now on.
func (p *program) moved(res update.Result) {
	s := res.Subscription
	p.Say("%s moved to %s", s.URL, res.MovedTo)
	p.Hint("gemsub set %d --url %s undoes it", s.ID, shell.Word(s.URL))
}

// speaks reports whether there is anything to print of a result.
func (r *report) speaks(res update.Result, changes store.Changes) bool {
	return len(res.Notices) > 0 || changes.Moved || r.tellsFailure(res) || res.Recovered() || len(changes.New) > 0 && !r.quiet
}

// tellsFailure reports whether a failure is told: when it is news, and always to
// who named the feed.
func (r *report) tellsFailure(res update.Result) bool {
	return res.News() || r.named && res.Err != nil
}

// failure tells why a feed could not be read, and what to do about it.
func (p *program) failure(res update.Result) {
	p.Say("%s", about(res.Subscription.Name, res.Err))
	if hint := hintFor(res); hint != "" {
		p.Hint("%s", hint)
	}
}

// about is an error with the name of what it is about, unless it has it.
func about(name string, err error) string {
	if message := err.Error(); strings.Contains(message, name) {
		return message
	}
	return name + ": " + err.Error()
}

// hintFor says what the user can do about a failure.
func hintFor(res update.Result) string {
	if changed, ok := errors.AsType[*fetch.CertificateError](res.Err); ok {
		return acceptCommand(changed.Seen.Authority, changed.Seen.Fingerprint)
	}
	if status, ok := errors.AsType[*fetch.StatusError](res.Err); ok && status.Status/10 == 6 {
		return identityHint(res, status)
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
	case becamePrivate(res):
		return fmt.Sprintf("gemsub set %d --url %s, if the capsule is meant to be there", id, shell.Word(res.Subscription.URL))
	case res.State == update.StateGone:
		return fmt.Sprintf("gemsub remove %d", id)
	case res.State == update.StateMoved:
		return fmt.Sprintf("gemsub remove %d, or gemsub set %d --url URL if it lives elsewhere", id, id)
	case res.State == update.StatePaused:
		return fmt.Sprintf("gemsub update %d tries again", id)
	}
	return ""
}

// becamePrivate reports a feed whose own capsule is at a private address now.
func becamePrivate(res update.Result) bool {
	e, ok := errors.AsType[*fetch.Error](res.Err)
	return ok && e.Kind == fetch.PrivateAddress && e.Target == address.AuthorityOf(res.Subscription.URL)
}

// entries prints the new entries of one feed.
func (r *report) entries(entries []store.Entry) {
	if r.quiet || r.writeErr != nil {
		return
	}
	r.writeErr = r.p.NewEntries(entries, r.json)
}

// handOut runs the user's command for new entries, the oldest first.
func (r *report) handOut(entries []store.Entry) {
	if r.hook == nil {
		return
	}
	for _, e := range slices.Backward(entries) {
		r.hook.run(e)
	}
}

// end sums up, on a terminal, and makes the command's error.
func (r *report) end(err error) error {
	if r.hook != nil {
		r.hook.end()
	}
	switch {
	case errors.Is(err, context.Canceled):
		remain := max(0, r.total-r.done) // the witness was done, but is none of them
		return fmt.Errorf("%w: %s checked, %d remain", errInterrupted, show.Count(r.done, "feed", "feeds"), remain)
	case err != nil:
		return err
	case r.writeErr != nil:
		return r.writeErr
	}
	if r.p.Err.IsTerminal() {
		r.p.Say("%s", r.summary())
	}
	if r.failed > 0 || r.hook != nil && r.hook.failed+r.hook.skipped > 0 {
		return errPartly
	}
	return nil
}

func (r *report) summary() string {
	checked := show.Count(r.done-r.waiting, "feed", "feeds") + " checked"
	s := "nothing new, " + checked
	if r.fresh > 0 {
		s = fmt.Sprintf("%s in %s, %s", show.Count(r.fresh, "new entry", "new entries"), show.Count(r.feeds, "feed", "feeds"), checked)
	}
	if r.failed > 0 {
		s += fmt.Sprintf(", %d failed", r.failed)
	}
	if r.waiting > 0 {
		s += fmt.Sprintf(", %d to be asked later", r.waiting)
	}
	return s
}
