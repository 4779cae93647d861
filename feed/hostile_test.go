package feed

import (
	"runtime"
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
	for _, format := range []Format{Auto, Gemtext, Headings, Links, WholePage, Atom, Twtxt} {
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
	for _, name := range []string{"lint", "lint-menu", "headings", "links", "atom", "twtxt"} {
		t.Run(name, func(t *testing.T) { hostile.Check(t, readers[name]) })
	}
}

// A document in which each part is a fault is read once, not once for each fault.
func TestManyFaults(t *testing.T) {
	for _, shape := range []string{"json-numbers", "json-lines-of-numbers", "broken-tags", "ends"} {
		hostile.CheckTime(t, shape, hostile.DocumentSize, hostileReaders(t)["auto"])
	}
}

// A text of many dates is searched once for words before them, not once for each date.
func TestManyDays(t *testing.T) {
	hostile.CheckTime(t, "signs-and-days", hostile.DocumentSize, hostileReaders(t)["links"])
}

// A million authors or attachments take little memory: only the first ones count.
func TestManyAuthors(t *testing.T) {
	read := hostileReaders(t)["auto"]
	for _, shape := range hostile.Shapes() {
		switch shape.Name {
		case "json-authors", "json-authors-of-a-feed", "json-attachments":
			var before, after runtime.MemStats
			doc := shape.Make(1 << 20)
			runtime.ReadMemStats(&before)
			read(doc)
			runtime.ReadMemStats(&after)
			if n := after.TotalAlloc - before.TotalAlloc; n > 16<<20 {
				t.Errorf("%s: %d MB are allocated for 1 MB", shape.Name, n>>20)
			}
		}
	}
}
