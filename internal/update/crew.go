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
	check func(group []*Subscription)
	slow  chan struct{} // holds a token for each group that was left behind
}

// newCrew starts as many workers on groups as there are jobs.
func newCrew(jobs int, groups <-chan []*Subscription, check func([]*Subscription)) *crew {
	c := &crew{check: check, slow: make(chan struct{}, maxSlow*(jobs-1))}
	for range jobs {
		c.Go(func() { c.work(groups) })
	}
	return c
}

func (c *crew) work(groups <-chan []*Subscription) {
	for group := range groups {
		done := make(chan struct{})
		c.Go(func() {
			c.check(group)
			close(done)
		})
		c.await(done)
	}
}

// await returns when a group is done, or has been left behind.
func (c *crew) await(done <-chan struct{}) {
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-done:
		return
	case <-timer.C:
	}
	select {
	case <-done:
	case c.slow <- struct{}{}:
		c.Go(func() {
			<-done
			<-c.slow
		})
	}
}
