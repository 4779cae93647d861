package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"gemsub/internal/term"
	"gemsub/store"
)

// What a capsule wrote reaches the user's command, in JSON byte for byte, and is
// never run.
func TestHookHandsOver(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	title := "$(touch x); rm -rf \"$HOME\" 'it is' `touch x`\n; touch x\r\n\t\x00\x1b\u009b\u202e\\n %s é \U0001f331 " + strings.Repeat("0123456789", 1000)
	e := store.Entry{ID: 7, FeedTitle: title, URL: "gemini://example.org/$(touch x)", Title: title, Updated: time.Unix(0, 0)}
	var stdout, stderr strings.Builder
	h := hook{
		p: &program{environment: environment{
			stdout: &stdout, stderr: &stderr, now: time.Now,
			environ: func() []string { return []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "OUT=" + dir} },
		}},
		ctx:     t.Context(),
		limit:   time.Minute,
		left:    time.Minute,
		command: `cd "$OUT" && printf %s "$GEMSUB_TITLE" >title && printf %s "$GEMSUB_FEED" >feed && cat >json`,
	}
	h.run(e)
	if h.failed != 0 || stdout.String()+stderr.String() != "" {
		t.Fatalf("%d failed, printed %q %q", h.failed, &stdout, &stderr)
	}
	read := func(name string) string {
		t.Helper()
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	if safe := term.Safe(title); read("title") != safe || read("feed") != safe {
		t.Errorf("the environment has title %q and feed %q", read("title"), read("feed"))
	}
	var got jsonEntryTitles
	if err := json.Unmarshal([]byte(read("json")), &got); err != nil {
		t.Fatal(err)
	}
	if got != (jsonEntryTitles{title, title, e.URL}) {
		t.Errorf("JSON has %+v", got)
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != 3 {
		t.Errorf("%v in the folder (%v), want three files", files, err)
	}
}

// A command ends with the update, and so does all that it started: what survived
// would hold the output open.
func TestInterruptEndsHook(t *testing.T) {
	t.Parallel()
	for _, end := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		t.Run(end.String(), func(t *testing.T) {
			t.Parallel()
			db := filepath.Join(t.TempDir(), "gemsub.db")
			subscribe(t, db, 2, 0)
			begun := filepath.Join(t.TempDir(), "begun")
			if err := os.WriteFile(begun, nil, 0o600); err != nil {
				t.Fatal(err)
			}
			cmd := gemsub(t, db, "update", "--force", "--quiet", "--exec", "echo begun >>"+begun+"; sleep 100 & sleep 100; true")
			var out strings.Builder
			cmd.Stdout, cmd.Stderr = &out, &out
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			awaitLines(t, begun, 1)
			if err := cmd.Process.Signal(end); err != nil {
				t.Fatal(err)
			}
			_ = cmd.Wait() // how it ended is looked at below
			checkSignal(t, cmd, end)
			if lines := awaitLines(t, begun, 1); len(lines) != 1 || !strings.Contains(out.String(), "gemsub: --exec was not run for ") {
				t.Errorf("the command ran %d times, printed %s", len(lines), &out)
			}
		})
	}
}

// A run gives all its commands together a bounded time.
func TestHooksTime(t *testing.T) {
	t.Parallel()
	var stderr strings.Builder
	now := time.Unix(0, 0)
	h := hook{
		p: &program{environment: environment{
			stderr: &stderr, environ: os.Environ,
			now: func() time.Time { now = now.Add(time.Minute); return now },
		}},
		ctx: t.Context(), limit: time.Minute, left: 2 * time.Minute, command: "true",
	}
	for range 5 {
		h.run(store.Entry{})
	}
	if h.failed != 0 || h.skipped != 3 {
		t.Errorf("%d failed, %d left out; want none and 3", h.failed, h.skipped)
	}
}

type jsonEntryTitles struct{ Feed, Title, URL string }
