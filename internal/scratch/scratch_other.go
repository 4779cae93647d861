//go:build !linux

// Package scratch is where tests have their temporary files.
package scratch

// InMemory does nothing here.
func InMemory() {}
