package main

import (
	"flag"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"gemsub/internal/capsule"
	"gemsub/internal/scratch"
)

func TestMain(m *testing.M) {
	// Under the race detector every program would sleep a second at its end.
	os.Setenv("GORACE", "atexit_sleep_ms=0 "+os.Getenv("GORACE"))
	testscript.Main(testsInMemory{m}, map[string]func(){
		"gemsub":   gemsubForScripts,
		"stubborn": stubbornForTests,
		"capsules": capsulesForFleet,
	})
}

// testsInMemory have their files in memory. The programs that testscript makes before
// they run lie where the test's binary does, so that they are links to it.
type testsInMemory struct{ *testing.M }

func (m testsInMemory) Run() int {
	scratch.InMemory()
	time.Local = time.UTC // whatever the machine has
	flag.Parse()
	if f := flag.Lookup("test.parallel"); f.Value.String() == f.DefValue {
		_ = f.Value.Set(strconv.Itoa(2 * runtime.GOMAXPROCS(0))) // they wait for programs and clocks
	}
	return m.M.Run()
}

// testBinary runs this test's binary once more, again with links to it beside it.
func testBinary(args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), "TMPDIR="+filepath.Dir(os.Args[0]))
	return cmd
}

// gemsubForScripts is main, in the world of a script.
func gemsubForScripts() {
	env := environmentOfScript(os.Getenv)
	env.stdin, env.stdout, env.stderr, env.environ = os.Stdin, os.Stdout, os.Stderr, os.Environ
	code := start(env)
	tellPeak()
	os.Exit(code)
}

// The scripts run the real program against capsules in the test's process. In
// addition to testscript's own commands they have:
//
//	capsule NAME                     start a capsule; $NAME is its host:port, $NAME_PORT its port
//	page NAME PATH FILE [META]       serve FILE, as text/gemini unless META says else;
//	                                 ${NAME} in it becomes a capsule's host:port
//	entries NAME PATH FROM TO        serve a page with the entries FROM to TO
//	reply NAME PATH STATUS [META]    answer without a body
//	forget NAME PATH                 answer 51 from now on
//	cut NAME PATH FILE [META]        serve FILE and close without close_notify
//	newkey NAME [LIFE]               show another certificate from now on, valid for LIFE (2400h)
//	badkey NAME serial|name          show a certificate with that fault from now on
//	asked NAME PATH N                fail unless PATH was requested N times
//	together NAME N                  fail unless at most N connections were open at once
//	hold NAME PATH FILE              serve FILE, but not before release
//	release NAME PATH                let the held answers go
//	await NAME PATH N                wait until PATH was requested N times
//	here ARG…                        run gemsub in the test's process, for what only reads or
//	                                 changes the database; ! if it has to fail
//	exits CODE PROGRAM [ARG…]        like exec, but PROGRAM has to end with CODE;
//	                                 gemsub that has to end with 2 runs in the test's process
//	sql FILE STATEMENTS              run statements on an SQLite file
//	require NAME PATH [SHA256…]      want a client certificate for PATH and below
//	visited NAME PATH N              fail unless PATH was requested N times with one
//	certificate FILE KEYFILE [TIME]  make one that expires at TIME (RFC 3339)
//	socks NAME HOST=CAPSULE…         start a SOCKS5 proxy that connects to hosts; $NAME is its host:port
//	carried NAME HOST:PORT N         fail unless it was asked for HOST:PORT N times
//	nameserver NAME HOST…            start a name server that says that hosts are 127.0.0.1
//	[!] resolved NAME                fail unless it was asked for one of them since it was last looked at
//	hole NAME…                       start Gopher servers; $NAME is the host:port of each
//	holes NAME…                      the same over TLS
//	gophernicus NAME DIR             start Gophernicus on the files in DIR, which $NAME_ROOT has then
//	pygopherd NAME DIR               the same with PyGopherd
//	menu NAME SELECTOR FILE          serve FILE; ${NAME} in it stands for host, tab and port
//	molly NAME DIR [FILE]            start molly-brown on the files in DIR; FILE ends its settings
//	[!] terminal PROGRAM [ARG…]      run a program on a terminal; stdout is what that shows
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("..", "..", "testdata", "script"),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("GEMSUB_DB", filepath.Join(env.WorkDir, "gemsub.db"))
			env.Setenv("HOME", env.WorkDir)
			env.Setenv("TAB", "\t")
			env.Setenv("TSV", `{{.ID}}\t{{.Updated | date "2006-01-02"}}\t{{.Feed}}\t{{.Title}}\t{{.URL}}`) // for update --template
			env.Setenv("TERM", "xterm")
			env.Setenv("TZ", "")
			env.Setenv("PUBLIC", "")
			env.Setenv("GORACE", os.Getenv("GORACE"))
			env.Values[capsulesKey{}] = map[string]*capsule.Server{}
			env.Values[heldKey{}] = map[string]func(){}
			env.Values[proxiesKey{}] = map[string]*capsule.SOCKS{}
			env.Values[nameServersKey{}] = map[string]*nameServer{}
			env.Setenv("ALL_PROXY", "")
			env.Setenv("GEMSUB_DNS", "")
			return nil
		},
		Condition: condition,
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"capsule":     startCapsule,
			"gophernicus": startGophernicus,
			"hole":        startHole,
			"holes":       startSecureHole,
			"menu":        serveMenu,
			"page":        servePage,
			"pygopherd":   startPygopherd,
			"entries":     serveEntries,
			"reply":       serveReply,
			"forget":      forgetPage,
			"cut":         serveCut,
			"newkey":      newKey,
			"badkey":      badKey,
			"asked":       checkAsked,
			"together":    checkTogether,
			"molly":       startMolly,
			"terminal":    runOnTerminal,
			"socks":       startSOCKS,
			"carried":     checkCarried,
			"nameserver":  startNameServer,
			"resolved":    checkNameServer,
			"hold":        holdPage,
			"release":     releasePage,
			"await":       awaitRequest,
			"here":        runHere,
			"exits":       checkExit,
			"sql":         runSQL,
			"require":     requireIdentity,
			"visited":     checkVisited,
			"certificate": makeCertificate,
		},
	})
}

