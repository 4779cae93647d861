package publish

import (
	"encoding/xml"
	"io"
	"iter"
	"testing"

	"gemsub/feed"
)

// repeated yields n entries: those of f, again and again.
func repeated(f *feed.Feed, n int) iter.Seq2[feed.Entry, error] {
	return func(yield func(feed.Entry, error) bool) {
		for i := range n {
			if !yield(f.Entries[i%len(f.Entries)], nil) {
				return
			}
		}
	}
}

// BenchmarkAtom writes 100,000 entries. For comparison, "encoding/xml" encodes the same
// elements, which were made before.
func BenchmarkAtom(b *testing.B) {
	const n = 100_000
	f := planet()
	b.Run("stream", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if err := as("atom")(io.Discard, f, repeated(f, n)); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("encoding-xml", func(b *testing.B) {
		elements := make([]atomEntry, len(f.Entries))
		for i, e := range f.Entries {
			elements[i] = newAtomEntry(e, f)
		}
		b.ReportAllocs()
		for b.Loop() {
			enc := xml.NewEncoder(io.Discard)
			enc.Indent("", "  ")
			for i := range n {
				if err := enc.Encode(elements[i%len(elements)]); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
}
