package launch

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/words"
)

// The user's command gets a capsule's text, in JSON byte for byte. The shell never runs that
// text.
func TestHookHandsOver(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	title := "$(touch x); rm -rf \"$HOME\" 'it is' `touch x`\n; touch x\r\n\t\x00\x1b\u009b\u202e\\n %s é \U0001f331 " + strings.Repeat("0123456789", 1000)
	e := model.Entry{ID: 7, FeedTitle: title, URL: "gemini://example.org/$(touch x)", Title: title, Updated: time.Unix(0, 0)}
	var stdout, stderr strings.Builder
	h := Hook{
		Command: `cd "$OUT" && printf %s "$GEMSUB_TITLE" >title && printf %s "$GEMSUB_FEED" >feed && cat >json`,
		Env:     []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "OUT=" + dir},
		Stdout:  &stdout, Stderr: &stderr,
	}
	err := h.Run(t.Context(), model.Mention{Entry: e})
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
	if safe := words.Safe(title); read("title") != safe || read("feed") != safe {
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

// A command that cannot start has another error than a command that fails.
func TestHookTooLong(t *testing.T) {
	t.Parallel()
	err := Hook{Command: "true", Env: os.Environ()}.Run(t.Context(), model.Mention{Entry: model.Entry{Title: strings.Repeat("x", 200_000)}})
	if want := "cannot start: argument list too long"; !errors.Is(err, app.ErrNotStarted) || err.Error() != want {
		t.Errorf("error %v, want %q", err, want)
	}
}

type jsonEntryTitles struct{ Feed, Title, URL string }
