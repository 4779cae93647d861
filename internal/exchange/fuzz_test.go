package exchange_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"gemsub/feed"
	"gemsub/internal/exchange"
)

// checkSubscription checks the properties of every subscription.
func checkSubscription(t *testing.T, s exchange.Subscription) {
	t.Helper()
	if !strings.HasPrefix(s.URL, "gemini://") && !strings.HasPrefix(s.URL, "gopher://") && !strings.HasPrefix(s.URL, "gophers://") || !utf8.ValidString(s.URL) || strings.ContainsFunc(s.URL, unicode.IsControl) {
		t.Errorf("URL %q", s.URL)
	}
	if s.Line < 1 || s.Format == "" {
		t.Errorf("line %d, format %q", s.Line, s.Format)
	}
	if len(s.Title) > feed.MaxTitle || !printable(s.Title) {
		t.Errorf("title %q", s.Title)
	}
	if len(s.Tags) > 32 {
		t.Errorf("%d tags", len(s.Tags))
	}
	for i, tag := range s.Tags {
		if tag == "" || len(tag) > 128 || !printable(tag) || slices.Contains(s.Tags[:i], tag) {
			t.Errorf("tag %q of %q", tag, s.Tags)
		}
	}
}

// printable reports whether a text is one line without control characters, overrides and
// doubled white space.
func printable(s string) bool {
	return utf8.ValidString(s) && s == strings.Join(strings.Fields(s), " ") &&
		!strings.ContainsFunc(s, unicode.IsControl) && !strings.ContainsAny(s, "\u202A\u202B\u202D\u202E\u2066\u2067\u2068\uFEFF")
}

// fuzz parses any input as one kind, and checks the properties of every list.
func fuzz(f *testing.F, kind exchange.Kind) {
	for _, s := range samples() {
		f.Add(read(f, s.file))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		l, err := exchange.Parse("", data, kind)
		if err != nil {
			return
		}
		for _, s := range l.Subscriptions {
			checkSubscription(t, s)
		}
		last := 1
		for _, p := range l.Problems {
			if p.Line < last || p.Detail == "" || len(p.URL) > 200 || !printable(p.URL) || !printable(p.Detail) {
				t.Errorf("problem %+v behind line %d", p, last)
			}
			last = p.Line
		}
	})
}

func FuzzOPML(f *testing.F)     { fuzz(f, exchange.OPML) }
func FuzzURLs(f *testing.F)     { fuzz(f, exchange.URLs) }
func FuzzGemtext(f *testing.F)  { fuzz(f, exchange.Gemtext) }
func FuzzAmfora(f *testing.F)   { fuzz(f, exchange.Amfora) }
func FuzzLagrange(f *testing.F) { fuzz(f, exchange.Lagrange) }

// FuzzWriteOPML checks that writing a list and reading it again gives the same list.
func FuzzWriteOPML(f *testing.F) {
	f.Add("gemini://a/", "A title", "one", "two", "headings")
	f.Add("gemini://a/?x&y", "\"<>'", "a,b%2C", "/a/b", "auto")
	f.Add("gemini://a/ b", "gemini://a/ b", "%25", "\u202E", "")
	f.Fuzz(func(t *testing.T, url, title, tag1, tag2, format string) {
		once := reread(t, []exchange.Subscription{withFormat(sub(0, url, title, tag1, tag2), feed.Format(format))})
		if diff := diffSubscriptions(once, reread(t, once)); diff != "" {
			t.Errorf("a second round changed (-first +second):\n%s", diff)
		}
	})
}
