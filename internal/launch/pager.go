package launch

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

	"gemsub/internal/shell"
	"gemsub/internal/term"
)

// Less is the default pager.
const Less = "less -FRX"

// A Pager is a program that shows text screen by screen. The zero Pager has no program, and writes
// all text at once.
type Pager struct {
	command []string // with its arguments
	env     []string
	stderr  io.Writer
}

// NewPager returns the pager for a command, which may have arguments, in an environment. The zero
// Pager stands for cat, and for [Less] if less is missing or the terminal cannot show its prompt.
func NewPager(command string, getenv func(string) string, env []string, stderr io.Writer) (Pager, error) {
	_, missing := exec.LookPath("less")
	isDumb := cmp.Or(getenv("TERM"), "dumb") == "dumb"
	if command == "cat" || command == Less && (missing != nil || isDumb) {
		return Pager{}, nil
	}
	words, err := shell.Split(command)
	if err != nil {
		return Pager{}, fmt.Errorf("read pager: %w", err)
	}
	env = append(env,
		"LESS="+cmp.Or(getenv("LESS"), "FRX"),                 // as git does: show colours, and quit after a short text
		"LESSCHARSET="+cmp.Or(getenv("LESSCHARSET"), "utf-8"), // lists have characters that the C locale lacks
	)
	return Pager{words, env, stderr}, nil
}

// Page calls print, and shows what print writes to o. If the text is longer than the screen, the
// pager shows it. Page returns the error of print.
//
// If the pager cannot start, or fails, Page writes the whole text to the terminal, and failure says
// why. If the user quits the pager early, that is no failure. While the pager runs, Ctrl-C goes to
// the pager. The end of ctx ends the pager.
func (p Pager) Page(ctx context.Context, o *term.Output, print func() error) (failure, err error) {
	screen, ok := o.Writer.(*os.File)
	if !ok || len(p.command) == 0 {
		return nil, print()
	}
	var text bytes.Buffer
	o.Writer = &text
	err = print()
	o.Writer = screen
	styles := regexp.MustCompile("\x1b\\[[0-9;]*m")
	rows := 1 // of the screen: a line below the text has room too
	for line := range bytes.Lines(text.Bytes()) {
		width := term.Width(string(styles.ReplaceAll(bytes.TrimSuffix(line, []byte("\n")), nil)))
		if rows += max(1, (width+o.Width-1)/o.Width); rows > o.Height {
			break
		}
	}
	if rows > o.Height {
		if failure = p.show(ctx, screen, text.Bytes()); failure == nil {
			return nil, err
		}
	}
	_, writeErr := o.Write(text.Bytes())
	return failure, cmp.Or(err, writeErr)
}

// show runs the pager on text. An interrupt, or the end of ctx, is no error.
func (p Pager) show(ctx context.Context, screen *os.File, text []byte) error {
	cmd := exec.CommandContext(ctx, p.command[0], p.command[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr, cmd.Env = bytes.NewReader(text), screen, p.stderr, p.env
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }

	interrupts := make(chan os.Signal, 1)
	signal.Reset(os.Interrupt) // otherwise the program would end before its pager
	signal.Notify(interrupts, os.Interrupt)
	defer signal.Stop(interrupts)

	err := run(cmd)
	if err == nil || len(interrupts) > 0 || ctx.Err() != nil {
		return nil
	}
	return fmt.Errorf("pager %s: %w", p.command[0], err)
}
