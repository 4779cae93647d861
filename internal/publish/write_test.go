package publish

import (
	"encoding/xml"
	"errors"
	"io"
	"math/rand/v2"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"gemsub/feed"
)

// feedWriters are the formats that can be written and read.
var feedWriters = []struct {
	format feed.Format
	write  writer
}{
	{feed.Atom, as("atom")},
	{feed.RSS, as("rss")},
	{feed.JSON, as("json")},
}

// full is a feed with all parts.
func full() *feed.Feed {
	return &feed.Feed{
		ID: "gemini://a.example/feed", Link: "gemini://a.example/", Self: "gemini://a.example/feed",
		Title: "Änne & <Co>", Subtitle: "1 < 2", Author: "Änne", Lang: "de", Updated: noon(2021, 3, 4),
		Entries: []feed.Entry{
			{ID: "gemini://a.example/1?x&y", Link: "gemini://a.example/1?x&y", Title: "AT&T <b>not bold</b>", Updated: noon(2021, 3, 4), Published: noon(2021, 3, 1).Add(-3 * time.Hour)},
			{ID: "urn:uuid:2", Link: "gemini://a.example/2", Title: "A guest's", Author: "Bea", Updated: noon(2021, 3, 3), Published: noon(2021, 3, 3)},
			{ID: "gemini://a.example/3", Link: "gemini://a.example/3", Title: "Undated"},
			{ID: "urn:uuid:2", Link: "gemini://a.example/4", Title: "Told twice", Updated: noon(2021, 3, 2)},
		},
	}
}

func TestWriteGoldens(t *testing.T) {
	for _, w := range feedWriters {
		golden(t, "testdata/full."+string(w.format), written(t, w.write, full()))
		if w.format != feed.Atom {
			golden(t, "testdata/merged."+string(w.format), written(t, w.write, merged()))
		}
	}
}

// readBack reads what was written as if it came from the feed's own URL.
func readBack(t testing.TB, format feed.Format, doc, from string) *feed.Feed {
	t.Helper()
	f := read(t, from, "application/octet-stream", doc)
	if f.Format != format {
		t.Fatalf("%s was read as %s", format, f.Format)
	}
	return f
}

// randomFeed returns a feed with characters that writers may handle wrongly, in all
// places.
func randomFeed(rnd *rand.Rand) *feed.Feed {
	pieces := []string{"a", "B", "ä", "&", "&amp;", "<", "<p>", "]]>", "\"", "'", "%20", "-", "{", "\\", "🌱", "א\u200F", "-->", "2021-03-04"}
	text := func() string {
		words := make([]string, 1+rnd.IntN(5))
		for i := range words {
			words[i] = pieces[rnd.IntN(len(pieces))]
		}
		return strings.Join(words, []string{"", " "}[rnd.IntN(2)])
	}
	seconds := rnd.Int64N(1 << 31)
	f := &feed.Feed{ID: "gemini://a.example/feed", Link: "gemini://a.example/", Self: "gemini://a.example/feed", Title: "Log " + text(), Updated: time.Unix(seconds, 0).UTC()}
	for range rnd.IntN(6) {
		link := "gemini://a.example/" + url.PathEscape(text())
		e := feed.Entry{ID: link, Link: link, Title: text(), Author: "Bea " + text()}
		if rnd.IntN(2) == 0 {
			e.ID = "urn:x:" + url.PathEscape(text())
		}
		seconds -= int64(rnd.IntN(1 << 20))
		e.Updated = time.Unix(seconds, 0).UTC()
		if rnd.IntN(2) == 0 {
			e.Published = e.Updated.Add(-time.Duration(rnd.IntN(1000)) * time.Hour)
		}
		f.Entries = append(f.Entries, e)
	}
	var distinct []feed.Entry
	for e := range f.DistinctEntries() {
		distinct = append(distinct, e)
	}
	f.Entries = distinct
	return f
}

