package hostile

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"syscall"
	"testing"
	"time"
)

// DocumentSize is the size in bytes of the largest document that gemsub fetches.
const DocumentSize = 5 << 20

// Benchmark calls read with a document of each shape. Besides time and allocations it reports
// the largest size of the heap ("peak-B", including the document), with the settings of the
// program.
func Benchmark(b *testing.B, size int, read func(doc []byte)) {
	for _, shape := range Shapes() {
		b.Run(shape.Name, func(b *testing.B) {
			defer debug.SetMemoryLimit(debug.SetMemoryLimit(80 << 20))
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

// processorTime returns the processor time of the process so far.
func processorTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// watchHeap watches the size of the heap until the caller asks for the highest.
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

// Within calls read once with a document of each shape. It reports the longest time and the most
// memory, with the names of their shapes, and fails the benchmark above two seconds or 200 MB.
// It measures processor time, which other processes do not change.
func Within(b *testing.B, size int, read func(doc []byte)) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(80 << 20))
	var slowest, largest Shape
	var longest time.Duration
	var most uint64
	for _, shape := range Shapes() {
		doc := shape.Make(size)
		runtime.GC()
		peak, begun := watchHeap(), processorTime()
		read(doc)
		took, held := processorTime()-begun, peak()
		if took > 2*time.Second || held > 200<<20 {
			b.Errorf("%s: %v, %d MB", shape.Name, took.Round(time.Millisecond), held>>20)
		}
		if took > longest {
			longest, slowest = took, shape
		}
		if held > most {
			most, largest = held, shape
		}
	}
	b.ReportMetric(longest.Seconds(), "longest-s")
	b.ReportMetric(float64(most>>20), "peak-MB")
	b.Logf("longest: %s, most memory: %s", slowest.Name, largest.Name)
}
