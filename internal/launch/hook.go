package launch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"gemsub/internal/app"
	"gemsub/internal/file"
	"gemsub/internal/model"
	"gemsub/internal/show"
	"gemsub/internal/term"
	"gemsub/internal/view"
	"gemsub/internal/words"
)

// grace is how long a program may run after SIGTERM, and its children after its end.
const grace = time.Second

// A Hook is a shell command that is run for new entries.
type Hook struct {
	Command        string
	Env            []string // the environment to which Run adds the entry's fields
	Stdout, Stderr io.Writer
}

// Run runs the command for an entry. The command gets the entry's fields in the environment and as
// JSON on standard input, never as text of the command line. If the command cannot start, the error
// wraps [app.ErrNotStarted].
func (h Hook) Run(ctx context.Context, e model.Mention) error {
	var input bytes.Buffer
	p := &show.Printer{Out: &term.Output{Writer: &input}, JSON: true}
	if err := show.Print(p, view.Mentions, []model.Mention{e}); err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, "/bin/sh", "-c", h.Command)
	cmd.Env = append(slices.Clip(h.Env), EntryEnvironment(e)...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = &input, h.Stdout, h.Stderr
	return runGroup(ctx, cmd)
}

// runGroup runs a command in its own process group. If ctx ends, runGroup ends the whole group and
// returns the error of ctx. If the command cannot start, the error wraps [app.ErrNotStarted].
func runGroup(ctx context.Context, cmd *exec.Cmd) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
	err := run(cmd)
	if err != nil && ctx.Err() != nil && cmd.Process != nil {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // whatever still runs
		return ctx.Err()
	}
	return err
}

// run runs a command until it ends, and does not wait for children that still use its streams. If
// the command cannot start, the error wraps [app.ErrNotStarted].
func run(cmd *exec.Cmd) error {
	cmd.WaitDelay = grace
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("%w: %w", app.ErrNotStarted, file.Reason(err))
	}
	if err := cmd.Wait(); !errors.Is(err, exec.ErrWaitDelay) {
		return err
	}
	return nil
}

// EntryEnvironment returns variables with the fields of an entry. Their values are safe to print;
// the JSON on standard input has the exact values.
func EntryEnvironment(e model.Mention) []string {
	return []string{
		fmt.Sprintf("GEMSUB_ID=%d", e.ID),
		"GEMSUB_FEED=" + words.Safe(e.FeedTitle),
		fmt.Sprintf("GEMSUB_FEED_ID=%d", e.SubscriptionID),
		"GEMSUB_FEED_URL=" + words.Safe(e.FeedURL),
		"GEMSUB_URL=" + words.Safe(e.URL),
		"GEMSUB_TITLE=" + words.Safe(e.Title),
		"GEMSUB_UPDATED=" + e.Updated.UTC().Format(time.RFC3339),
		"GEMSUB_FIRST_SEEN=" + e.FirstSeen.UTC().Format(time.RFC3339),
		"GEMSUB_UNREAD=" + strconv.FormatBool(e.Unread),
		"GEMSUB_TAGS=" + words.Safe(strings.Join(e.Tags, ",")),
		"GEMSUB_MENTIONS=" + words.Safe(strings.Join(e.Links, " ")),
	}
}
