package hostile

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
	"time"
)

// DocumentSize is the size of the largest document that is fetched, in bytes.
const DocumentSize = 5 << 20

// Benchmark lets read read a document of each shape and reports, beside time and
// allocations, the most memory that the heap held ("peak-B", the document
// included) with the settings that the program runs with.
func Benchmark(b *testing.B, size int, read func(doc []byte)) {
	for _, shape := range Shapes() {
		b.Run(shape.Name, func(b *testing.B) {
			defer debug.SetGCPercent(debug.SetGCPercent(300))
			defer debug.SetMemoryLimit(debug.SetMemoryLimit(28 << 20))
			doc := shape.Make(size)
			runtime.GC()
			b.SetBytes(int64(len(doc)))
			b.ReportAllocs()
			peak := watchHeap()
			for b.Loop() {
				read(doc)
			}
			b.ReportMetric(float64(peak()), "peak-B")
		})
	}
}

// watchHeap looks at the size of the heap until it is asked for its highest.
func watchHeap() (highest func() uint64) {
	stop, peak := make(chan struct{}), make(chan uint64)
	go func() {
		sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
		most := uint64(0)
		for {
			metrics.Read(sample)
			most = max(most, sample[0].Value.Uint64())
			select {
			case <-stop:
				peak <- most
				return
			case <-time.After(time.Millisecond):
			}
		}
	}()
	return func() uint64 {
		close(stop)
		return <-peak
	}
}
