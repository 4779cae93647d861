package tui

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
)

// do runs work beside the screen. The loop calls what it returns, unless that is nil or
// the reader ends before.
func (r *reader) do(ctx context.Context, work func(context.Context) (then func())) {
	r.busy++
	r.working.Go(func() {
		then := protected(ctx, work)
		r.hand(func() {
			r.busy--
			if then != nil {
				then()
			}
		})
	})
}

// hand has the loop call a function.
func (r *reader) hand(then func()) {
	select {
	case r.results <- then:
	case <-r.ctx.Done():
	}
}

// protected calls work. A panic there becomes one of the loop, which restores the
// terminal first.
func protected(ctx context.Context, work func(context.Context) func()) (then func()) {
	defer func() {
		if fault := recover(); fault != nil {
			stack := debug.Stack()
			then = func() { panic(fmt.Sprintf("%v\n\n%s", fault, stack)) }
		}
	}()
	return work(ctx)
}

// A turn is work of which only the newest counts, such as the reading of a list.
type turn struct {
	whom   string // a person waits for, "" where nobody does
	cancel context.CancelFunc
}

// newest runs work beside the screen in place of what was begun before for that turn.
func (r *reader) newest(of **turn, whom string, work func(context.Context) (then func(), err error)) {
	if *of != nil {
		(*of).cancel()
	}
	ctx, cancel := context.WithCancel(r.ctx)
	mine := &turn{whom, cancel}
	*of = mine
	r.do(ctx, func(ctx context.Context) func() {
		then, err := work(ctx)
		return func() {
			cancel()
			if *of != mine {
				return // by now something else is wanted
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

// ask runs work that a person waits for, and can cancel.
func (r *reader) ask(whom string, work func(context.Context) (then func(), err error)) {
	r.newest(&r.asked, whom, work)
}

// cancel gives up what was asked for, and reports whether there was anything.
func (r *reader) cancel() bool {
	if r.asked == nil {
		return false
	}
	r.asked.cancel()
	r.asked = nil
	return true
}
