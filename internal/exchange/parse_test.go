package exchange_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

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
	l, err := exchange.Parse([]byte(data), kind)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// count is the number of entries that a list accounts for.
func count(l *exchange.List) int {
	n := len(l.Subscriptions) + len(l.Problems)
	for _, s := range l.Skipped {
		n += s.Count
	}
	return n
}

func TestParse(t *testing.T) {
	t.Parallel()
	for _, s := range samples() {
		t.Run(s.file, func(t *testing.T) {
			t.Parallel()
			data := read(t, s.file)
			kind, err := exchange.Detect(data)
			if err != nil || kind != s.want.Kind {
				t.Fatalf("Detect = %q, %v, want %q", kind, err, s.want.Kind)
			}
			got := parse(t, string(data), kind)
			if diff := cmp.Diff(&s.want, got); diff != "" {
				t.Errorf("Parse (-want +got):\n%s", diff)
			}
			if n := count(got); n != s.in {
				t.Errorf("%d entries are accounted for, the file has %d", n, s.in)
			}
		})
	}
}

// sub is a subscription as most files give it.
func sub(line int, url, title string, tags ...string) exchange.Subscription {
	return exchange.Subscription{URL: url, Title: title, Tags: tags, Format: feed.Auto, Line: line}
}

// withFormat is s in another format than feed.Auto.
func withFormat(s exchange.Subscription, format feed.Format) exchange.Subscription {
	s.Format = format
	return s
}

const (
	web       = `unsupported URL scheme "https" (supported: gemini, gopher, gophers)`
	noURL     = "not an absolute URL"
	notWanted = "bookmark that is not subscribed to"
)

func opmlWant() exchange.List {
	return exchange.List{
		Kind: exchange.OPML,
		Subscriptions: []exchange.Subscription{
			sub(9, "gemini://alone.example.org/", "Ungrouped & alone"),
			sub(11, "gemini://abelard.example.org/log/", "Abelard's gemlog", "Friends", "philosophy", "logic", "letters"),
			sub(14, "gemini://heloise.example.org/", "", "Friends", "Far away"),
			withFormat(sub(23, "gemini://tiny.example.org/log.gmi", "By headings"), feed.Headings),
		},
		Problems: []exchange.Problem{
			{Line: 16, Text: "https://web.example.org/feed.xml", Message: web},
			{Line: 18, Text: "No address", Message: "outline has a type but no xmlUrl"},
			{Line: 24, Text: "gemini://odd.example.org/", Message: "unknown format smoke"},
		},
		Skipped: []model.LeftOut{{Reason: "empty group", Count: 1}, {Reason: "outline that is commented out", Count: 1}},
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
		Problems: []exchange.Problem{
			{Line: 5, Text: "https://web.example.org/feed.xml", Message: web},
			{Line: 7, Text: `"exec:gemget -o - gemini://tiny.example.org/"`, Message: "feeds from programs are not supported"},
			{Line: 8, Text: "filter:tidy:https://web.example.org/", Message: "feeds from programs are not supported"},
			{Line: 9, Text: "this line is no URL", Message: "line does not begin with a URL"},
		},
		Skipped: []model.LeftOut{{Reason: "query over other feeds", Count: 1}},
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
		Problems: []exchange.Problem{
			{Line: 6, Text: "/relative.gmi", Message: noURL},
			{Line: 8, Message: "URL is missing"},
			{Line: 12, Text: "https://web.example.org/", Message: web},
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
		Problems: []exchange.Problem{
			{Line: 1, Text: "https://web.example.org/feed.xml", Message: web},
			{Line: 1, Text: "no URL", Message: noURL},
		},
	}
}

func lagrangeWant() exchange.List {
	return exchange.List{
		Kind: exchange.Lagrange,
		Subscriptions: []exchange.Subscription{
			sub(3, "gemini://abelard.example.org/log/", `Abelard's "gemlog"`, "Friends", "Far away", "philosophy"),
			sub(34, "gemini://broken.example.org/", ""),
			sub(44, "gemini://seven.example.org/", ""),
			withFormat(sub(48, "gemini://tiny.example.org/log.gmi", "Tiny"), feed.Headings),
			sub(59, "gemini://old.example.org/", "Older tags", "Friends"),
		},
		Problems: []exchange.Problem{
			{Line: 39, Text: "https://web.example.org/feed.xml", Message: web},
		},
		Skipped: []model.LeftOut{{Reason: "folder", Count: 3}, {Reason: notWanted, Count: 1}},
	}
}
