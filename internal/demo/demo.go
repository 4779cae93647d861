// Package demo shows what gemsub does, without the network: commands run against capsules on the
// loopback interface, with a database in a temporary folder.
package demo

import (
	"cmp"
	"context"
	"crypto/tls"
	"embed"
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

// An Environment holds the parts of a command's environment that the demo replaces.
type Environment struct {
	Now    func() time.Time
	Dial   func(ctx context.Context, network, addr string) (net.Conn, error)
	Getenv func(string) string
}

// Play shows commands on out, and runs them with run in an environment made from env. run returns
// the exit code of the command in args. If a command succeeds or fails unexpectedly, Play returns an
// error.
func Play(ctx context.Context, out *term.Output, env Environment, run func(ctx context.Context, env Environment, args []string) int) error {
	home, err := os.MkdirTemp("", "gemsub-demo-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(home)
	var names []string
	hosts, err := world.ReadDir("world")
	if err != nil {
		return err
	}
	for _, h := range hosts {
		names = append(names, h.Name())
	}
	cert, err := certificate.Create(certificate.CreateOptions{DNSNames: names, Duration: 24 * time.Hour})
	if err != nil {
		return err
	}
	capsule, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: []tls.Certificate{cert}})
	if err != nil {
		return err
	}
	var later atomic.Int64 // how far the demo's clock is ahead, in nanoseconds
	server := gemini.Server{Handler: serve(&later)}
	defer server.Close()
	go func() { _ = server.Serve(ctx, capsule) }() // until Close
	variables := map[string]string{
		"GEMSUB_DB": cmp.Or(env.Getenv("GEMSUB_DEMO_DB"), filepath.Join(home, "gemsub.db")), // the script that makes the picture for README keeps the database
		"NO_COLOR":  env.Getenv("NO_COLOR"), "TERM": env.Getenv("TERM"),
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
		{"And to four capsules:", "add marsh.example moon.example bread.example rails.example", false},
		{"A capsule whose robots.txt says no:", "add gemini://" + refusingHost + "/gemlog/", true},
		{"A day later, J. Random has written a new post:", "update", false},
		{"Publish what is new as an Atom feed, here with its first entry only:", "export atom --limit 1", false},
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

const newLink = "=> compost-tea.gmi	2026-11-27 - Compost tea, and a proof\n"

// world has the pages of the capsules, in a folder for each host.
//
//go:embed world
var world embed.FS

// serve returns the handler of requests to all hosts of the demo. Once later is above 0, the gemlog
// has a link to a new post.
func serve(later *atomic.Int64) gemini.HandlerFunc {
	return func(_ context.Context, w gemini.ResponseWriter, r *gemini.Request) {
		name := "world/" + r.URL.Hostname() + r.URL.Path
		if strings.HasSuffix(name, "/") {
			name += "index.gmi"
		}
		text, err := world.ReadFile(name)
		if err != nil {
			w.WriteHeader(gemini.StatusNotFound, "Not found")
			return
		}
		if name == "world/"+host+"/gemlog/index.gmi" && later.Load() > 0 {
			text = append(text, newLink...)
		}
		_, _ = w.Write(text) // on an error the client has left
	}
}
