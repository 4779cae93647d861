package feed

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const twtxt = "# nick = wren\n# url = gemini://example.org/twtxt.txt\n# description = Small things\n\n" +
	"2026-11-20T19:56:00Z\tFinished the miniature.\n2026-11-19T08:00:00+01:00\tGood morning.\n"

// A text/plain document is a twtxt file if two or more lines are twts, and these outnumber the others.
func TestTwtxtDetection(t *testing.T) {
	for name, test := range map[string]struct {
		meta, text string
		isTwtxt    bool
	}{
		"two twts":           {"text/plain", twtxt, true},
		"with a charset":     {"text/plain; charset=utf-8", twtxt, true},
		"one twt":            {"text/plain", "2026-11-20T19:56:00Z\tOne\n", false},
		"as many others":     {"text/plain", twtxt + "Hello\nthere\n", false},
		"fewer others":       {"text/plain", twtxt + "Hello\n", true},
		"text/gemini":        {"text/gemini", twtxt, false},
		"spaces, not tabs":   {"text/plain", strings.ReplaceAll(twtxt, "\t", " "), false},
		"days without times": {"text/plain", "2026-11-20\tOne\n2026-11-19\tTwo\n", false},
	} {
		f, err := Read(Page{URL: mustParse(t, logURL), Meta: test.meta, Body: []byte(test.text), Fetched: fetched})
		if got := f != nil && f.Format == Twtxt; got != test.isTwtxt {
			t.Errorf("%s: twtxt is %t, want %t (%v)", name, got, test.isTwtxt, err)
		}
	}
}

func TestTwtxt(t *testing.T) {
	f := readAs(t, Auto, "text/plain", twtxt)
	if f.Title != "wren" || f.Subtitle != "Small things" {
		t.Errorf("title %q, subtitle %q", f.Title, f.Subtitle)
	}
	want := "2026-11-20 19:56:00 | Finished the miniature. | #2026-11-20T19:56:00Z | \n" +
		"2026-11-19 07:00:00 | Good morning. | #2026-11-19T07:00:00Z | \n"
	if diff := cmp.Diff(want, list(f)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if c := f.Entries[0].Content; c == nil || c.Text != "Finished the miniature.\n" || c.MediaType != "text/plain" {
		t.Errorf("content %+v", c)
	}
}

func TestTwtxtLines(t *testing.T) {
	for line, want := range map[string]string{
		"2026-11-20T19:56:00.123456Z\tFraction":                         "2026-11-20 19:56:00 | Fraction | #2026-11-20T19:56:00Z | \n",
		"2026-11-20T19:56Z\tNo seconds":                                 "2026-11-20 19:56:00 | No seconds | #2026-11-20T19:56:00Z | \n",
		"2026-11-20t19:56:00z\tLower case":                              "2026-11-20 19:56:00 | Lower case | #2026-11-20T19:56:00Z | \n",
		"2026-11-20T19:56:00Z\tHi @<ann gemini://a.example/twtxt.txt>!": "2026-11-20 19:56:00 | Hi @ann! | #2026-11-20T19:56:00Z | \n",
		"2026-11-20T19:56:00Z\t(#abcdefg) I agree":                      "2026-11-20 19:56:00 | (#abcdefg) I agree | #2026-11-20T19:56:00Z | \n",
		"2026-11-20T19:56:00Z\t" + strings.Repeat("word ", 30):          "2026-11-20 19:56:00 | " + strings.TrimSpace(strings.Repeat("word ", 15)) + "… | #2026-11-20T19:56:00Z | \n",
		"2026-11-20T19:56:00Z\t ":                                       "",
		"2026-11-20T19:56:00\tNo zone":                                  "",
		"0000-01-01T00:00:00+01:00\tBefore the year 0":                  "",
		"2026-02-30T19:56:00Z\tNo day":                                  "",
		"  2026-11-20T19:56:00Z\tIndented\r":                            "2026-11-20 19:56:00 | Indented | #2026-11-20T19:56:00Z | \n",
		"2026-11-20T19:56:00Z\tOne\u2028two\x1b[31m \u202ered":          "2026-11-20 19:56:00 | One two red | #2026-11-20T19:56:00Z | \n",
	} {
		if got := list(readAs(t, Twtxt, "text/plain", line+"\n")); got != want {
			t.Errorf("%q: got %q, want %q", line, got, want)
		}
	}
}

// Of equal times the twt that was written first has no number, in whichever direction the file
// runs, so that a new one changes no other.
func TestTwtxtEqualTimes(t *testing.T) {
	const at = "2026-11-20T19:56:00Z\t"
	up := "2026-11-19T10:00:00Z\tZero\n" + at + "First\n" + at + "Second\n"
	down := at + "Second\n" + at + "First\n2026-11-19T10:00:00Z\tZero\n"
	want := "2026-11-20 19:56:00 | Second | #2026-11-20T19:56:00Z%20(2) | \n2026-11-20 19:56:00 | First | #2026-11-20T19:56:00Z | \n" +
		"2026-11-19 10:00:00 | Zero | #2026-11-19T10:00:00Z | \n"
	for _, text := range []string{up, down} {
		if diff := cmp.Diff(want, list(readAs(t, Twtxt, "text/plain", text))); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

// Such files grow at the end: of a long one the newest lines count.
func TestLongTwtxt(t *testing.T) {
	var text strings.Builder
	const lines = maxCollected + 10
	for i := range lines {
		fmt.Fprintf(&text, "2026-01-%02dT%02d:%02d:%02dZ\tLine %d\n", 1+i/86400, i/3600%24, i/60%60, i%60, i)
	}
	f := readAs(t, Auto, "text/plain", text.String())
	if n := len(f.Entries); n != maxCollected || f.Entries[0].Title != fmt.Sprint("Line ", lines-1) || f.Entries[n-1].Title != "Line 10" {
		t.Errorf("%d entries, from %q to %q", n, f.Entries[0].Title, f.Entries[n-1].Title)
	}
}
