package feed

import (
	"fmt"
	"strings"
	"testing"

	"gemsub/internal/hostile"
	"gemsub/internal/menu"
)

// hostileReaders returns functions that read a document, one for each way to do so.
func hostileReaders(tb testing.TB) map[string]func([]byte) {
	base := mustParse(tb, feedURL)
	readers := map[string]func([]byte){
		"lint": func(doc []byte) { _, _ = Lint(Page{URL: base, Body: doc, Fetched: fetched}) },
		"lint-menu": func(doc []byte) {
			_, _ = Lint(Page{URL: base, Meta: menu.MediaType, Body: doc, Fetched: fetched})
		},
		"candidates": func(doc []byte) {
			Candidates(Page{URL: base, Body: doc, Fetched: fetched})
		},
	}
	for _, format := range []Format{Auto, Gemtext, Headings, Links, Whole, Atom} {
		readers[string(format)] = func(doc []byte) {
			_, _ = Read(Page{URL: base, Body: doc, Fetched: fetched, Format: format})
		}
	}
	return readers
}

func BenchmarkHostile(b *testing.B) {
	for name, read := range hostileReaders(b) {
		b.Run(name, func(b *testing.B) { hostile.Benchmark(b, hostile.DocumentSize, read) })
	}
}

// Lint also reads a document in the format that it finds.
func TestHostileShapes(t *testing.T) {
	readers := hostileReaders(t)
	for _, name := range []string{"lint", "lint-menu", "headings", "links", "atom"} {
		t.Run(name, func(t *testing.T) { hostile.Check(t, readers[name]) })
	}
}

// A document of which each part is a fault is read once, not once for each.
func TestManyFaults(t *testing.T) {
	for _, shape := range []string{"json-numbers", "json-lines-of-numbers", "broken-tags", "ends"} {
		hostile.CheckTime(t, shape, hostile.DocumentSize, hostileReaders(t)["auto"])
	}
}

// A feed with more elements than the library may get is read in part, with an error.
func TestManyElements(t *testing.T) {
	elements := maxCost/elementCost + 10
	f, fault := readFeed(t, "<rss><channel>"+strings.Repeat("<item><guid>a</guid></item>", elements/2)+"<item><guid>b</guid></item></channel></rss>")
	if len(f.Entries) != 1 || !strings.Contains(fault, "more elements than are read") {
		t.Errorf("%d entries; %s", len(f.Entries), fault)
	}
}

// Dates of forms that the library knows late are read, but not any number of
// them, however a feed writes them.
func TestManyDates(t *testing.T) {
	dates := MaxEntries
	for _, feed := range []struct{ head, entry, tail string }{
		{"<rss><channel>", "<item><guid>%d</guid><pubDate>Fri, 05 Mar 2021 00:00:00 GMT</pubDate></item>", "</channel></rss>"},
		{`{"version":"https://jsonfeed.org/version/1","items":[`, `{"id":%d,"date_published":"Fri, 05 Mar 2021 00:00:00 GMT"},`, `null]}`},
	} {
		var b strings.Builder
		b.WriteString(feed.head)
		for i := range dates {
			fmt.Fprintf(&b, feed.entry, i)
		}
		f, fault := readFeed(t, b.String()+feed.tail)
		dated := 0
		for _, e := range f.Entries {
			if !e.Updated.IsZero() {
				dated++
			}
		}
		if fault != "" || len(f.Entries) != dates || dated != maxOddDates {
			t.Errorf("%s: %d entries, %d of them dated; %s", feed.head, len(f.Entries), dated, fault)
		}
	}
}
