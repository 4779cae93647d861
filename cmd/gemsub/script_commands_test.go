package main

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"gemsub/internal/app"
	"gemsub/internal/capsule"
	"gemsub/internal/fetch"
)

// environmentOfScript is what scripts may change: the clock goes $CLOCK ahead, or back,
// and dialOfScript and $PUBLIC say where capsules are. Its streams are missing.
func environmentOfScript(getenv func(string) string) environment {
	forward, err := time.ParseDuration(cmp.Or(getenv("CLOCK"), "0"))
	if err != nil {
		panic(err)
	}
	return environment{
		getenv:     getenv,
		interrupts: new(interrupts),
		Environment: app.Environment{
			Now: func() time.Time { return time.Now().Add(forward) },
			Dial: func(ctx context.Context, network, addr string) (net.Conn, error) {
				return dialOfScript(ctx, getenv("HOSTS"), network, addr)
			},
			// The capsules in $PUBLIC, each host:port, count as public, though all are on this machine.
			Private: func(a netip.AddrPort) bool {
				return fetch.IsPrivate(a) && !slices.Contains(strings.Fields(getenv("PUBLIC")), a.String())
			},
		},
	}
}

// dialOfScript asks no name server: names do not resolve, but for localhost, those
// in hosts, each name=host:port or name:port=host:port, and those below unreachable.invalid, to
// which there is no way.
func dialOfScript(ctx context.Context, hosts, network, addr string) (net.Conn, error) {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, err
	}
	asked := addr
	for entry := range strings.FieldsSeq(hosts) {
		if name, real, _ := strings.Cut(entry, "="); name == host || name == asked {
			addr, host = real, "localhost"
		}
	}
	switch {
	case strings.HasSuffix("."+host, ".unreachable.invalid"):
		return nil, &net.OpError{Op: "dial", Net: network, Err: syscall.ENETUNREACH}
	case host != "localhost" && net.ParseIP(host) == nil:
		return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
	}
	return new(net.Dialer).DialContext(ctx, network, addr)
}

// checkExit fails unless a program has a certain exit code: exec distinguishes only 0 from others.
func checkExit(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM [ARG…]")
	}
	var code int
	if args[1] == "gemsub" && args[0] == strconv.Itoa(exitUsage) {
		code = inProcessOf(ts, args[2:])
	} else {
		code = exitCode(ts, ts.Exec(args[1], args[2:]...))
	}
	if strconv.Itoa(code) != args[0] {
		ts.Fatalf("exited with %d, not %s", code, args[0])
	}
}

func exitCode(ts *testscript.TestScript, err error) int {
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return exit.ExitCode()
	}
	ts.Check(err)
	return exitOK
}

// runHere runs gemsub in this process, which takes a fifth of the time of another. It
// reads no standard input, and its files have whole paths: the process has one folder.
func runHere(ts *testscript.TestScript, neg bool, args []string) {
	if db := ts.Getenv("GEMSUB_DB"); db != "" && !filepath.IsAbs(db) {
		ts.Fatalf("$GEMSUB_DB is %s, which is somewhere else for this process", db)
	}
	if code := inProcessOf(ts, args); (code != exitOK) != neg {
		ts.Fatalf("gemsub exited with %d", code)
	}
}

func inProcessOf(ts *testscript.TestScript, args []string) int {
	env := environmentOfScript(ts.Getenv)
	env.stdin, env.stdout, env.stderr = strings.NewReader(""), ts.Stdout(), ts.Stderr()
	env.environ = os.Environ
	return run(context.Background(), append([]string{"gemsub"}, args...), env)
}

// runSQL changes what no gemsub command changes.
func runSQL(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: sql FILE STATEMENTS")
	}
	db, err := sql.Open("sqlite3", ts.MkAbs(args[0]))
	ts.Check(err)
	defer db.Close()
	_, err = db.Exec(args[1])
	ts.Check(err)
}

func serveEntries(ts *testscript.TestScript, _ bool, args []string) {
	s := server(ts, args, 4, 4)
	from, err := strconv.Atoi(args[2])
	ts.Check(err)
	to, err := strconv.Atoi(args[3])
	ts.Check(err)
	var page strings.Builder
	page.WriteString("# Log\n")
	for i := to; i >= from; i-- {
		fmt.Fprintf(&page, "=> /%d.gmi 2026-01-%02d Post %[1]d\n", i, 1+i*28/(to+1))
	}
	s.Reply(args[1], capsule.Reply{Status: 20, Meta: "text/gemini", Body: page.String()})
}

// heldKey finds the functions that release held answers, by capsule and path.
type heldKey struct{}

func held(ts *testscript.TestScript) map[string]func() {
	return ts.Value(heldKey{}).(map[string]func())
}

func holdPage(ts *testscript.TestScript, _ bool, args []string) {
	s := server(ts, args, 3, 3)
	released := make(chan struct{})
	release := sync.OnceFunc(func() { close(released) })
	ts.Defer(release) // before the capsule is closed, which waits for its answers
	held(ts)[args[0]+args[1]] = release
	body := ts.ReadFile(args[2])
	s.Handle(args[1], func(string) capsule.Reply {
		<-released
		return capsule.Reply{Status: 20, Meta: "text/gemini", Body: body}
	})
}

func releasePage(ts *testscript.TestScript, _ bool, args []string) {
	release := held(ts)[strings.Join(args, "")]
	if release == nil {
		ts.Fatalf("nothing is held at %q", args)
	}
	release()
}

func awaitRequest(ts *testscript.TestScript, _ bool, args []string) {
	s := server(ts, args, 3, 3)
	if !until(func() bool { return strconv.Itoa(s.Count(args[1])) == args[2] }) {
		ts.Fatalf("%s was asked for %d times", args[1], s.Count(args[1]))
	}
}

type proxiesKey struct{}

func proxies(ts *testscript.TestScript) map[string]*capsule.SOCKS {
	return ts.Value(proxiesKey{}).(map[string]*capsule.SOCKS)
}

func startSOCKS(ts *testscript.TestScript, _ bool, args []string) {
	hosts := map[string]string{}
	for _, arg := range args[1:] {
		host, name, _ := strings.Cut(arg, "=")
		hosts[host] = capsules(ts)[name].Addr()
	}
	s, err := capsule.StartSOCKS(hosts)
	ts.Check(err)
	ts.Defer(s.Close)
	proxies(ts)[args[0]] = s
	ts.Setenv(args[0], s.Addr())
}

func checkCarried(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 3 {
		ts.Fatalf("usage: carried NAME HOST:PORT N")
	}
	if n := proxies(ts)[args[0]].Count(args[1]); strconv.Itoa(n) != args[2] {
		ts.Fatalf("%s was asked for %d times", args[1], n)
	}
}
