package main

import (
	"context"
	"strings"

	"gemsub/internal/demo"
)

func demoCommand() *command {
	return &command{
		name:  "demo",
		usage: "watch add, export, update and next at work, without network",
		run:   (*call).demo,
	}
}

func (c *call) demo() error {
	return demo.Play(c.ctx, c.Out, demo.Environment{Now: c.now, Getenv: c.getenv}, c.runDemo)
}

// runDemo runs a command of the demo.
func (p *program) runDemo(ctx context.Context, in demo.Environment, args []string) int {
	env := p.environment
	env.stdin, env.stderr = strings.NewReader(""), p.stdout // one transcript
	env.now, env.dial, env.getenv = in.Now, in.Dial, in.Getenv
	env.resolve = nil // no name server is asked
	return run(ctx, append([]string{"gemsub"}, args...), env)
}
