package store

import (
	"bytes"
	"testing"

	"gemsub/internal/hostile"
)

// readArchive reads a file into a database.
func readArchive(tb testing.TB, s *Store) func([]byte) {
	return func(file []byte) {
		_, _ = s.ReadArchive(tb.Context(), bytes.NewReader(file))
	}
}

func BenchmarkHostile(b *testing.B) {
	hostile.Benchmark(b, hostile.DocumentSize, readArchive(b, newStore(b)))
}

func TestHostileShapes(t *testing.T) { hostile.Check(t, readArchive(t, newStore(t))) }
