package file

import (
	"errors"
	"os/exec"
	"syscall"
)

// Reason returns what went wrong with a file or a program, without the operation and
// the path that the message around it names.
func Reason(err error) error {
	if errno, ok := errors.AsType[syscall.Errno](err); ok {
		return errno
	}
	if lookup, ok := errors.AsType[*exec.Error](err); ok {
		return lookup.Err
	}
	return err
}
