package main

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"unsafe"
)

// gemsubWithoutSync is the real program on a disk that is broken: every fsync(2) of
// it fails with EIO.
func gemsubWithoutSync(t *testing.T, db string, args ...string) *exec.Cmd {
	t.Helper()
	program := gemsub(t, db, args...)
	cmd := testBinary(append([]string{"-test.run=^TestBeginWithoutSync$", "--", program.Path}, args...)...)
	cmd.Env = append(cmd.Env, "GEMSUB_DB="+db, "NO_SYNC=1")
	return cmd
}

// TestBeginWithoutSync is no test: with $NO_SYNC it becomes the program that its
// arguments name.
func TestBeginWithoutSync(t *testing.T) {
	if os.Getenv("NO_SYNC") == "" {
		return
	}
	runtime.LockOSThread()
	if err := failSyncs(); err != nil {
		t.Fatal(err)
	}
	t.Fatal(syscall.Exec(flag.Arg(0), flag.Args(), os.Environ()))
}

// failSyncs sets a filter of system calls (seccomp(2)) for this thread and what it
// executes.
func failSyncs() error {
	const (
		noNewPrivileges, setSeccomp, modeFilter = 38, 22, 2
		allow, fail                             = 0x7fff0000, 0x00050000 // and an error
	)
	filter := []syscall.SockFilter{
		{Code: syscall.BPF_LD | syscall.BPF_W | syscall.BPF_ABS, K: 0}, // the number of the call
		{Code: syscall.BPF_JMP | syscall.BPF_JEQ | syscall.BPF_K, K: syscall.SYS_FSYNC, Jf: 1},
		{Code: syscall.BPF_RET | syscall.BPF_K, K: fail | uint32(syscall.EIO)},
		{Code: syscall.BPF_RET | syscall.BPF_K, K: allow},
	}
	program := syscall.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	if _, _, errno := syscall.RawSyscall6(syscall.SYS_PRCTL, noNewPrivileges, 1, 0, 0, 0, 0); errno != 0 {
		return errno
	}
	if _, _, errno := syscall.RawSyscall6(syscall.SYS_PRCTL, setSeccomp, modeFilter, uintptr(unsafe.Pointer(&program)), 0, 0, 0); errno != 0 {
		return errno
	}
	return nil
}

// What -o and backup write is on the disk before it takes the old file's place: where
// that cannot be had, the old file stays.
func TestWritesAreSynced(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db, old := filepath.Join(dir, "gemsub.db"), []byte("old")
	keepEntries(t, db, 1)
	if out, err := gemsub(t, db, "export", "atom").CombinedOutput(); err != nil { // so that later ones only read
		t.Fatalf("%v\n%s", err, out)
	}
	for _, test := range []struct {
		name string
		args []string
	}{
		{"feed.atom", []string{"export", "atom", "-o"}},
		{"list.opml", []string{"export", "opml", "-o"}},
		{"copy.db", []string{"backup"}},
	} {
		file := filepath.Join(dir, test.name)
		if test.name == "copy.db" {
			old = nil // backup replaces nothing but databases and what is empty
		}
		if err := os.WriteFile(file, old, 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := gemsubWithoutSync(t, db, append(test.args, file)...).CombinedOutput()
		if got, _ := os.ReadFile(file); err == nil || !bytes.Contains(out, []byte("input/output error")) || !bytes.Equal(got, old) {
			t.Errorf("%v: %v\n%s\nthe file has %.40q", test.args, err, out, got)
		}
		if out, err := gemsub(t, db, append(test.args, file)...).CombinedOutput(); err != nil {
			t.Errorf("%v, on a good disk: %v\n%s", test.args, err, out)
		}
	}
}
