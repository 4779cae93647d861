package publish

import (
	"errors"
	"flag"
	"io"
	"iter"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gemsub/feed"
)

var update = flag.Bool("update", false, "rewrite golden files")

// writers are the package's writers by file name extension.
var writers = map[string]writer{
	"gmi":  as("gemtext"),
	"html": as("html"),
}

type writer func(io.Writer, *feed.Feed, iter.Seq2[feed.Entry, error]) error

// as returns a function that writes a feed in a format.
func as(format string) writer {
	return func(w io.Writer, f *feed.Feed, entries iter.Seq2[feed.Entry, error]) error {
		return Document{Feed: f, Entries: entries}.Write(w, format)
	}
}

func written(t testing.TB, write writer, f *feed.Feed) string {
	t.Helper()
	var b strings.Builder
	if err := write(&b, f, f.DistinctEntries()); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// fetched is when the pages of these tests were fetched.
var fetched = time.Date(2026, 1, 31, 18, 30, 0, 0, time.UTC)

// read reads a document as a subscriber does.
func read(t testing.TB, base, meta, body string) *feed.Feed {
	t.Helper()
	u, err := url.Parse(base)
	if err != nil {
		t.Fatal(err)
	}
	f, err := feed.Read(feed.Page{URL: u, Meta: meta, Body: []byte(body), Fetched: fetched})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func noon(year int, month time.Month, day int) time.Time {
	return time.Date(year, month, day, 12, 0, 0, 0, time.UTC)
}

// planet is a merged feed with entries that are hard to lay out.
func planet() *feed.Feed {
	ann := &feed.Feed{ID: "gemini://a.example/", Link: "gemini://a.example/", Title: "Änne & <Co>", Lang: "de"}
	bea := &feed.Feed{ID: "gemini://b.example/log/", Link: "gemini://b.example/log/", Title: "Bea's log, which is told at length by its title, as some are", Author: "Bea"}
	hebrew := &feed.Feed{ID: "gemini://c.example/", Link: "gemini://c.example/", Title: "יומן", Lang: "he"}
	evil := &feed.Feed{ID: "javascript:alert(1)", Link: "javascript:alert(1)", Title: "</title><script>alert(2)</script>"}
	entry := func(link, title string, updated time.Time, source *feed.Feed) feed.Entry {
		return feed.Entry{ID: link, Link: link, Title: title, Updated: updated, Source: source}
	}
	guest := entry("gemini://b.example/log/guest.gmi", "Rust in peace", noon(2021, 3, 4), bea)
	guest.Author = "Chris"
	return &feed.Feed{
		ID: "urn:uuid:5b7b1b0e-0000-4000-8000-000000000000", Self: "https://planet.example/", Title: "Planet \"Small\" & friends", Updated: noon(2021, 3, 4),
		Entries: []feed.Entry{
			entry("gemini://a.example/1?x&y", "Eins < zwei", noon(2021, 3, 4).Add(5*time.Hour), ann),
			guest,
			entry("gemini://b.example/log/long.gmi", "On the many ways in which a title may be longer than any line has room for, and what is to be done about that", noon(2021, 3, 4), bea),
			entry("gemini://b.example/log/word.gmi", strings.Repeat("Donaudampfschifffahrt", 8), noon(2021, 3, 4), bea),
			entry("gemini://a.example/1?x&y", "Told twice", noon(2021, 3, 3), bea),
			entry("gemini://c.example/1", "שלום, עולם", noon(2021, 3, 3), hebrew),
			entry("javascript:alert(3)", "<img src=x onerror=alert(4)>", noon(2021, 3, 3), evil),
			entry("gopher://d.example/0/x\"onclick=\"alert(5)", "12:30 lunch", noon(2021, 3, 2), nil),
			entry("https://e.example/a b", "=cmd|'/C calc'!A0, \"quoted\"", noon(2021, 3, 1), ann),
			entry("spartan://f.example/", "Undated", time.Time{}, bea),
		},
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

func TestGoldens(t *testing.T) {
	for ending, write := range writers {
		golden(t, "testdata/planet."+ending, written(t, write, planet()))
	}
}

func TestEmpty(t *testing.T) {
	f := &feed.Feed{ID: "gemini://a.example/", Title: "A", Lang: "fr"}
	want := map[string]string{
		"gmi":  "# A\n\nNewest first.\n",
		"html": "<p>No entries.</p>",
	}
	for ending, write := range writers {
		if got := written(t, write, f); !strings.Contains(got, want[ending]) {
			t.Errorf("%s: %s", ending, got)
		}
	}
}

func TestWriteErrors(t *testing.T) {
	f := planet()
	all := func(yield func(feed.Entry, error) bool) {
		for i := range 2_000 {
			if !yield(f.Entries[i%len(f.Entries)], nil) {
				return
			}
		}
	}
	for ending, write := range writers {
		var b strings.Builder
		if err := write(&b, f, all); err != nil {
			t.Fatal(err)
		}
		whole := b.Len()
		for _, left := range []int{0, 1000, whole - 1} {
			if err := write(&brokenWriter{left: left}, f, all); !errors.Is(err, errBroken) {
				t.Errorf("%s after %d bytes: %v", ending, left, err)
			}
		}
	}
}

// An error of entries is returned, and does not end the page as if it were whole.
func TestEntriesFail(t *testing.T) {
	f := planet()
	failing := func(yield func(feed.Entry, error) bool) {
		if yield(f.Entries[0], nil) {
			yield(feed.Entry{}, errBroken)
		}
	}
	for ending, write := range writers {
		if err := write(io.Discard, f, failing); !errors.Is(err, errBroken) {
			t.Errorf("%s: %v", ending, err)
		}
	}
}
