package update

import (
	"context"
	"errors"
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

// budget returns a context that ends when a check has taken too long.
func (s *Session) budget(ctx context.Context) (work context.Context, budget *fetch.Allowance, cancel func()) {
	return fetch.NewAllowance(ctx, s.engine.Now, CheckTime, ErrTooLong)
}

// tooLong reports whether ctx ended because a check took too long.
func tooLong(ctx context.Context) bool { return errors.Is(context.Cause(ctx), ErrTooLong) }

// usedUp reports whether another capsule led to one for which no time was left,
// which says nothing of that.
func usedUp(ctx context.Context) bool { return tooLong(ctx) && fetch.Led(ctx) }

// stopped reports whether ctx ended for another reason: the run is over.
func stopped(ctx context.Context) bool { return ctx.Err() != nil && !tooLong(ctx) }

// fetch makes the request of x, with ask before every hop. A response other than
// success comes with an error.
func (x *request) fetch(ctx context.Context) (*fetch.Response, error) {
	resp, err := x.session.engine.Fetch.Get(fetch.BeforeLarge(ctx, largeBody, x.beforeLarge), x.URL, x.ask)
	if err != nil && tooLong(ctx) {
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
