package update

import (
	"context"
	"fmt"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"gemsub/internal/model"
)

// A threaded store counts the commits whose thread does something else while they
// wait.
type threaded struct {
	*memory
	commits, shared atomic.Int32
}

func (s *threaded) Commit(ctx context.Context, b Batch) ([]model.Changes, error) {
	thread, other := syscall.Gettid(), make(chan int)
	go func() { other <- syscall.Gettid() }()
	if <-other == thread {
		s.shared.Add(1)
	}
	s.commits.Add(1)
	return s.memory.Commit(ctx, b)
}

// All commits of a run are made on a thread of their own: for each more that SQLite
// works on, the C library sets memory aside.
func TestCommitsOnOneThread(t *testing.T) {
	t.Parallel()
	s := &threaded{memory: newMemory()}
	w := newWeb()
	var urls []string
	for i := range 40 {
		u := fmt.Sprintf("gemini://h%d.example/", i)
		urls = append(urls, u)
		w.page(u, gemlog(1))
		w.slow[u] = time.Duration(i) * 20 * time.Millisecond // not all in one commit
	}
	e := newEngine(w, s.memory)
	e.Store, e.Jobs, e.OneThread = s, len(urls), true
	if err := run(t, e, s.memory, urls...); err != nil {
		t.Fatal(err)
	}
	if s.commits.Load() < 3 || s.shared.Load() > 0 {
		t.Errorf("the thread of %d in %d commits did something else", s.shared.Load(), s.commits.Load())
	}
}
