package update

import (
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"gemsub/feed"
	"gemsub/internal/model"
)

// What comes in one after the other is committed together, but not before long.
func TestGather(t *testing.T) {
	page := func(entries int) Result { return Result{Feed: &feed.Feed{Entries: make([]feed.Entry, entries)}} }
	tests := []struct {
		name    string
		results []Result
		every   time.Duration // when they come
		ends    bool          // nothing more comes
		batch   int
		takes   time.Duration
	}{
		{"alone", make([]Result, 1), 0, false, 1, batchWait},
		{"alone and the last", make([]Result, 1), 0, true, 1, 0},
		{"side by side", make([]Result, 20), 0, true, 20, 0},
		{"soon", make([]Result, 20), batchWait/10 + 1, false, 10, batchWait},
		{"too many", make([]Result, batchSize+1), 0, false, batchSize, 0},
		{"long pages", []Result{page(batchEntries / 2), page(1), page(batchEntries), page(1)}, 0, false, 3, 0},
		{"a large page", []Result{{}, {large: true}, {}}, 0, false, 2, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				results := make(chan Result)
				done := make(chan struct{})
				go func() {
					defer close(results)
					for i, r := range test.results {
						if i > 0 {
							time.Sleep(test.every)
						}
						select {
						case results <- r:
						case <-done:
							return
						}
					}
					if !test.ends {
						<-done
					}
				}()
				first := <-results
				began := time.Now()
				batch := gather(first, results, room())
				if took := time.Since(began); len(batch) != test.batch || took != test.takes {
					t.Errorf("a batch of %d after %v, want %d after %v", len(batch), took, test.batch, test.takes)
				}
				close(done)
				for range results { // let the sender end
				}
			})
		})
	}
}

// A page that cannot be stored is a failure of its own feed; the others of its
// batch are stored.
func TestUnstoredPage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		m.refuses = func(r Result) bool { return r.entries() == 7 }
		var urls []string
		for i := range 9 {
			url := fmt.Sprintf("gemini://capsule-%d.example/", i)
			w.page(url, gemlog(5+i%4))
			urls = append(urls, url)
		}
		e := newEngine(w, m)
		if err := run(t, e, m, urls...); err != nil {
			t.Fatal(err)
		}
		if len(m.results) != len(urls) {
			t.Fatalf("%d results were stored, want %d", len(m.results), len(urls))
		}
		for i, url := range urls {
			r := m.result(t, url)
			want := model.StateOK
			if 5+i%4 == 7 {
				want = model.StateFailing
			}
			if r.State != want || (r.Err != nil) != errors.Is(r.Err, errRefused) || (r.Digest == "") != (want == model.StateFailing) {
				t.Errorf("%s is %s with error %v and digest %q, want %s", url, r.State, r.Err, r.Digest, want)
			}
		}
	})
}
