package exchange_test

import (
	"testing"

	"gemsub/internal/exchange"
	"gemsub/internal/hostile"
)

// hostileReaders returns functions that read a file, one for each way to do so.
func hostileReaders() map[string]func([]byte) {
	readers := map[string]func([]byte){}
	for _, kind := range exchange.Kinds() {
		readers[kind] = func(file []byte) { _, _ = exchange.Parse("", file, exchange.Kind(kind)) }
	}
	return readers
}

// Every kind of file gets every hostile shape in the greatest size. Each may take 2 s and
// 200 MB.
func BenchmarkHostile(b *testing.B) {
	for name, read := range hostileReaders() {
		b.Run(name, func(b *testing.B) { hostile.Within(b, exchange.MaxSize-4<<10, read) })
	}
}

func TestHostileShapes(t *testing.T) {
	for name, read := range hostileReaders() {
		t.Run(name, func(t *testing.T) { hostile.Check(t, read) })
	}
}

// A line is searched once for all its quoted words, not once for each.
func TestManyWords(t *testing.T) {
	for _, name := range []string{"auto", "urls"} {
		hostile.CheckTime(t, "quotes", 1<<20, hostileReaders()[name])
	}
}

func TestMaxEntries(t *testing.T) {
	for _, shape := range hostile.Shapes() {
		if shape.Name != "urls" {
			continue
		}
		l, err := exchange.Parse("", shape.Make(hostile.DocumentSize), exchange.URLs)
		if err != nil || len(l.Subscriptions) != exchange.MaxEntries || len(l.Problems) > 0 {
			t.Errorf("%v; %d subscriptions, skipped %v, %d problems", err, len(l.Subscriptions), l.Skipped, len(l.Problems))
		}
	}
}
