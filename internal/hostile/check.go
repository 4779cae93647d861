package hostile

import (
	"runtime"
	"testing"
	"time"
)

// Sizes of the documents of [Check], and how many bytes may be allocated for one byte.
const (
	smallSize = 4 << 10
	largeSize = 4 * smallSize
	slack     = 4 << 20
	perByte   = 3000
)

// Check calls read with documents of each shape. It fails the test if the allocated bytes grow
// faster than the document, or exceed three thousand times its size.
func Check(t *testing.T, read func(doc []byte)) {
	t.Helper()
	for _, shape := range Shapes() {
		small, large := allocated(read, shape.Make(smallSize)), allocated(read, shape.Make(largeSize))
		if large > 6*small+slack {
			t.Errorf("%s: %d bytes are allocated for %d, %d for %d", shape.Name, small, smallSize, large, largeSize)
		}
		if large > perByte*poolFactor*largeSize {
			t.Errorf("%s: %d bytes are allocated for %d", shape.Name, large, largeSize)
		}
	}
}

// allocated returns how many bytes read allocates in all.
func allocated(read func([]byte), doc []byte) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	read(doc)
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// CheckTime fails the test if reading a document of the given shape and size takes over five
// minutes. That is hundreds of times the expected time, to allow for a loaded machine; code that
// reads the document again for each of its parts would take hours.
func CheckTime(t *testing.T, name string, size int, read func(doc []byte)) {
	t.Helper()
	for _, shape := range Shapes() {
		if shape.Name != name {
			continue
		}
		done := make(chan struct{})
		go func() {
			defer close(done)
			read(shape.Make(size))
		}()
		select {
		case <-done:
		case <-time.After(5 * time.Minute):
			t.Fatalf("%s: not read within five minutes", name)
		}
		return
	}
	t.Fatalf("no shape is called %s", name)
}
