package tui

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gemsub/internal/model"
	"gemsub/internal/show"
)

// An updating is an update that goes on beside the screen.
type updating struct {
	stop             context.CancelFunc
	feeds, checked   int
	failed           bool // some check
	wanted, fetched  int  // posts
	report           *show.Update
	begun, postsTurn bool
	all              bool   // also feeds that are not due
	key              string // that began it
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
		r.hand(func() { u.step(step) })
	}
	return nil
}

func (r *reader) updateBegins(u *updating, feeds int, nextDue time.Time) {
	u.begun, u.feeds = true, feeds
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

// step counts what was done.
func (u *updating) step(s model.UpdateStep) {
	u.report.Step(s)
	switch {
	case s.Checked != nil:
		u.checked++
		u.failed = u.failed || s.Checked.Err != nil
	case s.Post != nil:
		u.fetched++
	case s.Hook == nil && s.Mentions == nil:
		u.wanted, u.postsTurn = s.Wanted, true
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
		case u.failed:
			r.messages.last += "; H says why"
		case r.noneDue:
			r.messages.last += "; no feed is due, " + u.key + " again checks now"
		}
	}
}

// progress says in a few words how far an update is, and whom it waits for.
func (u *updating) progress(waits interface{ Longest(time.Duration) string }) string {
	text := "updating"
	switch {
	case u.postsTurn:
		text = fmt.Sprintf("fetching posts %d/%d", u.fetched, u.wanted)
	case u.begun:
		text = fmt.Sprintf("checking %d/%d", u.checked, u.feeds)
	}
	if whom := waits.Longest(500 * time.Millisecond); whom != "" {
		text += ", waiting for " + whom
	}
	return text
}
