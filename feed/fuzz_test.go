package feed

import (
	"os"
	"strings"
	"testing"
	"unicode/utf8"
)

// Every page is a feed, and a sound one, whatever its bytes and media type.
func FuzzRead(f *testing.F) {
	example, err := os.ReadFile("testdata/example.gmi")
	if err != nil {
		f.Fatal(err)
	}
	f.Add("text/gemini", example)
	f.Add("text/gemini; charset=koi8-r; lang=ru", []byte("# \xe4\xce\n=> a 2020-11-20 \xe4"))
	f.Add("text/gemini; charset=utf-16", []byte("=\x00>\x00 \x00a\x00 \x002\x00"))
	f.Add("", []byte("=> 100% 2020-11-20 - 21:30 UTC x\r\n=>//h 2020-11-20\n```\n=> : 2020-02-30"))
	f.Fuzz(func(t *testing.T, meta string, body []byte) {
		page := Page{URL: mustParse(t, "gemini://example.org/log/"), Meta: meta, Body: body, Fetched: fetched}
		feed, err := Read(page)
		warnings, lintErr := Lint(page)
		if (err == nil) != (lintErr == nil) {
			t.Fatalf("Read says %v, Lint says %v", err, lintErr)
		}
		if err != nil {
			return
		}
		checkFeed(t, feed)
		for _, w := range warnings {
			if w.Code == "" || !utf8.ValidString(w.Message) || strings.ContainsAny(w.Message, "\x1b\n") {
				t.Errorf("warning %+v", w)
			}
		}
	})
}

// Cleaning a title twice changes nothing more, and leaves one printable line.
func FuzzCleanTitle(f *testing.F) {
	for _, s := range []string{"- Title", "— — x", "::x", "a\u202eb\x1b[0m", "\u00a0x\u2028y", "-\u200d-", strings.Repeat("é", MaxTitle), "\xff", "…"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		once := trimSeparator(cleanTitle(s))
		if twice := trimSeparator(cleanTitle(once)); twice != once {
			t.Errorf("%q becomes %q, then %q", s, once, twice)
		}
		if !utf8.ValidString(once) || len(once) > MaxTitle {
			t.Errorf("%q is not UTF-8 or too long", once)
		}
		for _, r := range once {
			if printable(r) != r {
				t.Errorf("%q holds %U", once, r)
			}
		}
	})
}
