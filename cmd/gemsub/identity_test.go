package main

import (
	"net/url"
	"strconv"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"gemsub/internal/capsule"
)

func requireIdentity(ts *testscript.TestScript, _ bool, args []string) {
	server(ts, args, 2, 9).Require(args[1], args[2:]...)
}

func checkVisited(ts *testscript.TestScript, _ bool, args []string) {
	n := 0
	for _, r := range server(ts, args, 3, 3).Requests() {
		u, err := url.Parse(r.URL)
		ts.Check(err)
		if u.Path == args[1] && r.Visitor != "" {
			n++
		}
	}
	if want := number(ts, args[2]); n != want {
		ts.Fatalf("%s was asked for %d times with a certificate, not %d", args[1], n, want)
	}
}

func makeCertificate(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 2 && len(args) != 3 {
		ts.Fatalf("usage: certificate FILE KEYFILE [TIME]")
	}
	var o capsule.CertOptions
	if len(args) == 3 {
		var err error
		o.NotAfter, err = time.Parse(time.RFC3339, args[2])
		ts.Check(err)
	}
	ts.Check(capsule.WriteCertificate(ts.MkAbs(args[0]), ts.MkAbs(args[1]), o))
}

func number(ts *testscript.TestScript, s string) int {
	n, err := strconv.Atoi(s)
	ts.Check(err)
	return n
}
