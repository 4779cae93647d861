package tui

import (
	"context"
	"errors"
	"time"

	"gemsub/internal/show"
	"gemsub/internal/term"
)

// An updating is an update that goes on beside the screen.
type updating struct {
	stop   context.CancelFunc
	report *show.Update // nil before it begins
	all    bool         // also feeds that are not due
	key    string       // that began it
}

// toggleUpdate updates what is due and, where that was nothing, all the second time; or
// it stops the update.
func (r *reader) toggleUpdate() {
	if r.updating != nil {
		r.updating.stop()
		return
	}
	ctx, stop := context.WithCancel(r.ctx)
	u := &updating{stop: stop, all: r.noneDue, key: r.key}
	r.noneDue = false
	r.updating = u
	r.do(ctx, func(ctx context.Context) func() {
		err := r.update(ctx, u)
		return func() {
			stop()
			r.updating = nil
			r.updated(u, err)
		}
	})
}

// update updates, and has the loop show each step.
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
	r.hand(func() { r.updateBegins(u, run.Feeds, run.NextDue) })
	for step, err := range run.Steps(ctx) {
		if err != nil {
			return err
		}
		r.hand(func() { u.report.Step(step) })
	}
	return nil
}

func (r *reader) updateBegins(u *updating, feeds int, nextDue time.Time) {
	u.report = r.printer().NewUpdate(show.UpdateView{Feeds: feeds, Quiet: true})
	switch {
	case feeds == 0 && r.feeds.none():
		r.say(noFeeds)
	case feeds == 0:
		r.noneDue = true
		r.printer().NothingDue(nextDue, "")
		r.messages.last += "; " + u.key + " again checks now"
	}
}

// updated tells what an update came to.
func (r *reader) updated(u *updating, err error) {
	r.renew()
	switch {
	case errors.Is(err, context.Canceled):
		r.say("update stopped")
		return
	case err != nil:
		r.fail(err)
		return
	}
	if summary := u.report.InWords(); summary != "" {
		r.printer().Say("%s", summary)
		switch {
		case u.report.Failed > 0:
			r.messages.last += "; H says why"
		case r.noneDue:
			r.messages.last += "; no feed is due, " + u.key + " again checks now"
		}
	}
}

// progress says in a few words how far an update is, and whom it waits for.
func (u *updating) progress(waits *term.Waits) string {
	text := "updating"
	if u.report != nil {
		text = u.report.Progress()
	}
	if whom := waits.Longest(500 * time.Millisecond); whom != "" {
		text += ", waiting for " + whom
	}
	return text
}
