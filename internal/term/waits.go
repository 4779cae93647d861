package term

import (
	"slices"
	"sync"
	"time"
)

// Waits records for which hosts the program waits, and since when. A nil Waits is empty.
type Waits struct {
	now func() time.Time

	mu  sync.Mutex
	all []*wait // the longest first
}

type wait struct {
	whom  string
	since time.Time
}

// NewWaits returns an empty Waits with a clock.
func NewWaits(now func() time.Time) *Waits { return &Waits{now: now} }

// Begin notes that the program waits for whom, until done is called.
func (w *Waits) Begin(whom string) (done func()) {
	if w == nil {
		return func() {}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	begun := &wait{whom, w.now()}
	w.all = append(w.all, begun)
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.all = slices.DeleteFunc(w.all, func(each *wait) bool { return each == begun })
	}
}

// Longest returns whom the program has waited for longest, "" if for less than least.
func (w *Waits) Longest(least time.Duration) string {
	if w == nil {
		return ""
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.all) == 0 || w.now().Sub(w.all[0].since) < least {
		return ""
	}
	return w.all[0].whom
}
