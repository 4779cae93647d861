package main

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"unsafe"
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

// openPty makes a pseudo terminal (pty(7)).
func openPty(t *testing.T) (master, slave *os.File) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	var unlock, number int32
	raw, err := master.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	err = raw.Control(func(fd uintptr) {
		ioctl(t, fd, syscall.TIOCSPTLCK, &unlock)
		ioctl(t, fd, syscall.TIOCGPTN, &number)
	})
	if err != nil {
		t.Fatal(err)
	}
	slave, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	return master, slave
}

func ioctl[T any](t *testing.T, fd, request uintptr, value *T) {
	t.Helper()
	if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, fd, request, uintptr(unsafe.Pointer(value))); errno != 0 {
		t.Fatal(errno)
	}
}