// Reading what was written gives the same ids, links, titles, authors and times. In RSS an
// entry with only an update time gets that as its time of publication.
func TestWriteRoundTrip(t *testing.T) {
	rnd := rand.New(rand.NewPCG(28, 9))
	for range 300 {
		f := randomFeed(rnd)
		for _, w := range feedWriters {
			got := readBack(t, w.format, written(t, w.write, f), f.Self)
			ignore := cmpopts.IgnoreFields(feed.Feed{}, "Updated", "Format", "Author", "Subtitle")
			published := cmp.FilterPath(func(p cmp.Path) bool { return p.Last().String() == ".Published" }, cmp.Comparer(func(a, b time.Time) bool {
				return a.Equal(b) || w.format == feed.RSS && (a.IsZero() || b.IsZero())
			}))
			content := cmpopts.IgnoreFields(feed.Entry{}, "Content") // JSON Feed requires content
			if diff := cmp.Diff(f, got, ignore, content, published, cmpopts.EquateEmpty()); diff != "" {
				t.Fatalf("%s (-want +got):\n%s", w.format, diff)
			}
		}
	}
}

// Each entry of a merged feed keeps its own author.
func TestWriteMergedAuthors(t *testing.T) {
	f := merged()
	f.Author, f.Self = "Aggregator", "gemini://c.example/all"
	for _, w := range feedWriters {
		got := readBack(t, w.format, written(t, w.write, f), f.Self)
		if len(got.Entries) != 2 || got.Entries[0].Author != "Änne & <Co>" || got.Entries[1].Author != "Bea" || got.Author != "Aggregator" {
			t.Errorf("%s: %q wrote %+v", w.format, got.Author, got.Entries)
		}
	}
}

// No format gives an undated entry the year 1, or one that no document can state.
func TestWriteUndated(t *testing.T) {
	f := &feed.Feed{ID: "gemini://a.example/", Link: "gemini://a.example/", Title: "A"}
	for _, year := range []int{1, -1, 10000, 123456} {
		updated := noon(year, 1, 1)
		if year == 1 {
			updated = time.Time{}
		}
		f.Entries = []feed.Entry{{ID: "urn:1", Link: "gemini://a.example/1", Title: "One", Updated: updated, Published: updated}}
		for _, w := range feedWriters {
			doc := written(t, w.write, f)
			for _, wrong := range []string{"0001", "-001", "Jan -", "10000", "123456"} {
				if strings.Contains(doc, wrong) {
					t.Errorf("%s of the year %d says %s: %s", w.format, year, wrong, doc)
				}
			}
			e := readBack(t, w.format, doc, f.ID).Entries[0]
			if w.format == feed.Atom && e.Updated.Unix() == 0 {
				e.Updated = time.Time{} // Atom requires a date
			}
			if !e.Updated.IsZero() || !e.Published.IsZero() {
				t.Errorf("%s is read as %+v", w.format, e)
			}
		}
	}
}

// A page may date its entries in any year, even 0 and 1.
func TestWriteFirstYears(t *testing.T) {
	f := &feed.Feed{ID: "gemini://a.example/", Link: "gemini://a.example/", Title: "A"}
	for year, want := range []string{"0000-01-01T12:00:00Z", "0001-01-01T12:00:00Z"} {
		f.Entries = []feed.Entry{{ID: "urn:1", Link: "gemini://a.example/1", Title: "One", Updated: noon(year, 1, 1)}}
		if doc := written(t, as("atom"), f); !strings.Contains(doc, want) {
			t.Errorf("the year %d: %s", year, doc)
		}
	}
}

