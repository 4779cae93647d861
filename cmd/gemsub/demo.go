package main

import (
	"context"
	"strings"

	"github.com/urfave/cli/v2"

	"gemsub/internal/demo"
)

func (p *program) demoCommand() *cli.Command {
	return &cli.Command{
		Name:   "demo",
		Usage:  "watch add, export, update and next at work, without network",
		Action: p.demo,
	}
}

func (p *program) demo(c *cli.Context) error {
	return demo.Play(c.Context, p.Out, demo.Environment{Now: p.now, Getenv: p.getenv}, p.runDemo)
}

// runDemo runs a command of the demo.
func (p *program) runDemo(ctx context.Context, in demo.Environment, args []string) int {
	env := p.environment
	env.stdin, env.stderr = strings.NewReader(""), p.stdout // one transcript
	env.now, env.dial, env.getenv = in.Now, in.Dial, in.Getenv
	env.resolve = nil // no name server is asked
	return run(ctx, append([]string{"gemsub"}, args...), env)
}
