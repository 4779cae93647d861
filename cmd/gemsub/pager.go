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

func (p *program) pagerFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "pager", Value: p.usualPager(), Usage: "show long lists with `CMD`, not $GEMSUB_PAGER or $PAGER"},
		&cli.BoolFlag{Name: "no-pager", Category: thisTime, Usage: "show long lists without pager", DisableDefaultText: true},
	}
}

// usualPager is the pager that programs of this user start, "" for none.
func (p *program) usualPager() string {
	if command := p.getenv("PAGER"); command != "" {
		return command
	}
	if _, err := exec.LookPath("less"); err != nil || cmp.Or(p.getenv("TERM"), "dumb") == "dumb" {
		return ""
	}
	return "less -FRX"
}

// choosePager finds out which pager the user wants before a command begins.
func (p *program) choosePager(command string, none bool) error {
	if none || command == "cat" || !p.Out.IsTerminal() {
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
