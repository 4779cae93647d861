package main

import (
	"cmp"
	"context"

	"gemsub/internal/launch"

	"github.com/urfave/cli/v2"
)

func (p *program) pagerFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "pager", Value: cmp.Or(p.getenv("PAGER"), launch.Less), Hidden: true, Usage: "show long lists with `CMD`"},
		&cli.BoolFlag{Name: "no-pager", Category: thisTime, Usage: "show long lists without pager"},
	}
}

// choosePager finds out which pager the user wants before a command begins.
func (p *program) choosePager(command string, none bool) (err error) {
	if none || !p.Out.IsTerminal() {
		return nil
	}
	p.pager, err = launch.Pager{Command: command, Getenv: p.getenv, Environ: p.environ()}.Program()
	p.pager.Stderr = p.stderr
	return err
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
