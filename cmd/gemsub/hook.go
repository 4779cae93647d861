package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"syscall"
	"time"

	"github.com/urfave/cli/v2"

	"gemsub/internal/show"
	"gemsub/internal/term"
	"gemsub/internal/words"
	"gemsub/store"
)

const (
	maxHookTime = time.Hour        // that --exec-timeout may grant one command
	hooksTime   = 10 * time.Minute // for all commands of a run
	hookGrace   = time.Second      // between the request to end and the end
)

// A hook is the user's command that is run once for each new entry. The
// entry's fields reach it in the environment and as JSON on standard input,
// never as text of a command line.
type hook struct {
	p       *program
	ctx     context.Context // of the update
	command string          // for the shell; the user's own words alone
	limit   time.Duration   // of one run of it
	left    time.Duration   // of all further runs
	failed  int
	skipped int // entries that it was not run for, or not to its end
}

func hookFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "exec", Usage: "run shell command `CMD` for each new entry"},
		&cli.DurationFlag{Name: "exec-timeout", Usage: "end CMD when it takes longer than `D`", Value: time.Minute},
	}
}

// hookOf is what the flags ask for, nil for nothing.
func (p *program) hookOf(c *cli.Context) (*hook, error) {
	limit := c.Duration("exec-timeout")
	if limit < time.Millisecond || limit > maxHookTime {
		return nil, usagef("--exec-timeout must be from 1ms to %v", maxHookTime)
	}
	if c.String("exec") == "" {
		return nil, nil
	}
	return &hook{p: p, ctx: c.Context, command: c.String("exec"), limit: limit, left: hooksTime}, nil
}

// run hands one committed entry to the command. A failure is told and does
// not stop the update; the entry is not handed out again.
func (h *hook) run(e store.Entry) {
	if h.ctx.Err() != nil || h.left <= 0 {
		h.skipped++
		return
	}
	limit := min(h.limit, h.left)
	began := h.p.now()
	err := h.start(e, limit)
	h.left -= h.p.now().Sub(began)
	switch {
	case h.ctx.Err() != nil && err != nil:
		h.skipped++ // it was ended with the update
	case errors.Is(err, context.DeadlineExceeded):
		h.fail(e, fmt.Errorf("ended after %v, its time limit", limit))
	case err != nil:
		h.fail(e, err)
	}
}

// start runs the command for at most limit, in a process group of its own: when its
// time is over, or that of the update, all that it started ends with it.
func (h *hook) start(e store.Entry, limit time.Duration) error {
	var input bytes.Buffer
	if err := show.WriteJSON(&input, show.NewJSONEntry(e)); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(h.ctx, limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, "/bin/sh", "-c", h.command)
	cmd.Env = append(h.p.environ(), hookEnvironment(e)...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = &input, h.p.stdout, h.p.stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
	cmd.WaitDelay = hookGrace
	err := cmd.Run()
	if err != nil && ctx.Err() != nil && cmd.Process != nil {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // what did not end by itself
		return ctx.Err()
	}
	if errors.Is(err, exec.ErrWaitDelay) {
		return nil // it is done, and left something running that has its input
	}
	return err
}

func (h *hook) fail(e store.Entry, err error) {
	h.failed++
	h.p.Say("--exec for entry %d: %v", e.ID, err)
}

// end tells what was left out.
func (h *hook) end() {
	if h.skipped > 0 {
		h.p.Say("--exec was not run for %s", words.Count(h.skipped, "new entry", "new entries"))
	}
}

// hookEnvironment has texts that a command can print as they are; JSON has them
// exactly.
func hookEnvironment(e store.Entry) []string {
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
	}
}
