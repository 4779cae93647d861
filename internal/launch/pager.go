package launch

import (
	"cmp"
	"fmt"
	"os/exec"

	"gemsub/internal/shell"
	"gemsub/internal/term"
)

// Less is the pager of those who name none.
const Less = "less -FRX"

// A Pager is what the user wants to see long lists with.
type Pager struct {
	Command string // a program, with arguments if need be; cat is for none
	Getenv  func(string) string
	Environ []string // of the program
}

// Program returns the pager to run: none for cat, nor for [Less] where that is missing or
// the terminal cannot show its prompt.
func (p Pager) Program() (term.Pager, error) {
	if p.Command == "cat" || p.Command == Less && !p.hasLess() {
		return term.Pager{}, nil
	}
	words, err := shell.Split(p.Command)
	if err != nil {
		return term.Pager{}, fmt.Errorf("read pager: %w", err)
	}
	env := p.Environ
	if p.Getenv("LESS") == "" { // as git has it: colours, and no pager that waits for nothing
		env = append(env, "LESS=FRX")
	}
	return term.Pager{Command: words, Env: env}, nil
}

// hasLess reports whether less is installed and can show its prompt.
func (p Pager) hasLess() bool {
	_, err := exec.LookPath("less")
	return err == nil && cmp.Or(p.Getenv("TERM"), "dumb") != "dumb"
}
