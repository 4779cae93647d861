package tui

import (
	"context"
	"net"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"gemsub/internal/app"
	"gemsub/internal/term"
)

// The last line has the keys that matter for what is shown, as they are configured and as
// far as they fit. It gives way to messages.
func TestFooter(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	d.has("\nspace read on  n next  s star  / search  ? help\n")
	d.press("s")
	d.has("1 entry of 1 feed starred: Letters from the coast (u takes that back)\n")
	d.hasNot("read on")
	d.press("j enter")
	d.has("\nspace read on  n next  s star  q back  / find  ? help\n")
	d.press("?")
	d.has("\nspace page down  / find  q close  ? help\n")
	d.press("q q q")
	d.has("\nenter open  n next unread  a all read  U update  ? help\n")
	d.resize(30, 8)
	d.has("\nenter open  a all read  ? help\n")
	d.bound = Keymap{map[string][]string{"open": {"x"}, "help": {"f2", "n"}}, map[string]string{"x": "open", "f2": "help", "n": "help"}}.bindings()
	d.draw()
	d.has("\nx open  a all read  f2 help\n")
	d.feeds.every = slices.DeleteFunc(d.feeds.every, func(p place) bool { return p.feed != 0 })
	d.draw()
	d.has("\n: command  f2 help\n") // other keys need feeds
}

// What an update waits for is said while posts are fetched too, and how to stop it.
func TestUpdateSays(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	var seconds atomic.Int64
	asked := make(chan struct{}, 9)
	d.Waits = term.NewWaits(func() time.Time { return morning.Add(time.Duration(seconds.Load()) * time.Second) })
	d.App.OnWait = d.Waits.Begin
	d.App.Dial = func(ctx context.Context, _, _ string) (net.Conn, error) {
		asked <- struct{}{}
		<-ctx.Done() // a dead host
		return nil, ctx.Err()
	}
	for _, test := range []struct {
		all  bool
		says string
	}{{false, "fetching posts 0/2, waiting for "}, {true, "checking 0/4, waiting for "}} {
		d.Options.Update = func(context.Context, string) (app.UpdateOptions, error) {
			return app.UpdateOptions{Force: test.all}, nil
		}
		d.handle(event("U"))
		<-asked
		for len(d.results) > 0 || d.updating.report.Progress() == "looking for what is due" {
			(<-d.results)()
		}
		seconds.Add(1)
		d.draw()
		d.has(test.says, ".example", "; U stops that")
		d.handle(event("U"))
		d.settle()
		d.has("update stopped")
		d.hasNot("again checks all feeds")
	}
}
