//go:build !cgo

package main

import (
	"io"
	"os"
)

// standardOutput is os.Stdout: only C can see whether that was closed.
func standardOutput() io.Writer { return os.Stdout }
