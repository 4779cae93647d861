package mail

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
	"time"

	"gemsub/internal/file"
)

// An Mbox is a file with messages one after the other, in the form called mboxrd: a line
// that begins with "From ", or with that behind ">", gets one more ">".
type Mbox struct {
	path string
	wait time.Duration // for another program that has it locked
	now  func() time.Time
}

// lockWait is how long a program for mail may keep an mbox locked.
const lockWait = 5 * time.Second

// NewMbox returns the mbox at path, which is made when a message is written.
func NewMbox(path string, now func() time.Time) *Mbox { return &Mbox{path, lockWait, now} }

// Write appends a message, whole or not at all. While it does so, no other program has
// the mbox locked: neither by fcntl nor by a file beside it that ends in .lock.
func (m *Mbox) Write(ctx context.Context, message Message) error {
	if err := m.write(ctx, message); err != nil {
		return fmt.Errorf("write to mbox %s: %w", m.path, file.Reason(err))
	}
	return nil
}

func (m *Mbox) write(ctx context.Context, message Message) error {
	target, err := file.Target(m.path)
	if err != nil {
		return err
	}
	f, release, err := m.lock(ctx, target)
	if err != nil {
		return err
	}
	defer release()
	size, err := checkMbox(f)
	if err != nil {
		return err
	}
	before, err := separator(f, size)
	if err != nil {
		return err
	}
	_, err = f.WriteAt(mboxForm(before, message, m.now()), size)
	if err == nil {
		err = f.Sync()
	}
	if err != nil {
		return errors.Join(err, f.Truncate(size))
	}
	return nil
}

// checkMbox returns the size of a file that is an mbox, or empty.
func checkMbox(f *os.File) (int64, error) {
	info, err := f.Stat()
	if err != nil || info.Size() == 0 {
		return 0, err
	}
	start := make([]byte, len("From "))
	if _, err := f.ReadAt(start, 0); err != nil && !errors.Is(err, io.EOF) {
		return 0, err
	}
	if string(start) != "From " {
		return 0, errors.New("it is no mbox: it does not begin with \"From \"")
	}
	return info.Size(), nil
}

// separator is what ends the last message of an mbox: an empty line, unless it has one.
func separator(f *os.File, size int64) (string, error) {
	if size == 0 {
		return "", nil
	}
	end := make([]byte, 2) // a file that begins with "From " has two bytes
	if _, err := f.ReadAt(end, size-2); err != nil {
		return "", err
	}
	switch {
	case string(end) == "\n\n":
		return "", nil
	case end[1] == '\n':
		return "\n", nil
	}
	return "\n\n", nil
}

// mboxForm is a message as an mbox has it, behind what ends the one before.
func mboxForm(before string, message Message, now time.Time) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%sFrom %s %s\n", before, message.From, now.UTC().Format(time.ANSIC))
	for line := range bytes.Lines(message.Data) {
		if bytes.HasPrefix(bytes.TrimLeft(line, ">"), []byte("From ")) {
			b.WriteByte('>')
		}
		b.Write(line)
	}
	if !bytes.HasSuffix(b.Bytes(), []byte("\n")) {
		b.WriteByte('\n')
	}
	b.WriteByte('\n')
	return b.Bytes()
}

// Batch is 1: nobody can tell whether a message is there already.
func (m *Mbox) Batch() int { return 1 }

// Flush does nothing: each message is on the disk when it is written.
func (m *Mbox) Flush() error { return nil }

// lock opens the mbox at path and locks it, or waits for the program that has it locked.
func (m *Mbox) lock(ctx context.Context, path string) (f *os.File, release func(), err error) {
	const poll = 100 * time.Millisecond
	for waited := time.Duration(0); ; waited += poll {
		f, release, err = m.tryLock(path)
		if !errors.Is(err, errLocked) || waited >= m.wait {
			return f, release, err
		}
		select {
		case <-ctx.Done():
			return nil, nil, ctx.Err()
		case <-time.After(poll):
		}
	}
}

// tryLock locks the mbox by fcntl, then by a file beside it.
func (m *Mbox) tryLock(path string) (*os.File, func(), error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0o600)
	if err != nil {
		return nil, nil, err
	}
	release, err := m.lockOpened(f, path)
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, func() { release(); f.Close() }, nil
}

func (m *Mbox) lockOpened(f *os.File, path string) (release func(), err error) {
	opened, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !opened.Mode().IsRegular() {
		return nil, errors.New("it is no file")
	}
	if err := file.CheckOwn(path); err != nil {
		return nil, err
	}
	lock := syscall.Flock_t{Type: syscall.F_WRLCK, Whence: io.SeekStart}
	err = syscall.FcntlFlock(f.Fd(), syscall.F_SETLK, &lock)
	if errors.Is(err, syscall.EAGAIN) || errors.Is(err, syscall.EACCES) {
		return nil, errLocked
	}
	if err != nil {
		return nil, err
	}
	if release, err = lockBeside(path+".lock", m.now()); err != nil {
		return nil, err
	}
	if now, err := os.Stat(path); err != nil || !os.SameFile(opened, now) {
		release()
		return nil, errLocked // another program has just replaced it: open it again
	}
	return release, nil
}
