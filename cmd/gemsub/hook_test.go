package main

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/term"
)

// What a capsule wrote reaches the user's command, in JSON byte for byte, and is
// never run.
func TestHookHandsOver(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	title := "$(touch x); rm -rf \"$HOME\" 'it is' `touch x`\n; touch x\r\n\t\x00\x1b\u009b\u202e\\n %s é \U0001f331 " + strings.Repeat("0123456789", 1000)
	e := model.Entry{ID: 7, FeedTitle: title, URL: "gemini://example.org/$(touch x)", Title: title, Updated: time.Unix(0, 0)}
	var stdout, stderr strings.Builder
	p := &program{environment: environment{
		stdout: &stdout, stderr: &stderr,
		environ: func() []string { return []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "OUT=" + dir} },
	}}
	err := p.runHook(t.Context(), `cd "$OUT" && printf %s "$GEMSUB_TITLE" >title && printf %s "$GEMSUB_FEED" >feed && cat >json`, io.Discard, e)
	if err != nil || stdout.String()+stderr.String() != "" {
		t.Fatalf("error %v, printed %q %q", err, &stdout, &stderr)
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
			// Both entries are owed, though one of them had begun.
			for range 2 {
				if out, err := gemsub(t, db, "update", "--force", "--quiet", "--exec", `echo "$GEMSUB_ID" >>`+begun).CombinedOutput(); err != nil {
					t.Errorf("%v: %s", err, out)
				}
			}
			if lines := awaitLines(t, begun, 3)[1:]; len(lines) != 2 || lines[0] == lines[1] {
				t.Errorf("later updates ran the command for %q", lines)
			}
		})
	}
}

// A command that cannot be started is told from one that failed.
func TestHookTooLong(t *testing.T) {
	t.Parallel()
	p := &program{environment: environment{environ: os.Environ}}
	err := p.runHook(t.Context(), "true", io.Discard, model.Entry{Title: strings.Repeat("x", 200_000)})
	if want := "cannot start: argument list too long"; !errors.Is(err, app.ErrNotStarted) || err.Error() != want {
		t.Errorf("error %v, want %q", err, want)
	}
}

type jsonEntryTitles struct{ Feed, Title, URL string }
