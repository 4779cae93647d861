package main

/*
#include <fcntl.h>

static int output_closed;

__attribute__((constructor)) static void look_at_output(void) { output_closed = fcntl(1, F_GETFD) < 0; }
static int was_output_closed(void) { return output_closed; }
*/
import "C"

import (
	"io"
	"io/fs"
	"os"
	"syscall"
)

// A closedOutput is a standard output that was closed before the program began. Go's
// runtime opens /dev/null in its place, before any Go code can see that.
type closedOutput struct{}

// Write fails as the system does.
func (closedOutput) Write([]byte) (int, error) {
	return 0, &fs.PathError{Op: "write", Path: os.Stdout.Name(), Err: syscall.EBADF}
}

// standardOutput is os.Stdout, unless that was closed.
func standardOutput() io.Writer {
	if C.was_output_closed() != 0 {
		return closedOutput{}
	}
	return os.Stdout
}
