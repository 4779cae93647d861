package update

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"gemsub/internal/model"
)

// Whoever tells the user takes ten seconds for each result, and no commit waits.
func TestSlowReaderDelaysNoCommit(t *testing.T) {
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
		for c, err := range e.Run(t.Context(), subs) {
			if err != nil {
				t.Fatal(err)
			}
			time.Sleep(10 * time.Second)
			m.mu.Lock()
			committed := len(m.results)
			m.mu.Unlock()
			if seen == 0 && committed != len(subs) {
				t.Errorf("%d results were committed while the first was told, want %d", committed, len(subs))
			}
			if seen++; c.State != model.StateOK {
				t.Errorf("%s is %s", c.Subscription.URL, c.State)
			}
		}
		if seen != len(subs) {
			t.Errorf("%d results, want %d", seen, len(subs))
		}
	})
}

// A caller that has enough ends the run; nothing works on after it.
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
		requests := func() int {
			w.mu.Lock()
			defer w.mu.Unlock()
			return len(w.requests)
		}
		before := requests()
		if time.Sleep(time.Hour); requests() != before || before > 40 {
			t.Errorf("%d requests before the caller left, %d in the end", before, requests())
		}
	})
}
