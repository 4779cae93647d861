package mail

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// errLocked reports an mbox that another program has locked.
var errLocked = errors.New("another program has it locked")

// staleAfter is the age after which a lock counts that does not name its process: five
// minutes, as for lockfile_create(3).
const staleAfter = 5 * time.Minute

// maxLock is how long the text of a lock is at most, in bytes.
const maxLock = 1 << 10

// ownLock stands in our locks, below the number of the process.
const ownLock = "gemsub"

// lockBeside makes a file that locks another, until release removes it. In a folder that
// the user cannot write to there is none, and fcntl has to do.
func lockBeside(name string, now time.Time) (release func(), err error) {
	err = makeLock(name)
	switch {
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return func() {}, nil
	case errors.Is(err, fs.ErrExist):
		if isStale(name, now) {
			_ = os.Remove(name) // the next try makes it
		}
		return nil, errLocked
	case err != nil:
		return nil, err
	}
	return func() { _ = os.Remove(name) }, nil
}

// makeLock makes a lock that names its process from the beginning: a run may be killed at
// any moment. Only one gemsub at a time does so, since it has the lock of fcntl.
func makeLock(name string) error {
	whole := name + "." + ownLock
	_ = os.Remove(whole) // a run that was killed may have left it
	if err := writeNew(whole, fmt.Appendf(nil, "%d\n%s\n", os.Getpid(), ownLock)); err != nil {
		return err
	}
	return errors.Join(os.Link(whole, name), os.Remove(whole))
}

// isStale reports whether whoever made a lock is gone. Another gemsub would hold the
// lock of fcntl too, which is ours by now.
func isStale(name string, now time.Time) bool {
	info, err := os.Lstat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxLock {
		return false
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return false
	}
	first, rest, _ := strings.Cut(string(data), "\n")
	if strings.TrimSpace(rest) == ownLock {
		return true
	}
	if pid, err := strconv.Atoi(strings.TrimSpace(first)); err == nil && pid > 0 {
		return errors.Is(syscall.Kill(pid, 0), syscall.ESRCH)
	}
	return now.Sub(info.ModTime()) > staleAfter
}
