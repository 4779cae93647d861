package gemtext_test

import (
	"testing"

	"gemsub/gemtext"
	"gemsub/internal/hostile"
)

func readLines(doc []byte) {
	for range gemtext.Lines(string(doc)) {
		continue
	}
}

func BenchmarkHostile(b *testing.B) { hostile.Benchmark(b, hostile.DocumentSize, readLines) }

func TestHostileShapes(t *testing.T) { hostile.Check(t, readLines) }
