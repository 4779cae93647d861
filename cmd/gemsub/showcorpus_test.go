package main

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode"

	"gemsub/gemtext"
	"gemsub/internal/capsule"
	"gemsub/internal/term"
	"gemsub/internal/words"
)

// realPosts returns the files of the real posts that lie beside the checkout.
func realPosts(t *testing.T) (files []string) {
	t.Helper()
	for _, folder := range []string{"corpus", "gopher"} {
		found, err := filepath.Glob("../../../shared/" + folder + "/posts/*")
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	if len(files) == 0 {
		t.Skip("no posts beside the checkout")
	}
	return files
}

// Real posts are shown in the width that is asked for, without control characters and
// with all their words, and are printed as they are in a pipe.
func TestShowCorpus(t *testing.T) {
	w := &outcomeWorld{t: t, db: filepath.Join(t.TempDir(), "gemsub.db"), feed: pipedCapsule(t), address: "1.1.1.1:1965"}
	metas := map[string]string{".gmi": "text/gemini", ".txt": "text/plain", ".markdown": "text/markdown"}
	files := realPosts(t)
	log := "# Log\n"
	for i, file := range files {
		text, err := os.ReadFile(file)
		w.must(err)
		name := fmt.Sprintf("/%d%s", i, filepath.Ext(file))
		w.feed.Reply(name, capsule.Reply{Status: 20, Meta: metas[path.Ext(name)], Body: string(text)})
		log += "=> " + name + " " + time.Now().Format(time.DateOnly) + " A post\n"
	}
	w.feed.Page("/", log)
	w.run("add", "a.example")
	for i, file := range files {
		text, err := os.ReadFile(file)
		w.must(err)
		show := func(flags ...string) string {
			o := w.run(append([]string{"show", fmt.Sprintf("gemini://a.example/%d%s", i, filepath.Ext(file))}, flags...)...)
			if o.code != exitOK || o.stderr != "" {
				t.Fatalf("%s: exit code %d: %s", file, o.code, o.stderr)
			}
			return o.stdout
		}
		piped := show()
		if letters(piped) != letters(string(text)) {
			t.Errorf("%s: in a pipe something is lost", file)
		}
		checkSafe(t, file, piped)
		for _, width := range []int{40, 80} {
			checkShown(t, file, show("--width", fmt.Sprint(width)), piped, width)
		}
	}
}

// checkSafe fails for characters on which a terminal acts.
func checkSafe(t *testing.T, file, shown string) {
	t.Helper()
	for line := range strings.Lines(shown) {
		if text := strings.ReplaceAll(strings.TrimSuffix(line, "\n"), "\t", " "); words.Safe(text) != text {
			t.Errorf("%s: not safe: %q", file, line)
		}
	}
}

// checkShown fails for lines that are too wide, and for words that are lost outside of
// preformatted text, which is cut.
func checkShown(t *testing.T, file, shown, text string, width int) {
	t.Helper()
	checkSafe(t, file, shown)
	for line := range strings.Lines(shown) {
		if got := term.Width(strings.TrimSuffix(line, "\n")); got > width {
			t.Errorf("%s: %d columns, not %d: %q", file, got, width, line)
		}
	}
	if path.Ext(file) == ".markdown" {
		return // its marks are not shown
	}
	rest := letters(shown)
	for line := range gemtext.Lines(text) {
		if line.Kind == gemtext.Preformatted && path.Ext(file) == ".gmi" {
			continue
		}
		want := letters(line.Text)
		at := strings.Index(rest, want)
		if at < 0 {
			t.Errorf("%s: at width %d not shown: %q", file, width, line.Text)
			return
		}
		rest = rest[at+len(want):]
	}
}

// letters returns the letters and digits of a text.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, s)
}
