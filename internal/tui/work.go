package tui

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
)

// do runs work in the background. The loop calls the function that work returns, unless the
// reader ends before.
func (r *reader) do(ctx context.Context, work func(context.Context) (then func())) {
	r.busy++
	r.working.Go(func() {
		defer func() {
			if fault := recover(); fault != nil { // the loop panics instead, and restores the terminal first
				stack := debug.Stack()
				r.callInLoop(func() { panic(fmt.Sprintf("%v\n\n%s", fault, stack)) })
			}
		}()
		then := work(ctx)
		r.callInLoop(func() {
			r.busy--
			then()
		})
	})
}

// callInLoop makes the loop call a function, unless the reader ends before.
func (r *reader) callInLoop(then func()) {
	select {
	case r.results <- then:
	case <-r.ctx.Done():
	}
}

// A latestJob is work of which only the newest run counts, such as loading a list.
type latestJob struct {
	whom   string // what the user waits for, "" for nothing
	cancel context.CancelFunc
}

// runLatest runs work in the background, and cancels the earlier run. An error of work is shown.
func (r *reader) runLatest(of **latestJob, whom string, work func(context.Context) (then func(), err error)) {
	if *of != nil {
		(*of).cancel()
	}
	ctx, cancel := context.WithCancel(r.ctx)
	mine := &latestJob{whom, cancel}
	*of = mine
	r.do(ctx, func(ctx context.Context) func() {
		then, err := work(ctx)
		return func() {
			cancel()
			if *of != mine {
				return // newer work has replaced it
			}
			*of = nil
			switch {
			case err == nil:
				then()
			case !errors.Is(err, context.Canceled):
				r.fail(err)
			}
		}
	})
}

// ask runs work that the user waits for, and can cancel.
func (r *reader) ask(whom string, work func(context.Context) (then func(), err error)) {
	r.runLatest(&r.awaitedJob, whom, work)
}