// Atom requires a date, so an undated entry gets that of its feed.
func TestAtomStandInDates(t *testing.T) {
	source := &feed.Feed{ID: "gemini://b.example/", Title: "B", Updated: noon(2020, 2, 2)}
	f := &feed.Feed{ID: "gemini://a.example/", Title: "A", Updated: noon(2021, 3, 4)}
	tests := []struct {
		entry feed.Entry
		want  time.Time
	}{
		{feed.Entry{Updated: noon(2019, 1, 1), Published: noon(2018, 1, 1), Source: source}, noon(2019, 1, 1)},
		{feed.Entry{Published: noon(2018, 1, 1), Source: source}, noon(2018, 1, 1)},
		{feed.Entry{Source: source}, noon(2020, 2, 2)},
		{feed.Entry{Source: &feed.Feed{}}, noon(2021, 3, 4)},
		{feed.Entry{}, noon(2021, 3, 4)},
	}
	for _, test := range tests {
		if got := newAtomEntry(test.entry, f).Updated; got != test.want.Format(time.RFC3339) {
			t.Errorf("%+v: %s", test.entry, got)
		}
	}
}

// The document is well formed, whatever its texts contain.
func TestWriteHostileText(t *testing.T) {
	const bad = "a\x00b\x1b[31m\x7f\ufffe\uffff\xff\xed\xa0\x80\n\r\t\v]]><!--</title>&#0;"
	f := &feed.Feed{ID: bad, Link: bad, Self: bad, Title: bad, Subtitle: bad, Author: bad, Lang: bad, Updated: fetched}
	f.Entries = []feed.Entry{{ID: bad, Link: bad, Title: bad, Author: bad, Updated: fetched, Source: f}}
	for _, w := range feedWriters {
		doc := written(t, w.write, f)
		if w.format == feed.JSON {
			checkJSONFeed(t, doc)
			continue
		}
		dec := xml.NewDecoder(strings.NewReader(doc))
		for {
			if _, err := dec.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", w.format, err)
			}
		}
	}
}

// Documents are written in pieces of several entries. An error ends the writing.
func TestWriteInPieces(t *testing.T) {
	f := full()
	for i := range 10_000 {
		f.Entries = append(f.Entries, feed.Entry{ID: "urn:" + strconv.Itoa(i), Link: "gemini://a.example/", Title: "T", Updated: fetched})
	}
	for _, w := range feedWriters {
		count := &countingWriter{}
		if err := w.write(count, f, f.DistinctEntries()); err != nil {
			t.Fatal(err)
		}
		whole := count.bytes
		if count.writes > whole/2000 {
			t.Errorf("%s: %d bytes in %d writes", w.format, whole, count.writes)
		}
		for _, left := range []int{0, 100, 5000, whole / 2, whole - 1} {
			out := &brokenWriter{left: left}
			if err := w.write(out, f, f.DistinctEntries()); !errors.Is(err, errBroken) {
				t.Errorf("%s after %d bytes: %v", w.format, left, err)
			}
			if out.left < -20_000 {
				t.Errorf("%s: %d bytes at once", w.format, -out.left)
			}
		}
	}
}

type countingWriter struct{ writes, bytes int }

func (w *countingWriter) Write(p []byte) (int, error) {
	w.writes++
	w.bytes += len(p)
	return len(p), nil
}

// An error of the entries is returned, and leaves the document incomplete.
func TestWriteEntriesFail(t *testing.T) {
	f := merged()
	failing := func(yield func(feed.Entry, error) bool) {
		for range 1000 {
			if !yield(f.Entries[0], nil) {
				return
			}
		}
		yield(feed.Entry{}, errBroken)
	}
	for _, w := range feedWriters {
		var part strings.Builder
		if err := w.write(&part, f, failing); !errors.Is(err, errBroken) {
			t.Errorf("%s: %v", w.format, err)
		}
		whole := written(t, w.write, f)
		if part.Len() == 0 || strings.HasSuffix(part.String(), whole[len(whole)-len("\n]\n}\n"):]) {
			t.Errorf("%s: ends with %q", w.format, part.String()[max(0, part.Len()-20):])
		}
	}
}
