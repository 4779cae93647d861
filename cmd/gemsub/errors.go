package main

import (
	"errors"
	"io/fs"
	"os/exec"
	"syscall"
)

// reason is what went wrong with a file, without the operation and path that
// the message around it names already.
func reason(err error) error {
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
