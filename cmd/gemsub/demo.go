package main

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/urfave/cli/v2"
	"golang.org/x/text/encoding/charmap"

	"gemsub/internal/capsule"
	"gemsub/internal/term"
)

func (p *program) demoCommand() *cli.Command {
	return &cli.Command{
		Name:  "demo",
		Usage: "show the main job, without network",
		Description: `Three capsules are started on 127.0.0.1 and a database in a temporary folder; both
are gone when the demo ends. The names of the capsules lead nowhere else.`,
		Action: p.demo,
	}
}

// The names of the demo's capsules.
const (
	demoHost    = "gemini.jrandom.net" // as in "Subscribing to Gemini pages", Example
	demoRussian = "dnevnik.example.org"
	demoRefuses = "walled.example.org"
)

const demoPage = `# J. Random Geminaut's gemlog

Welcome to my Gemlog, where you can read every Friday about my adventures in urban gardening and abstract algebra!

## My posts

%s=> bokashi.gmi	2020-11-20 - Early Bokashi composting experiments
=> finite-simple-groups.gmi	2020-11-13 - Trying to get to grips with finite simple groups...
=> balcony.gmi	2020-11-06 - I started a balcony garden!

## Other gemlogs I enjoy

=> gemini://example.com/foo/	Abelard Lindsay's gemlog
=> gemini://example.net/bar/	Vladimir Harkonnen's gemlog
=> gemini://example.org/baz/	Case Pollard's gemlog

=> ../	Back to my homepage

Thanks for stopping by!
`

const demoRussianPage = `# Дневник наблюдений
## О погоде и книгах

=> sneg.gmi 2020-11-18 - Первый снег
=> /osen/listopad.gmi 2020-10-07 - Листопад
`

const demoRobots = `# Only people, please
User-agent: *
Disallow: /gemlog/
`

// A demo runs gemsub's commands in an environment of its own.
type demo struct {
	env   environment
	out   *term.Output
	clock time.Duration // how far the demo's time has moved on
}

func (p *program) demo(c *cli.Context) error {
	if c.NArg() > 0 {
		return usagef("demo takes no argument")
	}
	home, err := os.MkdirTemp("", "gemsub-demo-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(home)
	server, err := capsule.Start(capsule.Options{Now: p.now, Certificate: capsule.CertOptions{Names: []string{demoHost, demoRussian, demoRefuses}}})
	if err != nil {
		return err
	}
	defer server.Close()
	if err := serveDemo(server); err != nil {
		return err
	}
	d := &demo{env: p.environment, out: p.Out}
	d.env.stderr = p.stdout // one transcript
	d.env.now = func() time.Time { return p.now().Add(d.clock) }
	d.env.getenv = demoEnvironment(p.getenv, home)
	d.env.resolve = nil // no name server is asked
	d.env.dial = func(ctx context.Context, network, _ string) (net.Conn, error) {
		return p.dial(ctx, network, server.Addr())
	}
	return d.play(c.Context, server)
}

func serveDemo(server *capsule.Server) error {
	russian, err := charmap.KOI8R.NewEncoder().String(demoRussianPage)
	if err != nil {
		return err
	}
	server.Page("//"+demoHost+"/gemlog/", fmt.Sprintf(demoPage, ""))
	server.Reply("//"+demoRussian+"/", capsule.Reply{Status: 20, Meta: "text/gemini; charset=koi8-r; lang=ru", Body: russian})
	server.Reply("//"+demoRefuses+"/robots.txt", capsule.Reply{Status: 20, Meta: "text/plain", Body: demoRobots})
	server.Page("//"+demoRefuses+"/gemlog/", "# Nobody reads this\n")
	return nil
}

func demoEnvironment(getenv func(string) string, home string) func(string) string {
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

// play is the demo: what it shows, and the exit code that each command must
// have.
func (d *demo) play(ctx context.Context, server *capsule.Server) error {
	steps := []func() error{
		d.note("Subscribe to a page with dated links:"),
		d.command(ctx, exitOK, "add", "gemini://"+demoHost+"/gemlog/"),
		d.note("A page in Russian, served in KOI8-R:"),
		d.command(ctx, exitOK, "add", demoRussian, "--tag", "friends"),
		d.note("A capsule whose robots.txt says no:"),
		d.command(ctx, exitFailed, "add", "gemini://"+demoRefuses+"/gemlog/"),
		d.note("What is there to read?"),
		d.command(ctx, exitOK, "entries"),
		d.command(ctx, exitOK, "read", "--all"),
		func() error {
			d.clock += 24 * time.Hour
			server.Page("//"+demoHost+"/gemlog/", fmt.Sprintf(demoPage, "=> compost-tea.gmi	2020-11-27 - Compost tea, and a proof\n"))
			return nil
		},
		d.note("A day later, J. Random has written a new post:"),
		d.command(ctx, exitOK, "update"),
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
		env := d.env
		env.stdin = bytes.NewReader(nil)
		if got := run(ctx, append([]string{"gemsub"}, args...), env); got != want {
			return fmt.Errorf("gemsub %s exited with %d, not %d", args[0], got, want)
		}
		return nil
	}
}
