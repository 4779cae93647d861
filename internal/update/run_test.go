package update

import (
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"gemsub/internal/model"
)

// Results that come soon after each other are committed together, but do not wait for long.
func TestBatches(t *testing.T) {
	some := func(n int) []int { return slices.Repeat([]int{1}, n) }
	tests := []struct {
		name    string
		results []int         // the sizes of their documents
		every   time.Duration // the time between them
		ends    bool          // no more results come
		batch   int
		takes   time.Duration
	}{
		{"alone", some(1), 0, false, 1, batchWait},
		{"alone and the last", some(1), 0, true, 1, 0},
		{"side by side", some(20), 0, true, 20, 0},
		{"soon", some(20), batchWait/10 + 1, false, 10, batchWait},
		{"too many", some(batchSize + 1), 0, false, batchSize, 0},
		{"long pages", slices.Repeat([]int{batchBytes/4 - 1}, 40), 0, false, 5, 0}, // more than 512 KiB
		{"a large page", []int{1, batchBytes, 1}, 0, false, 2, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				found, end := make(chan result, 1000), make(chan struct{})
				go func() {
					defer close(found)
					for i, r := range test.results {
						if i > 0 {
							time.Sleep(test.every)
						}
						found <- result{size: r}
					}
					if !test.ends {
						<-end
					}
				}()
				synctest.Wait()
				began := time.Now()
				all := 0
				for batch := range batches(found) {
					if took := time.Since(began); all == 0 && (len(batch) != test.batch || took != test.takes) {
						t.Errorf("a batch of %d after %v, want %d after %v", len(batch), took, test.batch, test.takes)
					}
					if all += len(batch); all == len(test.results) && !test.ends {
						close(end)
					}
				}
				if all != len(test.results) {
					t.Errorf("%d results in all", all)
				}
			})
		})
	}
}

// The caller takes ten seconds for each result: it gets all of them, and the jobs bound how many
// requests are made meanwhile.
func TestSlowReader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		var subs []model.Subscription
		for i := range 20 {
			url := fmt.Sprintf("gemini://capsule-%d.example/", i)
			w.page(url, gemlog(3))
			subs = append(subs, model.Subscription{ID: int64(i + 1), URL: url})
		}
		e := newEngine(w, m)
		e.Jobs = 4
		seen := 0
		for r, err := range e.Run(t.Context(), subs) {
			if err != nil {
				t.Fatal(err)
			}
			time.Sleep(10 * time.Second)
			if seen++; r.Check.State != model.StateOK {
				t.Errorf("%s is %s", r.Check.Subscription.URL, r.Check.State)
			}
			w.mu.Lock()
			if pages := len(w.requests) / 2; pages > 2*e.Jobs+len(m.results) {
				t.Errorf("%d pages were asked for when %d were stored", pages, len(m.results))
			}
			w.mu.Unlock()
		}
		if seen != len(subs) {
			t.Errorf("%d results, want %d", seen, len(subs))
		}
	})
}

// A caller that stops the iteration ends the run; no goroutine continues.
func TestRunEndsWithItsCaller(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		var subs []model.Subscription
		for i := range 50 {
			url := fmt.Sprintf("gemini://capsule.example/%d/", i)
			w.page(url, gemlog(3))
			subs = append(subs, model.Subscription{ID: int64(i + 1), URL: url})
		}
		for range newEngine(w, m).Run(t.Context(), subs) {
			break
		}
		before := len(w.requests)
		if time.Sleep(time.Hour); len(w.requests) != before || before > 40 {
			t.Errorf("%d requests before the caller left, %d in the end", before, len(w.requests))
		}
	})
}
