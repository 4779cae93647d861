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
