package launch

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"os/exec"
	"strings"
)

// A Pipe gives texts to commands that the user types, in the user's shell. The commands use Stdout
// and Stderr; Stdin is read for the enter after a command.
type Pipe struct {
	Shell          string   // "" for /bin/sh
	Env            []string // of the command
	Pause          bool     // wait for enter after each command, not only after a failure
	Stdin          io.Reader
	Stdout, Stderr io.Writer
}

// Run runs a command with a text on its standard input. With Pause, or if the command fails, Run
// then waits until the user presses enter, to leave time to read the output and the error.
func (p Pipe) Run(command, text string) error {
	cmd := exec.Command(cmp.Or(p.Shell, "/bin/sh"), "-c", command)
	cmd.Env, cmd.Stdin, cmd.Stdout, cmd.Stderr = p.Env, strings.NewReader(text), p.Stdout, p.Stderr
	err := run(cmd)
	if err != nil {
		err = fmt.Errorf("%s: %w", command, err)
		_, _ = fmt.Fprintf(p.Stdout, "\ngemsub: %v", err)
	}
	if p.Pause || err != nil {
		_, _ = fmt.Fprint(p.Stdout, "\n(press enter to go back to gemsub)")
		_, _ = bufio.NewReader(p.Stdin).ReadString('\n') // an end of the input counts as enter
	}
	return err
}
