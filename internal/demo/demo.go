// Package demo shows the main job of gemsub, without network: it runs commands against
// capsules on the loopback, with a database in a temporary folder.
package demo

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"gemsub/internal/capsule"
	"gemsub/internal/term"
)

// An Environment is what commands take from outside and the demo replaces.
type Environment struct {
	Now    func() time.Time
	Dial   func(ctx context.Context, network, addr string) (net.Conn, error)
	Getenv func(string) string
}

// A Runner runs the command of args in an environment and returns its exit code.
type Runner func(ctx context.Context, env Environment, args []string) int

// The exit codes of the demo's commands.
const (
	exitOK     = 0
	exitFailed = 1
)

// A demo runs commands in an environment of its own.
type demo struct {
	Environment
	run   Runner
	out   *term.Output
	clock time.Duration // how far the demo's time has moved on
}

// Play shows commands on out and runs them in an environment of their own, which it
// makes of env. It returns an error if a command has another exit code than it should.
func Play(ctx context.Context, out *term.Output, env Environment, run Runner) error {
	home, err := os.MkdirTemp("", "gemsub-demo-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(home)
	server, err := startCapsules(env.Now)
	if err != nil {
		return err
	}
	defer server.Close()
	hole, err := startHole(env.Now)
	if err != nil {
		return err
	}
	defer hole.Close()
	d := &demo{run: run, out: out}
	d.Now = func() time.Time { return env.Now().Add(d.clock) }
	d.Getenv = ownVariables(env.Getenv, home)
	d.Dial = func(ctx context.Context, network, addr string) (net.Conn, error) {
		if addr == gopherHost+":70" {
			return env.Dial(ctx, network, hole.Addr())
		}
		return env.Dial(ctx, network, server.Addr())
	}
	return d.play(ctx, server, hole)
}

// ownVariables are the variables of the environment that the commands see.
func ownVariables(getenv func(string) string, home string) func(string) string {
	return func(name string) string {
		switch name {
		case "GEMSUB_DB":
			return filepath.Join(home, "gemsub.db")
		case "GEMSUB_PAGER":
			return "cat"
		case "NO_COLOR", "TERM":
			return getenv(name)
		}
		return ""
	}
}

// play takes the steps of the demo.
func (d *demo) play(ctx context.Context, server, hole *capsule.Server) error {
	steps := []func() error{
		d.note("Subscribe to a page with dated links:"),
		d.command(ctx, exitOK, "add", "gemini://"+host+"/gemlog/"),
		d.note("A page in Russian, served in KOI8-R:"),
		d.command(ctx, exitOK, "add", russianHost, "--tag", "friends"),
		d.note("A phlog on Gopher, read like the others:"),
		d.command(ctx, exitOK, "add", "gopher://"+gopherHost+"/1/phlog"),
		d.note("A capsule whose robots.txt says no:"),
		d.command(ctx, exitFailed, "add", "gemini://"+refusingHost+"/gemlog/"),
		d.note("What is there to read?"),
		d.command(ctx, exitOK, "entries"),
		d.command(ctx, exitOK, "read", "--all"),
		func() error {
			d.clock += 24 * time.Hour
			publish(server)
			return nil
		},
		d.note("A day later, J. Random has written a new post:"),
		d.command(ctx, exitOK, "update"),
		d.note("Read it here, and see where its first link leads:"),
		d.command(ctx, exitOK, "next", "--width", "72"),
		d.command(ctx, exitOK, "show", "7", "--links"),
		func() error {
			d.clock += 24 * time.Hour
			answer(hole)
			return nil
		},
		d.note("Another day later, somebody answers on Gopher:"),
		d.command(ctx, exitOK, "update"),
		d.command(ctx, exitOK, "thread", "7"),
		d.command(ctx, exitOK, "list"),
		d.note("All entries, and the newest of each feed as a page to publish:"),
		d.command(ctx, exitOK, "entries", "--all"),
		d.command(ctx, exitOK, "export", "gemtext", "--per-feed", "1"),
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

func (d *demo) note(text string) func() error {
	return func() error {
		_, err := fmt.Fprintf(d.out, "\n%s\n", d.out.Styled(term.Dim, "# "+text))
		return err
	}
}

// command shows a command line and runs it.
func (d *demo) command(ctx context.Context, want int, args ...string) func() error {
	return func() error {
		if _, err := fmt.Fprintln(d.out, d.out.Styled(term.Bold, "$ gemsub "+strings.Join(args, " "))); err != nil {
			return err
		}
		if got := d.run(ctx, d.Environment, args); got != want {
			return fmt.Errorf("gemsub %s exited with %d, not %d", args[0], got, want)
		}
		return nil
	}
}
