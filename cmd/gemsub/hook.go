package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/file"
	"gemsub/internal/model"
	"gemsub/internal/show"
	"gemsub/internal/term"
)

const (
	maxHookTime = time.Hour   // that --exec-timeout may grant one command
	hookGrace   = time.Second // between the request to end and the end
)

func hookFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "exec", Usage: "run shell command `CMD` for each new entry"},
		&cli.DurationFlag{Name: "exec-timeout", Usage: "end CMD when it takes longer than `D`", Value: time.Minute},
	}
}

// hook is what the flags ask for.
func (p *program) hook(c *cli.Context) (h app.Hook, err error) {
	h.Limit = c.Duration("exec-timeout")
	if h.Limit < time.Millisecond || h.Limit > maxHookTime {
		return h, usagef("--exec-timeout must be from 1ms to %v", maxHookTime)
	}
	if command := c.String("exec"); command != "" {
		out := p.stderr // two writers would mix in standard output
		if c.Bool("quiet") {
			out = p.stdout
		}
		h.Run = func(ctx context.Context, e model.Entry) error { return p.runHook(ctx, command, out, e) }
	}
	return h, nil
}

// runHook runs the user's command for an entry, in a process group of its own: when
// ctx ends, all that it started ends with it. The entry's fields reach it in the
// environment and as JSON on standard input, never as text of the command line. What it
// prints goes to out.
func (p *program) runHook(ctx context.Context, command string, out io.Writer, e model.Entry) error {
	var input bytes.Buffer
	if err := show.WriteJSON(&input, show.NewJSONEntry(e)); err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, "/bin/sh", "-c", command)
	cmd.Env = append(p.environ(), hookEnvironment(e)...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = &input, out, p.stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
	cmd.WaitDelay = hookGrace
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("%w: %w", app.ErrNotStarted, file.Reason(err))
	}
	err := cmd.Wait()
	if err != nil && ctx.Err() != nil {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // what did not end by itself
		return ctx.Err()
	}
	if errors.Is(err, exec.ErrWaitDelay) {
		return nil // it is done, and left something running that has its input
	}
	return err
}

// hookEnvironment has texts that a command can print as they are; JSON has them
// exactly.
func hookEnvironment(e model.Entry) []string {
	return []string{
		fmt.Sprintf("GEMSUB_ID=%d", e.ID),
		"GEMSUB_FEED=" + term.Safe(e.FeedTitle),
		fmt.Sprintf("GEMSUB_FEED_ID=%d", e.SubscriptionID),
		"GEMSUB_FEED_URL=" + term.Safe(e.FeedURL),
		"GEMSUB_URL=" + term.Safe(e.URL),
		"GEMSUB_TITLE=" + term.Safe(e.Title),
		"GEMSUB_UPDATED=" + e.Updated.UTC().Format(time.RFC3339),
		"GEMSUB_FIRST_SEEN=" + e.FirstSeen.UTC().Format(time.RFC3339),
		"GEMSUB_UNREAD=" + strconv.FormatBool(e.Unread),
		"GEMSUB_TAGS=" + term.Safe(strings.Join(e.Tags, ",")),
	}
}
