// Package scratch is where tests have their temporary files.
package scratch

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
)

// InMemory puts temporary files into memory, where the system has a gigabyte of it
// for files and TMPDIR asks for no other place: tests make thousands of small
// databases, each of which waits for the disk.
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

// ReadOnly leaves the test, on its goroutine, no right to make files beside a database,
// though it may write that. Root loses its rights for files meanwhile.
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
	runtime.LockOSThread() // which has that user
	fine(syscall.Setfsuid(nobody))
	t.Cleanup(func() {
		fine(syscall.Setfsuid(0))
		runtime.UnlockOSThread()
	})
}
