package publish

import (
	"math/rand/v2"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gemsub/feed"
)

// subscribe reads the page that Gemtext writes for f, as a subscriber does.
func subscribe(t testing.TB, f *feed.Feed) *feed.Feed {
	t.Helper()
	base := &url.URL{Scheme: "gemini", Host: "planet.example", Path: "/"}
	got, err := feed.Read(feed.Page{URL: base, Body: []byte(written(t, as("gemtext"), f)), Fetched: time.Unix(0, 0)})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// lines returns the links of the dated entries of a feed with their days, and for each link
// the first title, with its author or source.
func lines(f *feed.Feed, label func(feed.Entry) string) []string {
	var all []string
	seen := map[string]bool{}
	for e := range f.DistinctEntries() {
		if e.Updated.IsZero() || seen[e.Link] {
			continue
		}
		seen[e.Link] = true
		all = append(all, e.Link+" "+e.Updated.Format(time.DateOnly)+" "+label(e))
	}
	return all
}

func ownTitle(e feed.Entry) string { return e.Title }

func byAuthor(e feed.Entry) string {
	switch {
	case e.Author != "":
		return e.Author + ": " + e.Title
	case e.Source != nil:
		return e.Source.Title + ": " + e.Title
	}
	return e.Title
}

// The page of a feed, read as a feed, has the same links with the same days in the same order.
// Its titles name the authors.
func TestGemtextRoundTrip(t *testing.T) {
	f := planet()
	got := subscribe(t, f)
	want := lines(f, byAuthor)
	for i := range want {
		want[i] = strings.Replace(want[i], "/a b ", "/a%20b ", 1)
		want[i] = strings.Replace(want[i], `x"onclick="alert(5)`, "x%22onclick=%22alert(5)", 1)
	}
	if diff := cmp.Diff(want, lines(got, ownTitle)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got.Title != f.Title || got.Subtitle != "" || got.Format != feed.Gemtext {
		t.Errorf("read as %s: title %q, subtitle %q", got.Format, got.Title, got.Subtitle)
	}
	f.Subtitle = "What they write"
	if got := subscribe(t, f); got.Subtitle != f.Subtitle {
		t.Errorf("subtitle %q", got.Subtitle)
	}
}

func TestGemtextOfRandomFeeds(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	words := []string{"a", "B", "2021-03-04", "12:30", "9:15pm", "UTC", "#", "=>", "```", "*", ">", "ä", "🌱", "100%", "7"}
	text := func() string {
		some := make([]string, 1+rnd.IntN(4))
		for i := range some {
			some[i] = words[rnd.IntN(len(words))]
		}
		return "x"[rnd.IntN(2):] + strings.Join(some, " ")
	}
	for range 500 {
		f := &feed.Feed{ID: "gemini://a.example/", Title: text()}
		date := noon(2021, 3, 28)
		for range rnd.IntN(9) {
			date = date.Add(-time.Duration(rnd.IntN(30)) * time.Hour)
			link := "gemini://a.example/" + url.PathEscape(text())
			e := feed.Entry{ID: "urn:" + link + text(), Link: link, Title: "x" + text(), Updated: date}
			switch rnd.IntN(4) {
			case 0:
				e.Author = "9" + text()
			case 1:
				e.Source = &feed.Feed{Title: "9" + text()}
			case 2:
				e.Title = strings.TrimLeft(text(), "#=>*` ") + "x" // separators do not survive
			}
			f.Entries = append(f.Entries, e)
		}
		label := func(e feed.Entry) string { return strings.TrimLeft(byAuthor(e), "=>* ") }
		if diff := cmp.Diff(lines(f, label), lines(subscribe(t, f), label)); diff != "" {
			t.Fatalf("(-want +got):\n%s\n%s", diff, written(t, as("gemtext"), f))
		}
	}
}

// Subscribers get titles without the separators that the convention removes.
func TestGemtextTitles(t *testing.T) {
	tests := []struct{ author, title, want string }{
		{"", "Title", "Title"},
		{"", "12:30 lunch", "12:30 lunch"},
		{"", "9:15 pm", "9:15 pm"},
		{"", "2021-03-04 again", "2021-03-04 again"},
		{"", "2021-03-04", "2021-03-04"},
		{"", "7", "7"},
		{"12:30", "x", "12:30: x"},
		{"Ann", "- dash", "Ann: - dash"},
		{"Ann", "12:30 lunch", "Ann: 12:30 lunch"},
		{"Ann", "", "Ann:"},
		{"", "- dash", "dash"},
		{"", "--", "post"},
		{"", "", "post"},
		{"", "one\ntwo\r\n=> three\x1b[1m\u0085four", "one two => three four"},
		{"A\nB", "x", "A B: x"},
		{"", "a\xffb", "a\ufffdb"},
	}
	for _, test := range tests {
		const link = "gemini://a.example/post.gmi"
		got := subscribe(t, &feed.Feed{Title: "T", Entries: []feed.Entry{{ID: "urn:1", Link: link, Title: test.title, Author: test.author, Updated: noon(2021, 3, 4)}}})
		if len(got.Entries) != 1 || got.Entries[0].Title != test.want || got.Entries[0].Link != link || !got.Entries[0].Updated.Equal(noon(2021, 3, 4)) {
			t.Errorf("%q by %q: got %+v", test.title, test.author, got.Entries)
		}
	}
}

// An undated entry is on the page, but subscribers get no entry, whatever its title begins
// with.
func TestGemtextUndated(t *testing.T) {
	f := &feed.Feed{Title: "T"}
	for _, updated := range []time.Time{{}, noon(2021, 1, 1).AddDate(8000, 0, 0)} {
		f.Entries = []feed.Entry{{ID: "urn:1", Link: "gemini://a.example/", Title: "2021-03-04 x", Updated: updated}}
		if got := subscribe(t, f); len(got.Entries) != 0 {
			t.Errorf("got %+v", got.Entries)
		}
		if page := written(t, as("gemtext"), f); !strings.Contains(page, "\n## Undated\n=> gemini://a.example/ undated - 2021-03-04 x\n") {
			t.Error(page)
		}
	}
}

// Each entry becomes one line with the right link, whatever its texts contain.
func FuzzGemtext(f *testing.F) {
	f.Add("Title", "- 12:30 ```", "# Author", "gemini://a.example/ b\nc")
	f.Add("\n", "\r", "", "x\t")
	f.Fuzz(func(t *testing.T, title, entry, author, path string) {
		u := &url.URL{Scheme: "gemini", Host: "a.example", Path: "/" + path}
		if len(u.String()) > feed.MaxLink {
			return // a link that long is no entry
		}
		in := &feed.Feed{ID: "urn:f", Title: title, Entries: []feed.Entry{
			{ID: "urn:1", Link: u.String(), Title: entry, Author: author, Updated: noon(2021, 3, 4)},
			{ID: "urn:2", Link: "gemini://b.example/", Title: entry, Source: &feed.Feed{Title: author}, Updated: noon(2021, 3, 3)},
			{ID: "urn:3", Link: "mailto:" + path, Title: entry},
		}}
		got := subscribe(t, in)
		if len(got.Entries) != 2 || got.Entries[1].Link != "gemini://b.example/" || !got.Entries[1].Updated.Equal(noon(2021, 3, 3)) {
			t.Fatalf("got %+v", got.Entries)
		}
		if path == "" && got.Entries[0].Link != u.String() {
			t.Errorf("link %s", got.Entries[0].Link)
		}
	})
}
