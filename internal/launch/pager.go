package launch

import (
	"cmp"
	"fmt"
	"os/exec"

	"gemsub/internal/shell"
	"gemsub/internal/term"
)

// Less is the default pager.
const Less = "less -FRX"

// A Pager is the user's pager for long lists.
type Pager struct {
	Command string // a program, perhaps with arguments; cat means no pager
	Getenv  func(string) string
	Environ []string // of the program
}

// Program returns the pager to run: no pager for cat, or for [Less] if it is missing or
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
	if p.Getenv("LESS") == "" { // as git does: colours, and less quits if all fits
		env = append(env, "LESS=FRX")
	}
	return term.Pager{Command: words, Env: env}, nil
}

// hasLess reports whether less is installed and can show its prompt.
func (p Pager) hasLess() bool {
	_, err := exec.LookPath("less")
	return err == nil && cmp.Or(p.Getenv("TERM"), "dumb") != "dumb"
}
