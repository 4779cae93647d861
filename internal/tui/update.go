package tui

import (
	"context"
	"errors"
	"strings"
	"time"

	"gemsub/internal/show"
	"gemsub/internal/view"
)

// An updating is an update that runs in the background.
type updating struct {
	stop    context.CancelFunc
	report  *show.Update
	line    string // the arguments and flags of the command that began it
	auto    bool   // the user did not ask for it
	nextDue time.Time
}

// toggleUpdate stops a running update. Otherwise it updates the feeds that are due or, if none
// were due last time, all feeds.
func (r *reader) toggleUpdate() {
	switch {
	case r.updating != nil:
		r.updating.stop()
	case r.noneDue:
		r.beginUpdate(&updating{line: "--force"})
	default:
		r.beginUpdate(&updating{})
	}
}

// beginUpdate begins an update beside the reader, unless one is running, and shows its result; of an
// automatic one only new entries and errors.
func (r *reader) beginUpdate(u *updating) {
	if r.updating != nil {
		if !u.auto {
			r.say("an update is running; " + r.hint("update", "stops that").String())
		}
		return
	}
	ctx, stop := context.WithCancel(r.ctx)
	u.stop, u.report = stop, r.printer().NewUpdate(view.UpdateReport{}, true)
	r.updating = u
	r.do(ctx, func(ctx context.Context) func() {
		err := r.update(ctx, u)
		return func() {
			stop()
			r.updating = nil
			r.renew()
			u.report.Done()
			r.noneDue = err == nil && !u.auto && u.report.Feeds == 0 && !r.feeds.none()
			switch summary := u.report.InWords(); {
			case errors.Is(err, context.Canceled):
				r.printer().Say("%s", strings.TrimSuffix("update stopped: "+summary, ": "))
			case err != nil:
				r.fail(err)
			case u.auto && u.report.New == 0: // the user did not ask
			case r.feeds.none():
				r.say(noFeeds)
			case summary == "":
				r.printer().Tell(view.NothingDue(u.nextDue))
			default:
				r.printer().Say("%s", summary)
				if u.report.Failed > 0 {
					r.messages.last += "; H says why"
				}
			}
			if r.noneDue {
				r.messages.last += "; " + r.keyOf("update") + " again checks all feeds"
			}
		}
	})
}

// update runs the update, and returns its first error; the loop shows each step.
func (r *reader) update(ctx context.Context, u *updating) error {
	options, err := r.Update(ctx, u.line)
	if err != nil {
		return err
	}
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
