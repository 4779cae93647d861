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
)

// hookGrace is the time between the request to end and the end.
const hookGrace = time.Second

// A Hook is a shell command that is run for new entries.
type Hook struct {
	Command        string
	Env            []string // beside which the entry's fields stand
	Stdout, Stderr io.Writer
}

// Run runs the command for an entry. The entry's fields reach it in the environment and
// as JSON on standard input, never as text of the command line. The error of a command
// that could not be started is an [app.ErrNotStarted].
func (h Hook) Run(ctx context.Context, e model.Mention) error {
	var input bytes.Buffer
	if err := show.WriteMention(&input, e); err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, "/bin/sh", "-c", h.Command)
	cmd.Env = append(slices.Clip(h.Env), hookEnvironment(e)...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = &input, h.Stdout, h.Stderr
	return runGroup(ctx, cmd)
}

// runGroup runs a command in a process group of its own: when ctx ends, all that it
// started ends with it. The error of one that could not be started is an
// [app.ErrNotStarted].
func runGroup(ctx context.Context, cmd *exec.Cmd) error {
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
func hookEnvironment(e model.Mention) []string {
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
		"GEMSUB_MENTIONS=" + term.Safe(firstURLs(e.Links)),
	}
}

// maxURLs is how long the URLs in a variable are at most, in bytes: a command cannot be
// started with one of 128 KiB.
const maxURLs = 16 << 10

// firstURLs returns as many URLs as a variable holds.
func firstURLs(urls []string) string {
	for i, length := 0, 0; i < len(urls); i++ {
		if length += len(urls[i]) + 1; length > maxURLs {
			urls = urls[:i]
		}
	}
	return strings.Join(urls, " ")
}
