package update

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"gemsub/feed"
)

// What comes in one after the other is committed together, but not before long.
func TestBatches(t *testing.T) {
	some := func(n int) []*Result { return slices.Repeat([]*Result{{}}, n) }
	page := func(entries int) *Result { return &Result{Feed: &feed.Feed{Entries: make([]feed.Entry, entries)}} }
	tests := []struct {
		name    string
		results []*Result
		every   time.Duration // when they come
		ends    bool          // nothing more comes
		batch   int
		takes   time.Duration
	}{
		{"alone", some(1), 0, false, 1, batchWait},
		{"alone and the last", some(1), 0, true, 1, 0},
		{"side by side", some(20), 0, true, 20, 0},
		{"soon", some(20), batchWait/10 + 1, false, 10, batchWait},
		{"too many", some(batchSize + 1), 0, false, batchSize, 0},
		{"long pages", []*Result{page(batchEntries / 2), page(1), page(batchEntries), page(1)}, 0, false, 3, 0},
		{"a large page", []*Result{{}, {large: true}, {}}, 0, false, 2, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				results := newBatcher(room)
				go func() {
					for i, r := range test.results {
						if i > 0 {
							time.Sleep(test.every)
						}
						results.add(r)
					}
					if test.ends {
						results.end()
					}
				}()
				synctest.Wait()
				began := time.Now()
				batch := results.take()
				if took := time.Since(began); len(batch) != test.batch || took != test.takes {
					t.Errorf("a batch of %d after %v, want %d after %v", len(batch), took, test.batch, test.takes)
				}
				all := len(batch)
				for all < len(test.results) {
					all += len(results.take())
				}
			})
		})
	}
}
