package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gemsub/store"
)

// What a capsule wrote reaches the user's command byte for byte, and is never
// run.
func TestHookHandsOver(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	title := "$(touch x); rm -rf \"$HOME\" 'it is' `touch x`\n; touch x\r\n\t\\n %s é \U0001f331 " + strings.Repeat("0123456789", 1000)
	e := store.Entry{ID: 7, FeedTitle: title, URL: "gemini://example.org/$(touch x)", Title: title, Updated: time.Unix(0, 0)}
	var stdout, stderr strings.Builder
	h := hook{
		p: &program{environment: environment{
			stdout: &stdout, stderr: &stderr,
			environ: func() []string { return []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "OUT=" + dir} },
		}},
		ctx:     t.Context(),
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
	if read("title") != title || read("feed") != title {
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

type jsonEntryTitles struct{ Feed, Title, URL string }
