package tui

import (
	"context"
	"errors"
	"strings"
	"time"

	"gemsub/internal/show"
	"gemsub/internal/term"
	"gemsub/internal/view"
)

// An updating is an update that runs in the background.
type updating struct {
	stop   context.CancelFunc
	report *show.Update
	all    bool   // also feeds that are not due
	auto   bool   // the user did not ask for it
	key    string // the key that stops it, "" for none

	nextDue time.Time
}

// toggleUpdate stops a running update. Otherwise it updates the feeds that are due or, if none
// were due last time, all feeds.
func (r *reader) toggleUpdate() {
	if r.updating != nil {
		r.updating.stop()
		return
	}
	u := &updating{all: r.noneDue, key: r.key}
	r.noneDue = false
	r.beginUpdate(u)
}

// updateAutomatically updates the feeds that are due without being asked, unless an update
// is running.
func (r *reader) updateAutomatically() {
	if r.updating == nil {
		r.beginUpdate(&updating{auto: true, key: r.keyOf("update")})
	}
}

func (r *reader) beginUpdate(u *updating) {
	ctx, stop := context.WithCancel(r.ctx)
	u.stop, u.report = stop, r.printer().NewUpdate(view.UpdateReport{}, true)
	r.updating = u
	r.do(ctx, func(ctx context.Context) func() {
		err := r.update(ctx, u)
		return func() {
			stop()
			r.updating = nil
			r.reportUpdate(u, err)
		}
	})
}

// update runs the update, and returns its first error; the loop shows each step.
func (r *reader) update(ctx context.Context, u *updating) error {
	options, err := r.Update(ctx)
	if err != nil {
		return err
	}
	options.Force = options.Force || u.all
	run, err := r.App.Update(ctx, options)
	if err != nil {
		return err
	}
	defer run.Close()
	r.callInLoop(func() {
		u.nextDue = run.NextDue
		u.report = r.printer().NewUpdate(view.UpdateReport{Feeds: run.Feeds}, true)
	})
	for step, err := range run.Steps(ctx) {
		if err != nil {
			return err
		}
		r.callInLoop(func() { u.report.Step(step) })
	}
	return nil
}

// reportUpdate shows the result of an update, of an automatic one only new entries and errors.
func (r *reader) reportUpdate(u *updating, err error) {
	r.renew()
	u.report.Done()
	stopped, summary := errors.Is(err, context.Canceled), u.report.InWords()
	switch {
	case err != nil && !stopped:
		r.fail(err)
		return
	case u.auto && !stopped && u.report.New == 0: // the user did not ask
		return
	}
	if summary != "" {
		r.printer().Say("%s", summary)
	}
	switch again := u.key + " again checks now"; {
	case stopped:
		r.say(strings.TrimSuffix("update stopped: "+summary, ": "))
	case u.auto:
	case u.report.Failed > 0:
		r.messages.last += "; H says why"
	case u.report.Feeds > 0:
	case r.feeds.none():
		r.say(noFeeds)
	case summary != "":
		r.messages.last += "; no feed is due, " + again
		r.noneDue = true
	default:
		r.printer().Tell(view.NothingDue(u.nextDue))
		r.messages.last += "; " + again
		r.noneDue = true
	}
}

// progress says in a few words how far an update is, which host it waits for, and how to
// stop it.
func (u *updating) progress(waits *term.Waits) string {
	text := u.report.Progress()
	if whom := waits.Longest(); whom != "" {
		text += ", waiting for " + whom
	}
	if u.key == "" {
		return text
	}
	return text + "; " + u.key + " stops that"
}
