package main

import (
	"context"
	"strings"

	"github.com/urfave/cli/v2"

	"gemsub/internal/demo"
)

func (p *program) demoCommand() *cli.Command {
	return &cli.Command{
		Name:  "demo",
		Usage: "watch add, update and export at work, without network",
		Description: `It starts a capsule on 127.0.0.1, and keeps a database in a temporary folder until it
ends. It makes no request to other hosts.`,
		Action: p.demo,
	}
}

func (p *program) demo(c *cli.Context) error {
	return demo.Play(c.Context, p.Out, demo.Environment{Now: p.now, Dial: p.dial, Getenv: p.getenv}, p.runDemo)
}

// runDemo runs a command of the demo.
func (p *program) runDemo(ctx context.Context, in demo.Environment, args []string) int {
	env := p.environment
	env.stdin, env.stderr = strings.NewReader(""), p.stdout // one transcript
	env.now, env.dial, env.getenv = in.Now, in.Dial, in.Getenv
	env.resolve = nil // no name server is asked
	return run(ctx, append([]string{"gemsub"}, args...), env)
}
