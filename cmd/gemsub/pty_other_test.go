//go:build !linux

package main

import "github.com/rogpeppe/go-internal/testscript"

func runOnTerminal(ts *testscript.TestScript, _ bool, _ []string) {
	ts.Fatalf("these tests make terminals on Linux alone")
}