type capsulesKey struct{}

func capsules(ts *testscript.TestScript) map[string]*capsule.Server {
	return ts.Value(capsulesKey{}).(map[string]*capsule.Server)
}

// server returns the capsule that a command's first argument names; the
// command takes from least to most arguments.
func server(ts *testscript.TestScript, args []string, least, most int) *capsule.Server {
	if len(args) < least || len(args) > most {
		ts.Fatalf("wrong number of arguments: %q", args)
	}
	s := capsules(ts)[args[0]]
	if s == nil {
		ts.Fatalf("no capsule %s", args[0])
	}
	return s
}

func startCapsule(ts *testscript.TestScript, _ bool, args []string) {
	for _, name := range args {
		s, err := capsule.Start(capsule.Options{Now: time.Now})
		ts.Check(err)
		ts.Defer(s.Close)
		capsules(ts)[name] = s
		ts.Setenv(name, s.Addr())
		_, port, _ := net.SplitHostPort(s.Addr())
		ts.Setenv(name+"_PORT", port)
	}
}

func servePage(ts *testscript.TestScript, _ bool, args []string) {
	s := server(ts, args, 3, 4)
	s.Reply(args[1], capsule.Reply{Status: 20, Meta: mediaType(args), Body: addresses(ts).Replace(ts.ReadFile(args[2]))})
}

// mediaType is the last argument of page and cut.
func mediaType(args []string) string {
	if len(args) > 3 {
		return args[3]
	}
	return "text/gemini"
}

// addresses puts host:port in place of ${NAME} for every capsule.
func addresses(ts *testscript.TestScript) *strings.Replacer {
	var pairs []string
	for name, s := range capsules(ts) {
		pairs = append(pairs, "${"+name+"}", s.Addr())
	}
	return strings.NewReplacer(pairs...)
}

func serveReply(ts *testscript.TestScript, _ bool, args []string) {
	s := server(ts, args, 3, 4)
	status, err := strconv.Atoi(args[2])
	ts.Check(err)
	reply := capsule.Reply{Status: status}
	if len(args) > 3 {
		reply.Meta = args[3]
	} else {
		reply.Status, reply.Header = 0, args[2]+"\r\n"
	}
	s.Reply(args[1], reply)
}

func forgetPage(ts *testscript.TestScript, _ bool, args []string) {
	server(ts, args, 2, 2).Reply(args[1], capsule.Reply{Status: 51, Meta: "Not found"})
}

func serveCut(ts *testscript.TestScript, _ bool, args []string) {
	s := server(ts, args, 3, 4)
	s.Reply(args[1], capsule.Reply{Status: 20, Meta: mediaType(args), Body: ts.ReadFile(args[2]), End: capsule.Truncate})
}

func newKey(ts *testscript.TestScript, _ bool, args []string) {
	s := server(ts, args, 1, 2)
	ts.Setenv(args[0]+"_OLD", s.Fingerprint())
	var o capsule.CertOptions
	if len(args) > 1 {
		life, err := time.ParseDuration(args[1])
		ts.Check(err)
		o.NotAfter = time.Now().Add(life)
	}
	ts.Check(s.NewCertificate(o))
	ts.Setenv(args[0]+"_NEW", s.Fingerprint())
}

func badKey(ts *testscript.TestScript, _ bool, args []string) {
	s := server(ts, args, 2, 2)
	alter := capsule.NegativeSerial
	if args[1] == "name" {
		alter = capsule.NonASCIIName
	}
	ts.Check(s.NewCertificate(capsule.CertOptions{SameKey: true, Alter: alter}))
}

func checkAsked(ts *testscript.TestScript, _ bool, args []string) {
	s := server(ts, args, 3, 3)
	if got := strconv.Itoa(s.Count(args[1])); got != args[2] {
		ts.Fatalf("%s was asked for %s times, not %s", args[1], got, args[2])
	}
}

func checkTogether(ts *testscript.TestScript, _ bool, args []string) {
	s := server(ts, args, 2, 2)
	most, err := strconv.Atoi(args[1])
	ts.Check(err)
	if got := s.MostOpen(); got > most {
		ts.Fatalf("%d connections were open at once", got)
	}
}

// startMolly starts molly-brown, the Gemini server by the protocol's author,
// on the files in a folder.
func startMolly(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 2 && len(args) != 3 {
		ts.Fatalf("usage: molly NAME DIR [FILE]")
	}
	settings := ""
	if len(args) == 3 {
		settings = ts.ReadFile(args[2])
	}
	port, stop, err := runMolly(ts.MkAbs("."), ts.MkAbs(args[1]), settings)
	ts.Check(err)
	ts.Defer(stop)
	ts.Setenv(args[0], "localhost:"+port)
}

// condition makes [molly] true where molly-brown is installed, [gophernicus] and
// [pygopherd] where those are, and all in CI, where their absence is to be a failure.
// Scripts that need them stop without them.
func condition(name string) (bool, error) {
	switch name {
	case "molly":
		return haveMolly() || os.Getenv("CI") != "", nil
	case gophernicus, pygopherd:
		return findServer(name) != "" || os.Getenv("CI") != "", nil
	}
	return false, fmt.Errorf("unknown condition %q", name)
}
