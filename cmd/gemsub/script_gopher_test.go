package main

import (
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"gemsub/internal/capsule"
)

func startHole(ts *testscript.TestScript, _ bool, args []string) {
	startHoles(ts, capsule.Gopher, args)
}

func startSecureHole(ts *testscript.TestScript, _ bool, args []string) {
	startHoles(ts, capsule.Gophers, args)
}

func startHoles(ts *testscript.TestScript, protocol capsule.Protocol, names []string) {
	for _, name := range names {
		s, err := capsule.Start(capsule.Options{Now: time.Now, Protocol: protocol})
		ts.Check(err)
		ts.Defer(s.Close)
		capsules(ts)[name] = s
		ts.Setenv(name, s.Addr())
	}
}

func serveMenu(ts *testscript.TestScript, _ bool, args []string) {
	s := server(ts, args, 3, 3)
	s.Reply(args[1], capsule.Reply{Body: columns(ts).Replace(ts.ReadFile(args[2]))})
}

// columns puts host, tab and port in place of ${NAME} for every server.
func columns(ts *testscript.TestScript) *strings.Replacer {
	var pairs []string
	for name, s := range capsules(ts) {
		pairs = append(pairs, "${"+name+"}", strings.Replace(s.Addr(), ":", "\t", 1))
	}
	return strings.NewReplacer(pairs...)
}
