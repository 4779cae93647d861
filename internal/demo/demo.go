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

// Play shows commands on out and runs them in an environment that it derives from env. run runs the
// command of args, and returns its exit code. If a command succeeds or fails unexpectedly, Play
// returns an error.
func Play(ctx context.Context, out *term.Output, env Environment, run func(ctx context.Context, env Environment, args []string) int) error {
	home, err := os.MkdirTemp("", "gemsub-demo-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(home)
	cert, err := certificate.Create(certificate.CreateOptions{DNSNames: []string{host, refusingHost}, Duration: 24 * time.Hour})
	if err != nil {
		return err
	}
	capsule, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: []tls.Certificate{cert}})
	if err != nil {
		return err
	}
	var later atomic.Int64 // than now, in nanoseconds
	server := gemini.Server{Handler: serve(&later)}
	defer server.Close()
	go func() { _ = server.Serve(ctx, capsule) }() // until Close
	variables := map[string]string{
		"GEMSUB_DB": filepath.Join(home, "gemsub.db"), "GEMSUB_PAGER": "cat",
		"NO_COLOR": env.Getenv("NO_COLOR"), "TERM": env.Getenv("TERM"),
	}
	ours := Environment{
		Now: func() time.Time { return env.Now().Add(time.Duration(later.Load())) },
		Dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, network, capsule.Addr().String())
		},
		Getenv: func(name string) string { return variables[name] },
	}
	for _, step := range []struct {
		note, command string
		fails         bool
	}{
		{"Subscribe to a page with dated links:", "add gemini://" + host + "/gemlog/", false},
		{"A capsule whose robots.txt says no:", "add gemini://" + refusingHost + "/gemlog/", true},
		{"The two newest entries, as a page to publish:", "export gemtext --limit 2", false},
		{"A day later, J. Random has written a new post:", "update", false},
		{"Read it:", "next", false},
	} {
		if step.command == "update" {
			later.Store(int64(24 * time.Hour))
		}
		note, line := out.Styled(term.Dim, "# "+step.note), out.Styled(term.Bold, "$ gemsub "+step.command)
		if _, err := fmt.Fprintf(out, "\n%s\n%s\n", note, line); err != nil {
			return err
		}
		if code := run(ctx, ours, strings.Fields(step.command)); (code != 0) != step.fails {
			return fmt.Errorf("gemsub %s exited with %d", step.command, code)
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

=> bokashi.gmi	2020-11-20 - Early Bokashi composting experiments
=> finite-simple-groups.gmi	2020-11-13 - Trying to get to grips with finite simple groups...
=> balcony.gmi	2020-11-06 - I started a balcony garden!
`

const newLink = "=> compost-tea.gmi	2020-11-27 - Compost tea, and a proof\n"

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

// serve returns the handler of requests to all hosts of the demo. Once it is later than now, the page
// has the new post.
func serve(later *atomic.Int64) gemini.HandlerFunc {
	texts := map[string]string{
		refusingHost + "/robots.txt":     robots,
		host + "/gemlog/":                page,
		host + "/gemlog/compost-tea.gmi": newPost,
	}
	return func(_ context.Context, w gemini.ResponseWriter, r *gemini.Request) {
		text, ok := texts[r.URL.Hostname()+r.URL.Path]
		if !ok {
			w.WriteHeader(gemini.StatusNotFound, "Not found")
			return
		}
		if text == page && later.Load() > 0 {
			text += newLink
		}
		_, _ = w.Write([]byte(text)) // on an error the client has left
	}
}
