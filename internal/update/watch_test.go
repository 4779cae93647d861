package update

import (
	"slices"
	"sync"
	"testing"
	"testing/synctest"
)

// Watch is called for each authority that a run waits for, and its result when that is over.
func TestWatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		e := newEngine(w, m)
		var mu sync.Mutex
		var seen []string
		open := 0
		e.Watch = func(authority string) func() {
			mu.Lock()
			defer mu.Unlock()
			seen = append(seen, authority)
			open++
			return func() {
				mu.Lock()
				defer mu.Unlock()
				open--
			}
		}
		w.page("gemini://a.example/", gemlog(1))
		w.page("gemini://b.example/", gemlog(1))
		if err := run(t, e, m, "gemini://a.example/", "gemini://b.example/", "gemini://down.example/"); err != nil {
			t.Fatal(err)
		}
		for _, authority := range []string{"a.example:1965", "b.example:1965", "down.example:1965"} {
			if !slices.Contains(seen, authority) {
				t.Errorf("%s is not among %q", authority, seen)
			}
		}
		if open != 0 {
			t.Errorf("%d waits never end", open)
		}
	})
}
