package tui

import (
	"bufio"
	"fmt"
	"os"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"github.com/gdamore/tcell/v3"
)

// control makes a request of a pseudo terminal (pty(7)).
func control[T any](t *testing.T, f *os.File, request uintptr, value *T) {
	t.Helper()
	if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, f.Fd(), request, uintptr(unsafe.Pointer(value))); errno != 0 {
		t.Fatal(errno)
	}
}

// newPty returns both ends of a pseudo terminal, and reads away what is written to it.
func newPty(t *testing.T) (master, slave *os.File) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err)
	}
	var unlock, number int32
	control(t, master, syscall.TIOCSPTLCK, &unlock)
	control(t, master, syscall.TIOCGPTN, &number)
	slave, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		buffer := make([]byte, 4096)
		for _, err := master.Read(buffer); err == nil; {
			_, err = master.Read(buffer)
		}
	}()
	t.Cleanup(func() {
		slave.Close()
		master.Close()
	})
	return master, slave
}

// Other programs get the terminal a thousand times while its size changes: nothing panics, and each
// program reads the key that is meant for it.
func TestHandOverWhileResizing(t *testing.T) {
	const times = 1000
	master, program := newPty(t)
	device, err := tcell.NewDevTtyFromDev(program.Name())
	if err != nil {
		t.Fatal(err)
	}
	d := open(t, 80, 24)
	if d.screen, err = openScreen(device); err != nil {
		t.Fatal(err)
	}
	defer d.screen.Fini()
	own, _ := d.screen.Tty()
	resized := own.(*tty).resized
	in := bufio.NewReader(program)
	for i := range times {
		size := [4]uint16{uint16(20 + i%7), uint16(60 + i%50)}
		control(t, master, syscall.TIOCSWINSZ, &size)
		if err := syscall.Kill(os.Getpid(), syscall.SIGWINCH); err != nil {
			t.Fatal(err)
		}
		for quiet := i%3 == 0; !quiet; { // sometimes the loop hears of it before
			select {
			case <-resized:
				d.screen.Sync()
			case event := <-d.screen.EventQ():
				d.handle(event)
			case <-time.After(time.Millisecond):
				quiet = true
			}
		}
		d.draw()
		if err := d.screen.Suspend(); err != nil {
			t.Fatal(err)
		}
		key := make(chan string, 1)
		go func() {
			line, _ := in.ReadString('\n')
			key <- line
		}()
		if _, err := master.WriteString("x\n"); err != nil {
			t.Fatal(err)
		}
		select {
		case line := <-key:
			if line != "x\n" {
				t.Fatalf("the program read %q", line)
			}
		case <-time.After(10 * time.Second):
			t.Fatalf("the program got no key at time %d", i)
		}
		if err := d.screen.Resume(); err != nil {
			t.Fatal(err)
		}
	}
}
