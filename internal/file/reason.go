package file

import (
	"errors"
	"io/fs"
	"os/exec"
	"syscall"
)

// Reason returns what went wrong with a file or a program, without the operation and
// the path that the message around it names.
func Reason(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err
	}
	if lookup, ok := errors.AsType[*exec.Error](err); ok {
		return lookup.Err
	}
	if errno, ok := errors.AsType[syscall.Errno](err); ok {
		return errno
	}
	return err
}
