package main

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strconv"
	"time"

	"gemsub/internal/show"
	"gemsub/store"
)

// A hook is the user's command that is run once for each new entry. The
// entry's fields reach it in the environment and as JSON on standard input,
// never as text of a command line.
type hook struct {
	p       *program
	ctx     context.Context // of the update
	command string          // for the shell; the user's own words alone
	failed  int
}

// run hands one committed entry to the command. A failure is told and does
// not stop the update; the entry is not handed out again.
func (h *hook) run(e store.Entry) {
	var input bytes.Buffer
	if err := show.WriteJSON(&input, show.NewJSONEntry(e)); err != nil {
		h.fail(e, err)
		return
	}
	cmd := exec.CommandContext(h.ctx, "/bin/sh", "-c", h.command)
	cmd.Env = append(h.p.environ(), hookEnvironment(e)...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = &input, h.p.stdout, h.p.stderr
	if err := cmd.Run(); err != nil {
		h.fail(e, err)
	}
}

func (h *hook) fail(e store.Entry, err error) {
	h.failed++
	h.p.Say("--exec for entry %d: %v", e.ID, err)
}

func hookEnvironment(e store.Entry) []string {
	return []string{
		fmt.Sprintf("GEMSUB_ID=%d", e.ID),
		"GEMSUB_FEED=" + e.FeedTitle,
		fmt.Sprintf("GEMSUB_FEED_ID=%d", e.SubscriptionID),
		"GEMSUB_FEED_URL=" + e.FeedURL,
		"GEMSUB_URL=" + e.URL,
		"GEMSUB_TITLE=" + e.Title,
		"GEMSUB_UPDATED=" + e.Updated.UTC().Format(time.RFC3339),
		"GEMSUB_FIRST_SEEN=" + e.FirstSeen.UTC().Format(time.RFC3339),
		"GEMSUB_UNREAD=" + strconv.FormatBool(e.Unread),
	}
}
