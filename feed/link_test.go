package feed

import (
	"fmt"
	"strings"
	"testing"
)

// Plain references give the same URLs as net/url.
func TestResolvePlain(t *testing.T) {
	base := mustParse(t, "gemini://example.org/log/index.gmi?q#f")
	refs := []string{strings.Repeat("long", 300), "a/b.gmi", "a//b", "a/./b", "a/../b", "a/..", "..a", ".", "a.b/", "//h/a"}
	for i := range 100 {
		refs = append(refs, fmt.Sprintf("%d-a-post.gmi", i), fmt.Sprintf("/%d", i))
	}
	for _, ref := range refs {
		if got, want := resolve(base, ref), base.ResolveReference(mustParse(t, ref)).String(); got != want {
			t.Errorf("%.40q became %.80q, want %.80q", ref, got, want)
		}
	}
}

// The links of a file on this machine lead to files.
func TestResolveFile(t *testing.T) {
	base := mustParse(t, "file:///home/me/index.gmi")
	for ref, want := range map[string]string{"a.gmi": "file:///home/me/a.gmi", "file://": "", "gemini:": ""} {
		if got := resolve(base, ref); got != want {
			t.Errorf("%q became %q, want %q", ref, got, want)
		}
	}
}

// Control characters are escaped in every part of a link.
func TestResolveEscapes(t *testing.T) {
	base := mustParse(t, "gemini://example.org/log/")
	tests := []struct{ ref, want string }{
		{"?a\u009b31m\u202ez", "gemini://example.org/log/?a%C2%9B31m%E2%80%AEz"},
		{"x\u009bé#\u2066", "gemini://example.org/log/x%C2%9B%C3%A9#%E2%81%A6"},
		{"mailto:a\u202eb?\u2028", "mailto:a%E2%80%AEb?%E2%80%A8"},
		{"?é日\u200e", "gemini://example.org/log/?%C3%A9%E6%97%A5%E2%80%8E"},
	}
	for _, test := range tests {
		if got := resolve(base, test.ref); got != test.want {
			t.Errorf("%q became %q, want %q", test.ref, got, test.want)
		}
	}
}

// Links and IDs of entries are bounded; an entry with a long ID is found again.
func TestLongLinks(t *testing.T) {
	long := strings.Repeat("long/", MaxLink/5+1)
	page := "=> " + long + " 2026-01-01 Long\n=> gemini://h/" + long + " 2026-01-01 Long\n=> short 2026-01-01 Short\n"
	if got := titles(read(t, feedURL, "", page)); got != "Short" {
		t.Errorf("entries %q, want Short", got)
	}
	warnings, err := Lint(Page{URL: mustParse(t, feedURL), Body: []byte(page), Fetched: fetched})
	if err != nil || !strings.Contains(fmt.Sprint(warnings), "or is longer than 2048 bytes") {
		t.Errorf("%v; %v", err, warnings)
	}
	for _, document := range []string{
		`<feed><entry><id>` + long + `</id><title>T</title></entry></feed>`,
		`<rss><channel><item><guid>` + long + `</guid><link>` + long + `</link><title>T</title></item></channel></rss>`,
		`{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"` + long + `","title":"T"}]}`,
		"## 2026-01-01 " + long + "\ntext\n## 2025-01-01 b\ntext\n",
	} {
		one, two := read(t, feedURL, "", document), read(t, feedURL, "", document)
		checkFeed(t, one)
		if len(one.Entries) == 0 || one.Entries[0].ID != two.Entries[0].ID || one.Entries[0].Link != feedURL {
			t.Errorf("%.30s: %+.300v", document, one.Entries)
		}
	}
}
