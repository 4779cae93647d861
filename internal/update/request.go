package update

import (
	"context"
	"net/url"
	"time"

	"gemsub/internal/address"
	"gemsub/internal/fetch"
	"gemsub/robots"
)

// A Purpose is what a document is requested for. It decides what its capsule's
// wishes mean.
type Purpose uint8

// Whatever the purpose, there is one connection for each authority, and a
// Crawl-delay, a 44 and the burst rule are observed.
const (
	// ForFeed is the check of a feed: robots.txt is obeyed, with its Check field.
	ForFeed Purpose = iota
	// ForPost is a page that nobody asked for by its URL, such as a post: robots.txt
	// is obeyed.
	ForPost
	// ForPerson is one page that a person waits for. A refusal by robots.txt is
	// told and does not count, as if a browser asked, and a Crawl-delay is
	// observed for a few seconds at most.
	ForPerson
	// forRobots is robots.txt itself.
	forRobots
)

// personDelay is how much of a Crawl-delay a person waits for.
const personDelay = 5 * time.Second

// A Request asks for one document.
type Request struct {
	URL     *url.URL
	Purpose Purpose
	// IgnoreRobots is the user's decision not to ask robots.txt of URL's authority;
	// others that it redirects to are asked.
	IgnoreRobots bool
	// From says who led to URL; the zero value is the user.
	From fetch.Origin
	// CheckedAt is when a feed was last checked, zero for never.
	CheckedAt time.Time
}

// An Answer is what came of a request.
type Answer struct {
	*fetch.Response // nil after an error
	// Notices are lines the user should see though nothing failed, those of
	// asking for robots.txt among them.
	Notices []string
	// Refusals by robots.txt did not count, since a person asked.
	Refusals []*RefusedError
	// Requested says that a request was made, whatever came of it.
	Requested bool
	// CheckEvery is the Check field of robots.txt for the URL.
	CheckEvery time.Duration
}

// Get makes one request with its redirects: robots.txt is asked before each hop,
// as far as the purpose wants that. An answer other than success is an error; what
// the capsule wants to be asked later is a [*WaitError].
func (s *Session) Get(ctx context.Context, want Request) (Answer, error) {
	x := &request{Request: want, session: s}
	defer x.releaseBody()
	return x.get(ctx)
}

// A request is one that is under way, with its redirects. Between ask and end, or
// the next ask, it uses the state of the authority that is being asked and is
// inside its gate.
type request struct {
	Request
	session   *Session
	authority *authorityState // that it uses, if any
	inside    bool            // the gate of authority
	again     bool            // it follows another for the same robots.txt
	delay     time.Duration   // the Crawl-delay of authority
	hops      int
	watched   func() // ends what Engine.Watch began, if that was called
	hasBody   bool   // it has one of the places for large bodies
	budget    *budget
	answer    Answer
}

// get makes the request.
func (x *request) get(ctx context.Context) (Answer, error) {
	x.budget = x.session.newBudget()
	defer x.end()
	resp, err := x.fetch(fetch.LedBy(ctx, x.From))
	if resp != nil {
		x.answer.Notices = append(x.answer.Notices, resp.Notices...)
	}
	if wait := x.answered(resp, err); wait != nil {
		return x.answer, wait
	}
	if err == nil {
		x.answer.Response = resp
	}
	return x.answer, err
}

// ask is called before every hop: it decides whether u may be requested now, and
// waits until it may. The hop has as long as is left of the budget.
func (x *request) ask(ctx context.Context, u *url.URL) (time.Duration, error) {
	a, err := x.approach(ctx, u)
	if err != nil {
		return 0, err
	}
	x.hops++
	switch {
	case x.Purpose == forRobots:
		x.delay = x.robotsDelay(a, u)
	case x.IgnoreRobots && address.Authority(u) == address.Authority(x.URL):
		x.delay = 0
	default:
		d, err := x.consult(ctx, a, u)
		if err != nil {
			return 0, err
		}
		x.delay = d.CrawlDelay
	}
	err = x.enter(ctx, a)
	return x.budget.left, err
}

// consult asks robots.txt about u, and returns an error if u may not be requested.
func (x *request) consult(ctx context.Context, a *authorityState, u *url.URL) (robots.Decision, error) {
	d, notices, err := x.session.decide(ctx, a, u, x.budget)
	x.answer.Notices = append(x.answer.Notices, notices...)
	if x.Purpose == ForPerson {
		return x.consultForPerson(ctx, u, d, err)
	}
	switch {
	case err != nil:
		return d, err
	case !d.Allowed:
		return d, &RefusedError{URL: u.String(), Decision: d}
	}
	return d, x.checkInterval(a, d.Check)
}

// consultForPerson notes a refusal and lets the request go on. Why robots.txt
// could not be had does not matter: an unreachable capsule will say so itself.
func (x *request) consultForPerson(ctx context.Context, u *url.URL, d robots.Decision, err error) (robots.Decision, error) {
	if err != nil {
		return robots.Decision{}, context.Cause(ctx)
	}
	if !d.Allowed {
		x.answer.Refusals = append(x.answer.Refusals, &RefusedError{URL: u.String(), Decision: d})
	}
	d.CrawlDelay = min(d.CrawlDelay, personDelay)
	return d, nil
}

// checkInterval compares the Check field of a feed's own capsule with the last
// check.
func (x *request) checkInterval(a *authorityState, every time.Duration) error {
	if x.Purpose != ForFeed || x.hops > 1 {
		return nil
	}
	x.answer.CheckEvery = every
	until := pending(x.CheckedAt.Add(every), x.session.engine.Now(), longestCheck)
	if every == 0 || until.IsZero() {
		return nil
	}
	kept, _, _ := a.state()
	return &WaitError{Authority: kept.Authority, Why: "wants to be checked every " + short(every) + " (Check in robots.txt)", Until: until}
}

// decide asks the policy of a about u. The notices are of asking for it.
func (s *Session) decide(ctx context.Context, a *authorityState, u *url.URL, budget *budget) (d robots.Decision, notices []string, err error) {
	policy, notices, err := s.policy(ctx, a, u, budget)
	if err != nil {
		return d, notices, err
	}
	d = policy.Decide(s.engine.Agents, address.RobotsTarget(u))
	d.CrawlDelay = min(d.CrawlDelay, longestDelay)
	return d, notices, nil
}
