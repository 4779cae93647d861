package update

import (
	"context"
	"fmt"
	"time"

	"gemsub/internal/fetch"
)

// CheckTime is what a feed may take of a run, with all redirects and the
// robots.txt of each. Waiting for others, for a Crawl-delay and after a burst
// does not count.
const CheckTime = 90 * time.Second

// ErrTooLong reports a feed that took longer than [CheckTime].
var ErrTooLong = fmt.Errorf("its redirects and robots.txt took longer than %v in all", CheckTime)

// A budget is what is left of a [CheckTime]. Time counts while it runs.
type budget struct {
	now   func() time.Time
	left  time.Duration
	since time.Time // when it began to run; zero while it rests
}

func (s *Session) newBudget() *budget { return &budget{now: s.engine.Now, left: CheckTime} }

// run lets time count from now on.
func (b *budget) run() { b.since = b.now() }

// rest lets no time count until the next run.
func (b *budget) rest() {
	if !b.since.IsZero() {
		b.left -= max(0, b.now().Sub(b.since))
		b.since = time.Time{}
	}
}

func (b *budget) isUsedUp() bool { return b.left <= 0 }

// usedUpBy reports whether another capsule led to one for which no time was left,
// which says nothing of that.
func (b *budget) usedUpBy(ctx context.Context) bool { return b.isUsedUp() && fetch.Led(ctx) }

// fetch makes the request of x, with ask before every hop. A response other than
// success comes with an error.
func (x *request) fetch(ctx context.Context) (*fetch.Response, error) {
	resp, err := x.session.engine.Fetch.Get(fetch.BeforeLarge(ctx, largeBody, x.beforeLarge), x.URL, x.ask)
	x.budget.rest()
	if err != nil && x.budget.isUsedUp() {
		return nil, ErrTooLong
	}
	if err == nil {
		err = resp.Err()
	}
	if err == nil && x.Purpose != ForFeed { // most pages of feeds are not read again
		resp.Keep()
	}
	return resp, err
}
