package main

import (
	"cmp"
	"context"
	"fmt"
	"os/exec"

	"github.com/urfave/cli/v2"

	"gemsub/internal/shell"
	"gemsub/internal/term"
)

// less is the pager of those who name none.
const less = "less -FRX"

func (p *program) pagerFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "pager", Value: cmp.Or(p.getenv("PAGER"), less), Usage: "show long lists with `CMD`, not $GEMSUB_PAGER or $PAGER"},
		&cli.BoolFlag{Name: "no-pager", Category: thisTime, Usage: "show long lists without pager", DisableDefaultText: true},
	}
}

// choosePager finds out which pager the user wants before a command begins.
func (p *program) choosePager(command string, none bool) error {
	if none || command == "cat" || !p.Out.IsTerminal() || command == less && !p.hasLess() {
		return nil
	}
	words, err := shell.Split(command)
	if err != nil {
		return fmt.Errorf("read pager: %w", err)
	}
	p.pager = term.Pager{Command: words, Env: p.environ(), Stderr: p.stderr}
	if p.getenv("LESS") == "" { // as git has it: colours, and no pager that waits for nothing
		p.pager.Env = append(p.pager.Env, "LESS=FRX")
	}
	return nil
}

// hasLess reports whether less is installed and can show its prompt.
func (p *program) hasLess() bool {
	_, err := exec.LookPath("less")
	return err == nil && cmp.Or(p.getenv("TERM"), "dumb") != "dumb"
}

// paged lets print write to standard output, through the pager where that is longer
// than the terminal's screen.
func (p *program) paged(ctx context.Context, print func() error) error {
	failure, err := p.Out.Page(ctx, p.pager, print)
	if failure != nil {
		p.Say("%v", failure)
		p.Hint("set GEMSUB_PAGER, or pager in config.toml, to a pager that is installed, or to cat")
	}
	return err
}
