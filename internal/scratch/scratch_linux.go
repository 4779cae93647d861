// Package scratch decides where tests keep their temporary files.
package scratch

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
)

// InMemory puts temporary files into memory, if the system has a gigabyte of it for files and
// TMPDIR is not set: tests make thousands of small databases, and each waits for the disk.
func InMemory() {
	const memory, needed, noExec = "/dev/shm", 1 << 30, 8
	if os.Getenv("TMPDIR") != "" {
		return
	}
	var stat syscall.Statfs_t
	if err := syscall.Statfs(memory, &stat); err != nil || int64(stat.Bavail)*int64(stat.Bsize) < needed || stat.Flags&noExec != 0 {
		return
	}
	os.Setenv("TMPDIR", memory)
}

// ReadOnly takes from the goroutine of the test the right to create files beside a database,
// though it may write the database. Root loses its special rights for the time.
func ReadOnly(t *testing.T, database string) {
	t.Helper()
	folder := filepath.Dir(database)
	fine := func(errs ...error) {
		t.Helper()
		if err := errors.Join(errs...); err != nil {
			t.Fatal(err)
		}
	}
	fine(os.Chmod(database, 0o666), os.Chmod(folder, 0o555), os.Chmod(filepath.Dir(folder), 0o755))
	t.Cleanup(func() { fine(os.Chmod(folder, 0o755)) })
	if os.Getuid() != 0 {
		return
	}
	const nobody = 65534
	runtime.LockOSThread() // the user is that of this thread
	fine(syscall.Setfsuid(nobody))
	t.Cleanup(func() {
		fine(syscall.Setfsuid(0))
		runtime.UnlockOSThread()
	})
}
