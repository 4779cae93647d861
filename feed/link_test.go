package feed

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"
	"testing"

	"gemsub/internal/address"
)

// The shortcut for plain references gives the same URLs as net/url.
func TestResolvePlain(t *testing.T) {
	r := newResolver(mustParse(t, "gemini://example.org/log/"))
	refs := []string{strings.Repeat("long", 300)}
	for i := range 100 {
		refs = append(refs, fmt.Sprintf("%d-a-post.gmi", i), fmt.Sprintf("/%d", i))
	}
	var links []string
	for _, ref := range refs {
		link, err := r.resolve(ref)
		if err != nil {
			t.Fatal(err)
		}
		links = append(links, link)
	}
	for i, ref := range refs {
		if want := r.base.ResolveReference(mustParse(t, ref)).String(); links[i] != want {
			t.Errorf("%.40q became %.80q, want %.80q", ref, links[i], want)
		}
	}
}

// Control characters are escaped in every part of a link.
func TestResolveEscapes(t *testing.T) {
	r := newResolver(mustParse(t, "gemini://example.org/log/"))
	tests := []struct{ ref, want string }{
		{"?a\u009b31m\u202ez", "gemini://example.org/log/?a%C2%9B31m%E2%80%AEz"},
		{"x\u009bé#\u2066", "gemini://example.org/log/x%C2%9B%C3%A9#%E2%81%A6"},
		{"mailto:a\u202eb?\u2028", "mailto:a%E2%80%AEb?%E2%80%A8"},
		{"?é日\u200e", "gemini://example.org/log/?%C3%A9%E6%97%A5%E2%80%8E"},
	}
	for _, test := range tests {
		got, err := r.resolve(test.ref)
		if err != nil || got != test.want {
			t.Errorf("%q became %q (%v), want %q", test.ref, got, err, test.want)
		}
	}
}

// What joins references agrees with address.Resolve, and what finds former links with
// what gemsub 0.1.0 did, for references of any pieces.
func TestJoin(t *testing.T) {
	pieces := []string{"a", "post.gmi", "/", "//", ".", "..", "../", "./", "é", "\xff", "%", "%C3", "%2e", "100%", ":", ":1970", ":1965", ":0", ":01", ":99999", "gemini://", "https://", "gopher://", "h", "H", "@", "?", "q=1&b", "#", " ", "~", "[", "|", "'", "(;=,$", "a/b:c", "*"}
	random := rand.New(rand.NewPCG(1, 2))
	for _, base := range []string{"gemini://example.org/log/", "gemini://example.org:1970/a/b/c.gmi?q#f", "gemini://h/", "gemini://h//a///b", "https://h:8080/x"} {
		r := newResolver(mustParse(t, base))
		for range 5_000 {
			var b strings.Builder
			for range 1 + random.IntN(6) {
				b.WriteString(pieces[random.IntN(len(pieces))])
			}
			checkJoin(t, r, b.String())
		}
	}
}

// checkJoin checks the short paths of a resolver against the long ones.
func checkJoin(t *testing.T, r *resolver, ref string) {
	t.Helper()
	want, err := address.Resolve(r.base, ref)
	link, ok := r.join(ref)
	if ok && (err != nil || link != want.String()) {
		t.Errorf("%q at %q: joined to %q, resolved to %v (%v)", ref, r.page, link, want, err)
	}
}

// Links to usual files are joined, whatever letters and ports they have.
func TestJoined(t *testing.T) {
	r := newResolver(mustParse(t, "gemini://example.org:1970/log/"))
	for ref, want := range map[string]string{
		"post.gmi":                  "gemini://example.org:1970/log/post.gmi",
		"a/10:30 (1).gmi":           "gemini://example.org:1970/log/a/10:30%20(1).gmi",
		"./re:x,y;z=1":              "gemini://example.org:1970/log/re:x,y;z=1",
		"a?re:x%2e":                 "gemini://example.org:1970/log/a?re:x%2E",
		"../é.gmi":                  "gemini://example.org:1970/%C3%A9.gmi",
		"100%.gmi":                  "gemini://example.org:1970/log/100%25.gmi",
		"gemini://h:1970/post.gmi":  "gemini://h:1970/post.gmi",
		"gemini://h/日.gmi":          "gemini://h/%E6%97%A5.gmi",
		"https://example.org:444/x": "https://example.org:444/x",
	} {
		if link, ok := r.join(ref); !ok || link != want {
			t.Errorf("%q: joined to %q (%v), want %q", ref, link, ok, want)
		}
	}
}

// Joined references are canonical URLs.
func FuzzJoin(f *testing.F) {
	for _, base := range []string{"gemini://example.org/log/index.gmi?q#f", "gemini://h:1970/~u/log/x?a/b=1", "gemini://example.org", "gemini://h/a%2Fb/../c/", "gemini://h//a//b", "gemini://u:%40@[fe80::1%25en0]:1/", "file:///home/x", "mailto:x"} {
		for _, ref := range []string{"post.gmi", "/post", "a/b/", "a//b", ".", "a/../b", "~x/", "/", "//h", "a:b", "100%", "a.b.c", "gemini://example.org/post", "gemini://example.org/../x", "gemini://u:%40@[fe80::1%25en0]:1/a", "gemini://h:1970/é", "gemini://h:1965/x"} {
			f.Add(base, ref)
		}
	}
	f.Fuzz(func(t *testing.T, base, ref string) {
		u, err := url.Parse(base)
		if err != nil || ref == "" {
			return
		}
		got, ok := newResolver(u).join(ref)
		if !ok {
			return
		}
		want, err := address.Resolve(u, ref)
		if err != nil || got != want.String() {
			t.Errorf("%q at %q: joined to %q, parsed to %v (%v)", ref, base, got, want, err)
		}
	})
}

// Links and IDs of entries are bounded; an entry with a long ID is found again.
func TestLongLinks(t *testing.T) {
	long := strings.Repeat("long/", MaxLink/5+1)
	page := "=> " + long + " 2026-01-01 Long\n=> gemini://h/" + long + " 2026-01-01 Long\n=> short 2026-01-01 Short\n"
	if got := titles(read(t, feedURL, "", page)); got != "Short" {
		t.Errorf("entries %q, want Short", got)
	}
	warnings, err := Lint(Page{URL: mustParse(t, feedURL), Body: []byte(page), Fetched: fetched})
	if err != nil || !strings.Contains(fmt.Sprint(warnings), "the target is longer than 2048 bytes") {
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
