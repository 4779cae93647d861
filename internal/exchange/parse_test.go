package exchange_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"gemsub/feed"
	"gemsub/internal/exchange"
	"gemsub/internal/model"
)

// sample is a file of another program with bad entries in between.
type sample struct {
	file string
	in   int // entries in the file, counted by hand
	want exchange.List
}

func samples() []sample {
	return []sample{
		{"feeds.opml", 9, opmlWant()},
		{"urls", 13, urlsWant()},
		{"sites.txt", 6, gemtextWant()},
		{"subscriptions.json", 6, amforaWant()},
		{"bookmarks.ini", 10, lagrangeWant()},
	}
}

func read(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func parse(t testing.TB, data string, kind exchange.Kind) *exchange.List {
	t.Helper()
	l, err := exchange.Parse("", []byte(data), kind)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// count returns how many entries a list reports.
func count(l *exchange.List) int {
	n := len(l.Subscriptions) + len(l.Problems)
	for _, skipped := range l.Skipped {
		n += skipped
	}
	return n
}

func TestParse(t *testing.T) {
	t.Parallel()
	for _, s := range samples() {
		t.Run(s.file, func(t *testing.T) {
			t.Parallel()
			data := read(t, s.file)
			got := parse(t, string(data), exchange.Auto)
			if diff := cmp.Diff(&s.want, got, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("Parse (-want +got):\n%s", diff)
			}
			if n := count(got); n != s.in {
				t.Errorf("%d entries are accounted for, the file has %d", n, s.in)
			}
		})
	}
}

// sub returns a subscription with the fields that most files set.
func sub(line int, url, title string, tags ...string) exchange.Subscription {
	return exchange.Subscription{Line: line, Subscription: model.Subscription{URL: url, Title: title, Tags: tags, Format: string(feed.Auto)}}
}

// refused returns a problem. An empty text means the whole file.
func refused(line int, text, message string) model.ImportLine {
	return model.ImportLine{Line: line, Result: model.ImportRefused, URL: text, Detail: message}
}

// withFormat returns s with a format.
func withFormat(s exchange.Subscription, format feed.Format) exchange.Subscription {
	s.Format = string(format)
	return s
}

const (
	web       = `unsupported URL scheme "https" (supported: gemini, gopher, gophers)`
	noURL     = "not an absolute URL"
	notWanted = "bookmark or folder that is not subscribed to"
)

func opmlWant() exchange.List {
	return exchange.List{
		Kind: exchange.OPML,
		Subscriptions: []exchange.Subscription{
			sub(9, "gemini://alone.example.org/", "Ungrouped & alone"),
			sub(11, "gemini://abelard.example.org/log/", "Abelard's gemlog", "Friends", "philosophy", "logic", "letters"),
			sub(14, "gemini://heloise.example.org/", "", "Friends", "Far away"),
			sub(21, "gemini://gone.example.org/", "Gone", "Old"),
			withFormat(sub(23, "gemini://tiny.example.org/log.gmi", "By headings"), feed.Headings),
			sub(24, "gemini://odd.example.org/", "Odd"),
		},
		Problems: []model.ImportLine{
			refused(16, "https://web.example.org/feed.xml", web),
		},
		Skipped: map[string]int{"outline without xmlUrl": 2},
	}
}

func urlsWant() exchange.List {
	return exchange.List{
		Kind: exchange.URLs,
		Subscriptions: []exchange.Subscription{
			sub(2, "gemini://abelard.example.org/log/", "Abelard's gemlog", "friends", "philosophy"),
			sub(3, "gemini://heloise.example.org/", "Heloise", "far away", "hidden"),
			sub(10, "gopher://gopher.example.org/1/phlog", ""),
			sub(11, "gemini://plain.example.org/atom.xml", ""),
			sub(12, "gemini://typed.example.org/gemlog/", ""),
			sub(13, "gemini://slashes.example.org/", ""),
			sub(14, "gemini://alone.example.org/", ""),
			sub(15, "gemini://quoted.example.org/", "never", "closed"),
		},
		Problems: []model.ImportLine{
			refused(5, "https://web.example.org/feed.xml", web),
			refused(7, `"exec:gemget -o - gemini://tiny.example.org/"`, "line does not begin with a URL"),
			refused(8, "filter:tidy:https://web.example.org/", "line does not begin with a URL"),
			refused(9, "this line is no URL", "line does not begin with a URL"),
		},
		Skipped: map[string]int{"query over other feeds": 1},
	}
}

func gemtextWant() exchange.List {
	return exchange.List{
		Kind: exchange.Gemtext,
		Subscriptions: []exchange.Subscription{
			sub(4, "gemini://abelard.example.org/log/", "Abelard's gemlog"),
			sub(5, "gemini://heloise.example.org/", ""),
			sub(7, "gopher://gopher.example.org/1/phlog", "Phlog"),
		},
		Problems: []model.ImportLine{
			refused(6, "/relative.gmi", noURL),
			refused(8, "", noURL),
			refused(12, "https://web.example.org/", web),
		},
	}
}

func amforaWant() exchange.List {
	return exchange.List{
		Kind: exchange.Amfora,
		Subscriptions: []exchange.Subscription{
			sub(1, "gemini://abelard.example.org/atom.xml", "Abelard's gemlog"),
			sub(1, "gemini://odd.example.org/rss.xml", ""),
			sub(1, "gemini://heloise.example.org/", ""),
			sub(1, "gemini://null.example.org/", ""),
		},
		Problems: []model.ImportLine{
			refused(1, "https://web.example.org/feed.xml", web),
			refused(1, "no URL", "it contains a space or control character"),
		},
	}
}

func lagrangeWant() exchange.List {
	return exchange.List{
		Kind: exchange.Lagrange,
		Subscriptions: []exchange.Subscription{
			sub(3, "gemini://abelard.example.org/log/", `Abelard's "gemlog"`, "Far away", "Friends", "philosophy"),
			sub(34, "gemini://broken.example.org/", ""),
			sub(44, "gemini://seven.example.org/", ""),
			withFormat(sub(48, "gemini://tiny.example.org/log.gmi", "Tiny"), feed.Headings),
			sub(59, "gemini://old.example.org/", "Older tags", "Friends", "homepage"),
		},
		Problems: []model.ImportLine{
			refused(39, "https://web.example.org/feed.xml", web),
			refused(55, "", "URL is empty"),
		},
		Skipped: map[string]int{notWanted: 3},
	}
}

// Outlines are read at any depth that the XML reader allows, with names in upper or lower
// case and URLs as people type them.
func TestOutlines(t *testing.T) {
	t.Parallel()
	deep := func(n int) string {
		return "<opml><body>" + strings.Repeat("<outline text='g'>", n) + "<outline xmlUrl='gemini://a/'/>" + strings.Repeat("</outline>", n) + "</body></opml>"
	}
	tests := []struct {
		name, data string
		want       []exchange.Subscription
	}{
		{"URL without scheme", "<opml><body><outline text='A' xmlUrl=' a.example/log '/><outline xmlUrl='//b.example'/><outline xmlUrl='localhost:1966'/></body></opml>", []exchange.Subscription{
			sub(1, "gemini://a.example/log", "A"), sub(1, "gemini://b.example/", ""), sub(1, "gemini://localhost:1966/", ""),
		}},
		{"names in any case", "<OPML><Body><Outline TEXT='T' XmlURL='gemini://a/' Category='c'/><OUTLINE text='T' xmlURL='gemini://b/'/></Body></OPML>", []exchange.Subscription{
			sub(1, "gemini://a/", "T", "c"), sub(1, "gemini://b/", "T"),
		}},
		{"a group with a type", "<opml><body><outline type='rss' text='g'><outline xmlUrl='gemini://a/'/></outline></body></opml>", []exchange.Subscription{sub(1, "gemini://a/", "", "g")}},
		{"a feed with outlines", "<opml><body><outline text='F' xmlUrl='gemini://a/'><outline xmlUrl='gemini://b/'/></outline></body></opml>", []exchange.Subscription{
			sub(1, "gemini://a/", "F"), sub(1, "gemini://b/", ""),
		}},
		{"categories", "<opml><body><outline xmlUrl='gemini://a/' category='/x/y, a/b ,50%, 50%25,p%2Cq'/></body></opml>", []exchange.Subscription{
			sub(1, "gemini://a/", "", "x", "y", "a", "b", "50%", "p,q"),
		}},
		{"97 groups", deep(97), []exchange.Subscription{sub(1, "gemini://a/", "", "g")}},
		{"98 groups", deep(98), nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, parse(t, tt.data, exchange.OPML).Subscriptions); diff != "" {
				t.Errorf("Subscriptions (-want +got):\n%s", diff)
			}
		})
	}
}
