// Package demo shows the main job of gemsub, without network: it runs commands against
// capsules on the loopback, with a database in a temporary folder.
package demo

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"git.sr.ht/~adnano/go-gemini"
	"git.sr.ht/~adnano/go-gemini/certificate"

	"gemsub/internal/term"
)

// An Environment is what the demo replaces in a command's environment.
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

// Play shows commands on out and runs them in an environment that it derives from env. It
// returns an error if a command ends with an unexpected exit code.
func Play(ctx context.Context, out *term.Output, env Environment, run Runner) error {
	home, err := os.MkdirTemp("", "gemsub-demo-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(home)
	c, err := startCapsule(ctx)
	if err != nil {
		return err
	}
	defer c.server.Close()
	d := &demo{run: run, out: out}
	d.Now = func() time.Time { return env.Now().Add(d.clock) }
	d.Getenv = ownVariables(env.Getenv, home)
	d.Dial = func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, c.listener.Addr().String())
	}
	return d.play(ctx, c)
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
func (d *demo) play(ctx context.Context, c *capsule) error {
	for _, step := range []struct {
		note string
		want int // the exit code
		args []string
	}{
		{"Subscribe to a page with dated links:", exitOK, []string{"add", "gemini://" + host + "/gemlog/"}},
		{"A capsule whose robots.txt says no:", exitFailed, []string{"add", "gemini://" + refusingHost + "/gemlog/"}},
		{"The two newest entries, as a page to publish:", exitOK, []string{"export", "gemtext", "--limit", "2"}},
		{"A day later, J. Random has written a new post:", exitOK, []string{"update"}},
		{"Read it:", exitOK, []string{"next"}},
	} {
		if step.args[0] == "update" {
			d.clock += 24 * time.Hour
			c.published.Store(true)
		}
		line := "$ gemsub " + strings.Join(step.args, " ")
		if _, err := fmt.Fprintf(d.out, "\n%s\n%s\n", d.out.Styled(term.Dim, "# "+step.note), d.out.Styled(term.Bold, line)); err != nil {
			return err
		}
		if got := d.run(ctx, d.Environment, step.args); got != step.want {
			return fmt.Errorf("gemsub %s exited with %d, not %d", step.args[0], got, step.want)
		}
	}
	return nil
}

// The hosts of the demo's capsules.
const (
	host         = "gemini.jrandom.net" // as in "Subscribing to Gemini pages", Example
	refusingHost = "walled.example.org"
)

const page = `# J. Random Geminaut's gemlog

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

const robots = `# Only people, please
User-agent: *
Disallow: /gemlog/
`

const newPost = `# Compost tea, and a proof

Steep a bucket of ripe compost in rain water for a day and a half, stir it whenever you pass, and the balcony will thank you.

=> bokashi.gmi	How the compost was made

> A group of prime order is cyclic.

* Take any element but the identity.
* The order of what it generates divides a prime, and is not 1.
`

// A capsule serves all hosts of the demo.
type capsule struct {
	server    gemini.Server
	listener  net.Listener
	published atomic.Bool // the new post
}

func startCapsule(ctx context.Context) (*capsule, error) {
	cert, err := certificate.Create(certificate.CreateOptions{DNSNames: []string{host, refusingHost}, Duration: 24 * time.Hour})
	if err != nil {
		return nil, err
	}
	c := &capsule{}
	c.listener, err = tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: []tls.Certificate{cert}})
	if err != nil {
		return nil, err
	}
	c.server.Handler = gemini.HandlerFunc(c.serve)
	go func() { _ = c.server.Serve(ctx, c.listener) }() // until Close
	return c, nil
}

func (c *capsule) serve(_ context.Context, w gemini.ResponseWriter, r *gemini.Request) {
	text := ""
	switch r.URL.Hostname() + r.URL.Path {
	case refusingHost + "/robots.txt":
		w.SetMediaType("text/plain")
		text = robots
	case host + "/gemlog/":
		text = fmt.Sprintf(page, c.newest())
	case host + "/gemlog/compost-tea.gmi":
		text = newPost
	default:
		w.WriteHeader(gemini.StatusNotFound, "Not found")
		return
	}
	_, _ = w.Write([]byte(text)) // on an error the client has left
}

// newest is the line of the new post, once it is published.
func (c *capsule) newest() string {
	if !c.published.Load() {
		return ""
	}
	return "=> compost-tea.gmi	2020-11-27 - Compost tea, and a proof\n"
}
