package launch

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"

	"gemsub/internal/shell"
	"gemsub/internal/term"
)

// Less is the default pager.
const Less = "less -FRX"

// Pager returns the pager to run for a command, which may have arguments, in an
// environment: no pager for cat, or for [Less] if it is missing or the terminal cannot show
// its prompt.
func Pager(command string, getenv func(string) string, env []string) (term.Pager, error) {
	_, missing := exec.LookPath("less")
	isDumb := cmp.Or(getenv("TERM"), "dumb") == "dumb"
	if command == "cat" || command == Less && (missing != nil || isDumb) {
		return term.Pager{}, nil
	}
	words, err := shell.Split(command)
	if err != nil {
		return term.Pager{}, fmt.Errorf("read pager: %w", err)
	}
	if getenv("LESS") == "" { // as git does: colours, and less quits if all fits
		env = append(env, "LESS=FRX")
	}
	if getenv("LESSCHARSET") == "" { // lists have characters that the C locale lacks
		env = append(env, "LESSCHARSET=utf-8")
	}
	return term.Pager{Command: words, Env: env}, nil
}

// A Pipe runs commands that the user types on texts, in the user's shell. Its streams are
// those of the program.
type Pipe struct {
	Shell          string   // "" for /bin/sh
	Env            []string // of the command
	Pause          bool     // wait for enter after each command, not only after a failure
	Stdin          io.Reader
	Stdout, Stderr io.Writer
}

// Run runs a command with a text on its standard input. With Pause, or if the command fails, it
// then waits until the user presses enter, to leave time to read the output.
func (p Pipe) Run(command, text string) error {
	cmd := exec.Command(cmp.Or(p.Shell, "/bin/sh"), "-c", command)
	cmd.Env, cmd.Stdin, cmd.Stdout, cmd.Stderr = p.Env, strings.NewReader(text), p.Stdout, p.Stderr
	cmd.WaitDelay = time.Second // a child may still hold its input
	err := cmd.Run()
	if errors.Is(err, exec.ErrWaitDelay) {
		err = nil
	}
	if p.Pause || err != nil {
		_, _ = fmt.Fprint(p.Stdout, "\n(press enter to go back to gemsub)")
		_, _ = bufio.NewReader(p.Stdin).ReadString('\n') // an end of the input counts as enter
	}
	if err != nil {
		return fmt.Errorf("%s: %w", command, err)
	}
	return nil
}
