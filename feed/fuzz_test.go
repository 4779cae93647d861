package feed

import (
	"errors"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"gemsub/internal/words"
)

// Every document gives a valid feed or an error of one line, whatever its bytes, its media
// type and the format asked for.
func FuzzRead(f *testing.F) {
	example, err := os.ReadFile("testdata/example.gmi")
	if err != nil {
		f.Fatal(err)
	}
	for _, format := range []Format{Auto, Gemtext, Atom, Twtxt, Headings, Links, WholePage, "other"} {
		f.Add(string(format), "text/gemini", example)
	}
	f.Add("", "text/gemini; charset=koi8-r; lang=ru", []byte("# \xe4\xce\n=> a 2020-11-20 \xe4"))
	f.Add("", "text/gemini; charset=utf-16", []byte("=\x00>\x00 \x00a\x00 \x002\x00"))
	f.Add("", "", []byte("=> 100% 2020-11-20 - 21:30 UTC x\r\n=>//h 2020-11-20\n```\n=> : 2020-02-30"))
	f.Add("links", "", []byte("=> GEMINI://Пример.рф:1965/%2e%zz/é?a|b#c d\n=>//h?[#]#\n=> a%2Fé\n=> HTTPS://U:p@Ü:1/%#é\n=> mailto:é%?|\n=> foo:////x\n"))
	f.Add("", "", []byte(tinylog))
	f.Add("headings", "", []byte("## 2021-08-14\n=> a\n### b\n## 2021-08-14T17:00+99:99 x\n## Sat 14 Aug 2021 5:00 pm"))
	for _, doc := range []string{smallAtom, smallRSS, smallJSON, "<feed xml:base='x' xmlns:a='b' a:c='&lt;'><entry><title type='xhtml'><b>x", "<feed><a></b><entry>< ", "<RDF:rdf/><!DOCTYPE x><?xml?>", "<feed><entry><id>\xff</id></p><entry><![CDATA[", "<rss xml:base=':'><item><title type=html>&lt;p", `{"items": [{"id": 1, "authors": [null]}, null], "authors": null}`} {
		f.Add("", "text/xml", []byte(doc))
	}
	f.Fuzz(func(t *testing.T, format, meta string, body []byte) {
		page := Page{URL: mustParse(t, "gemini://example.org/log/"), Meta: meta, Body: body, Fetched: fetched, Format: Format(format)}
		feed, err := Read(page)
		warnings, lintErr := Lint(page)
		if (feed == nil) != (lintErr != nil) {
			t.Fatalf("Read says %v, Lint says %v", err, lintErr)
		}
		if err != nil && (!utf8.ValidString(err.Error()) || strings.ContainsAny(err.Error(), "\x1b\n")) {
			t.Errorf("error %q", err)
		}
		if _, ok := errors.AsType[*SyntaxError](err); feed != nil && err != nil && !ok {
			t.Errorf("a feed comes with %v", err)
		}
		if feed == nil {
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

// Cleaning a title gives one printable line, and cleaning it again changes nothing.
func FuzzCleanTitle(f *testing.F) {
	for _, s := range []string{"- Title", "— — x", "::x", "a\u202eb\x1b[0m", "\u00a0x\u2028y", "-\u200d-", strings.Repeat("é", MaxTitle), "\xff", "…"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		once := trimSeparator(safeTitle(s))
		if twice := trimSeparator(safeTitle(once)); twice != once {
			t.Errorf("%q becomes %q, then %q", s, once, twice)
		}
		if !utf8.ValidString(once) || len(once) > MaxTitle {
			t.Errorf("%q is not UTF-8 or too long", once)
		}
		if words.Safe(once) != once {
			t.Errorf("%q is not safe", once)
		}
	})
}
