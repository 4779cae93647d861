package term

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"regexp"
	"syscall"
	"time"

	"golang.org/x/term"
)

// A Pager is a program that shows text screen by screen.
type Pager struct {
	Command []string // with its arguments; none if there is no pager
	Env     []string // its environment
	Stderr  io.Writer
}

// Page calls print and shows the text that print writes to o: by the pager if it is longer than
// the terminal's screen. It returns the error of print.
//
// If the pager cannot start, or fails, Page writes the whole text to the terminal, and failure
// says why. A pager that the user quits early has not failed. While the pager runs, Ctrl-C goes
// to it; the end of ctx ends it.
func (o *Output) Page(ctx context.Context, p Pager, print func() error) (failure, err error) {
	screen, ok := o.Writer.(*os.File)
	if !ok || !o.IsTerminal() || len(p.Command) == 0 {
		return nil, print()
	}
	var text bytes.Buffer
	o.Writer = &text
	err = print()
	o.Writer = screen
	if !o.fits(text.Bytes()) {
		if failure = p.show(ctx, screen, text.Bytes()); failure == nil {
			return nil, err
		}
	}
	_, writeErr := screen.Write(text.Bytes())
	return failure, cmp.Or(err, writeErr)
}

// show runs the pager on text.
func (p Pager) show(ctx context.Context, screen *os.File, text []byte) error {
	cmd := exec.CommandContext(ctx, p.Command[0], p.Command[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr, cmd.Env = bytes.NewReader(text), screen, p.Stderr, p.Env
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = time.Second

	interrupts := make(chan os.Signal, 1)
	signal.Reset(os.Interrupt) // otherwise the program would end before its pager
	signal.Notify(interrupts, os.Interrupt)
	defer signal.Stop(interrupts)

	modes, modesErr := term.GetState(int(screen.Fd()))
	err := cmd.Run()
	if err == nil {
		return nil
	}
	if modesErr == nil { // the pager may not have restored them
		_ = term.Restore(int(screen.Fd()), modes)
	}
	if len(interrupts) > 0 || ctx.Err() != nil {
		return nil // ctx ended it
	}
	return fmt.Errorf("pager %s: %w", p.Command[0], err)
}

// fits reports whether the screen has room for text and a line below it.
func (o *Output) fits(text []byte) bool {
	styles := regexp.MustCompile("\x1b\\[[0-9;]*m")
	rows := 0
	for line := range bytes.Lines(text) {
		width := Width(string(styles.ReplaceAll(bytes.TrimSuffix(line, []byte("\n")), nil)))
		if rows += max(1, (width+o.Width-1)/o.Width); rows >= o.Height {
			return false
		}
	}
	return true
}
