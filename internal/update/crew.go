package update

import (
	"sync"
	"time"
)

const (
	// patience is how long a worker waits for a capsule before it takes the
	// next: one that stalls, drips or wants pauses holds nobody else up.
	patience = 2 * time.Second
	// maxSlow bounds the capsules that are left behind like this, for each job
	// beyond the first. With one job all go one after the other.
	maxSlow = 3
)

// A crew are the workers of a run.
type crew struct {
	sync.WaitGroup
	check func(group)
	slow  chan struct{} // holds a token for each group that was left behind
}

// newCrew starts as many workers on groups as there are jobs.
func newCrew(jobs int, groups <-chan group, check func(group)) *crew {
	c := &crew{check: check, slow: make(chan struct{}, maxSlow*(jobs-1))}
	for range jobs {
		c.Go(func() { c.work(groups) })
	}
	return c
}

// work checks groups until there are none, or another has its place. It checks
// them on one goroutine, whose stack has grown to what a TLS handshake needs.
func (c *crew) work(groups <-chan group) {
	for g := range groups {
		done, relieved := make(chan struct{}), make(chan bool, 1)
		timer := time.AfterFunc(patience, func() { relieved <- c.relieve(done, groups) })
		c.check(g)
		close(done)
		if !timer.Stop() && <-relieved {
			<-c.slow
			return
		}
	}
}

// relieve starts a worker in the place of one whose group takes long. It reports
// false if the group is done before there may be one more.
func (c *crew) relieve(done <-chan struct{}, groups <-chan group) bool {
	select {
	case <-done:
		return false
	case c.slow <- struct{}{}:
		c.Go(func() { c.work(groups) })
		return true
	}
}
