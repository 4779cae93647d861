package update

import (
	"sync"
	"time"
)

const (
	// slowAfter is how long a worker waits for a capsule before it takes the
	// next: one that stalls, drips or wants pauses holds nobody else up.
	slowAfter = 2 * time.Second
	// maxSlow bounds the capsules that are left behind like this, for each job
	// beyond the first. With one job all go one after the other.
	maxSlow = 3
)

// A pool is the workers of a run.
type pool struct {
	sync.WaitGroup
	next  func() (group, bool) // the next group to check, false where there is none
	check func(group)
	slow  chan struct{} // holds a token for each group that was left behind
}

// newPool starts as many workers as there are jobs.
func newPool(jobs int, next func() (group, bool), check func(group)) *pool {
	p := &pool{next: next, check: check, slow: make(chan struct{}, maxSlow*(jobs-1))}
	for range jobs {
		p.Go(p.work)
	}
	return p
}

// work checks groups until there are none, or another has its place. It checks
// them on one goroutine, whose stack has grown to what a TLS handshake needs.
func (p *pool) work() {
	done, relieved := make(chan struct{}), make(chan struct{}, 1)
	var late *time.Timer
	for g, ok := p.next(); ok; g, ok = p.next() {
		if late == nil {
			late = time.AfterFunc(slowAfter, func() { p.relieve(done, relieved) })
		} else {
			late.Reset(slowAfter)
		}
		p.check(g)
		if late.Stop() {
			continue
		}
		select {
		case done <- struct{}{}:
		case <-relieved:
			<-p.slow
			return
		}
	}
}

// relieve starts a worker in the place of one whose group takes long, unless the group
// is done before there may be one more.
func (p *pool) relieve(done <-chan struct{}, relieved chan<- struct{}) {
	select {
	case <-done:
	case p.slow <- struct{}{}:
		p.Go(p.work)
		relieved <- struct{}{}
	}
}
