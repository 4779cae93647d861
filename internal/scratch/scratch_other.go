//go:build !linux

// Package scratch decides where tests keep their temporary files.
package scratch

import "testing"

// InMemory does nothing here.
func InMemory() {}

// ReadOnly skips the test.
func ReadOnly(t *testing.T, _ string) { t.Skip("works only on Linux") }
