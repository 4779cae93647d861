package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"unsafe"

	"github.com/rogpeppe/go-internal/testscript"
)

// A terminal is a program behind a pseudo terminal, as a person's shell is.
type terminal struct {
	t      *testing.T
	master *os.File
	mu     sync.Mutex
	screen strings.Builder // what was printed so far
}

// startTerminal starts cmd as the leader of a session with a terminal of its own.
func startTerminal(t *testing.T, cmd *exec.Cmd) *terminal {
	t.Helper()
	master, slave := openPty(t)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = slave, slave, slave
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	slave.Close()
	term := &terminal{t: t, master: master}
	read := make(chan struct{})
	go func() {
		defer close(read)
		term.read()
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // it was killed
		master.Close()
		<-read
	})
	return term
}

func (term *terminal) read() {
	buffer := make([]byte, 4096)
	for {
		n, err := term.master.Read(buffer)
		term.mu.Lock()
		term.screen.Write(buffer[:n])
		term.mu.Unlock()
		if err != nil {
			return // the program closed its end
		}
	}
}

// press sends keys.
func (term *terminal) press(keys string) {
	term.t.Helper()
	if _, err := term.master.WriteString(keys); err != nil {
		term.t.Fatal(err)
	}
}

// shown is what was printed so far.
func (term *terminal) shown() string {
	term.mu.Lock()
	defer term.mu.Unlock()
	return term.screen.String()
}

// openPty makes a pseudo terminal.
func openPty(t *testing.T) (master, slave *os.File) {
	t.Helper()
	master, slave, err := newPty()
	if err != nil {
		t.Fatal(err)
	}
	return master, slave
}

// newPty makes a pseudo terminal (pty(7)).
func newPty() (master, slave *os.File, err error) {
	master, err = os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, nil, err
	}
	var unlock, number int32
	raw, err := master.SyscallConn()
	if err != nil {
		return nil, nil, err
	}
	var unlocking, numbering error
	err = raw.Control(func(fd uintptr) {
		unlocking, numbering = ioctl(fd, syscall.TIOCSPTLCK, &unlock), ioctl(fd, syscall.TIOCGPTN, &number)
	})
	if err := errors.Join(err, unlocking, numbering); err != nil {
		return nil, nil, err
	}
	slave, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	return master, slave, err
}

func ioctl[T any](fd, request uintptr, value *T) error {
	if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, fd, request, uintptr(unsafe.Pointer(value))); errno != 0 {
		return errno
	}
	return nil
}

// runOnTerminal runs a program of a script on a terminal. What that shows is its standard
// output then.
func runOnTerminal(ts *testscript.TestScript, neg bool, args []string) {
	master, slave, err := newPty()
	ts.Check(err)
	defer master.Close()
	var shown []byte
	read := make(chan struct{})
	go func() {
		defer close(read)
		shown, _ = io.ReadAll(master) // ends with an error when the other end is closed
	}()
	failed := ts.Exec("sh", append([]string{"-c", `exec "$@" <"$0" >"$0" 2>&1`, slave.Name()}, args...)...)
	slave.Close()
	<-read
	_, _ = ts.Stdout().Write(shown) // it keeps them
	if (failed != nil) != neg {
		ts.Fatalf("%q: %v\n%s", args, failed, shown)
	}
}
