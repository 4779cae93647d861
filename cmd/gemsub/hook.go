package main

import (
	"fmt"
	"time"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/launch"
)

// maxHookTime is what update.exec-timeout may grant one command.
const maxHookTime = time.Hour

func hookFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "exec", Usage: "run shell command `CMD` for each new entry"},
		&cli.DurationFlag{Name: "exec-timeout", Category: settingAlone, Hidden: true, Value: time.Minute},
	}
}

// hook is what the flags ask for.
func (p *program) hook(c *cli.Context) (h app.Hook, err error) {
	h.Limit = c.Duration("exec-timeout")
	if h.Limit < time.Millisecond || h.Limit > maxHookTime {
		return h, fmt.Errorf("update.exec-timeout must be from 1ms to %v", maxHookTime)
	}
	if command := c.String("exec"); command != "" {
		out := p.stderr // two writers would mix in standard output
		if c.Bool("quiet") {
			out = p.stdout
		}
		h.Run = launch.Hook{Command: command, Env: p.environ(), Stdout: out, Stderr: p.stderr}.Run
	}
	return h, nil
}
