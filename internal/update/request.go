package update

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"time"

	"gemsub/internal/address"
	"gemsub/internal/fetch"
	"gemsub/internal/menu"
	"gemsub/internal/words"
	"gemsub/robots"
)

// A Purpose is why a document is requested. It decides which rules of robots.txt apply.
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

// unreadable returns the error for a Gopher URL that is not requested: a link to another
// protocol, or something that cannot be read here, such as a picture. Only texts and menus
// are fetched as posts.
func (p Purpose) unreadable(u *url.URL) error {
	if address.IsPost(u.String()) {
		return nil
	}
	kind, selector := address.Selector(u)
	reason := fmt.Sprintf("gemsub reads no items of type %c", kind)
	if link, isLink := (menu.Item{Type: kind, Selector: selector}).Web(); isLink {
		reason = "it is a link to " + address.Printable(address.WithoutUser(link))
	} else if p != ForPost && (kind == address.TypeSearch || kind == address.TypeHTML) {
		return nil
	}
	return &fetch.Error{Op: "read", Target: u.String(), Kind: fetch.Failed, Reason: reason}
}

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
	From Origin
	// CheckedAt is when a feed was last checked, zero for never.
	CheckedAt time.Time
	again     bool // it follows another request for the same robots.txt
}

// An Answer is what came of a request.
type Answer struct {
	*fetch.Response // of the last hop; nil after an error
	// Moved is where the page lives now when every redirect on the way was
	// permanent (31); nil when there was none or another one.
	Moved *url.URL
	// Local says that the page lives at a private address: at the URL that was
	// asked for, or where it moved to.
	Local bool
	// Origin is that of what the page links to.
	Origin Origin
	// Notices are lines the user should see though nothing failed, those of
	// asking for robots.txt among them.
	Notices []string
	// Refusals by robots.txt did not count, since a person asked.
	Refusals []*RefusedError
	// Led says that a redirect was followed.
	Led bool
	// Requested says that a request was made, whatever came of it.
	Requested bool
	// CheckEvery is the Check field of robots.txt for the URL.
	CheckEvery time.Duration
}

// Get makes one request with its redirects: robots.txt is asked before each hop,
// as far as the purpose wants that. An answer other than success is an error; what
// the capsule wants to be asked later is a [*WaitError].
func (s *Session) Get(ctx context.Context, want Request) (Answer, error) {
	t := s.newTurn()
	defer t.rest()
	answer, err := s.get(ctx, want, t)
	answer.Release()
	return answer, err
}

// maxRedirects is how many redirects are followed, as the protocol advises.
const maxRedirects = 5

// A request is one that is under way, with its redirects.
type request struct {
	Request
	session *Session
	turn    *turn
	from    Origin   // of the next hop
	seen    []string // URLs that redirected
	answer  Answer
}

// get makes a request with its redirects in a turn.
func (s *Session) get(ctx context.Context, want Request, t *turn) (Answer, error) {
	x := &request{Request: want, session: s, turn: t, from: want.From}
	u, err := address.Canonical(want.URL)
	if err != nil {
		return x.answer, err
	}
	if why := want.From.Refusal(u); why != "" {
		return x.answer, &address.Error{URL: u.String(), Reason: why}
	}
	if err := want.Purpose.unreadable(u); err != nil {
		return x.answer, err
	}
	for {
		resp, err := x.hop(ctx, u)
		if err != nil {
			return x.answer, err
		}
		if !x.answer.Led || x.answer.Moved != nil && !resp.IsRedirect() {
			x.answer.Local = resp.Local
		}
		if !resp.IsRedirect() {
			x.answer.Response, x.answer.Origin = resp, x.from.then(resp.URL, resp.Local)
			return x.answer, nil
		}
		if u, err = x.follow(resp); err != nil {
			return x.answer, err
		}
	}
}

// follow returns where a redirect leads.
func (x *request) follow(resp *fetch.Response) (*url.URL, error) {
	from := resp.URL.String()
	target, err := address.Resolve(resp.URL, resp.Meta)
	if err == nil {
		target, err = address.Canonical(target)
	}
	if err != nil {
		return nil, redirectError(from, resp.Meta, address.Reason(err))
	}
	to := target.String()
	x.seen, x.from = append(x.seen, from), x.from.then(resp.URL, resp.Local)
	why := x.from.Refusal(target)
	switch {
	case target.Scheme != resp.URL.Scheme:
		why = "it leads to another protocol"
	case why != "":
	case slices.Contains(x.seen, to):
		why = "redirects run in a circle"
	case len(x.seen) > maxRedirects:
		why = fmt.Sprintf("more than %d redirects", maxRedirects)
	}
	if why != "" {
		return nil, redirectError(from, to, why)
	}
	permanent := resp.IsPermanent() && (!x.answer.Led || x.answer.Moved != nil)
	x.answer.Led, x.answer.Moved = true, nil
	if permanent {
		x.answer.Moved = target
	}
	return target, nil
}

// redirectError is the error of a redirect that is not followed: to is a URL, or what the
// server sent where that is none.
func redirectError(from, to, why string) error {
	target := address.Printable(from) + " to " + address.Printable(address.WithoutUser(to))
	return &fetch.Error{Op: "follow redirect from", Target: target, Kind: fetch.Redirect, Reason: address.Printable(why)}
}

// hop asks whether u may be requested now, waits until it may, and makes one request. An
// answer that is neither success nor a redirect is an error.
func (x *request) hop(ctx context.Context, u *url.URL) (*fetch.Response, error) {
	e := x.session.engine
	if e.Watch != nil {
		defer e.Watch(address.Authority(u))()
	}
	a, err := x.session.authority(ctx, address.Authority(u))
	if err != nil {
		return nil, err
	}
	delay, err := x.delay(ctx, a, u)
	if err != nil {
		return nil, err
	}
	identity, err := x.identity(ctx, u)
	if err != nil {
		return nil, err
	}
	if err := x.enter(ctx, a, delay); err != nil {
		return nil, err
	}
	defer a.gate.Release(1)
	x.answer.Requested = true
	kept, _, _ := a.state()
	want := fetch.Request{URL: u, KnownKey: kept.Key, Identity: identity, Barred: x.from.barred(), Limit: x.turn.left, Large: x.session.large}
	if x.Purpose == forRobots {
		want.Beginning = robots.MaxSize
	}
	began := e.Now()
	slow := time.AfterFunc(slowAfter, func() {
		if e.Jobs != 1 {
			x.turn.rest()
		}
	})
	resp, err := e.Fetch.Do(ctx, want)
	slow.Stop()
	x.turn.left -= max(0, e.Now().Sub(began)-resp.Waited)
	if resp.Notice != "" {
		x.answer.Notices = append(x.answer.Notices, resp.Notice)
	}
	isAnswered := err == nil
	switch {
	case !isAnswered && x.turn.left <= 0:
		err = ErrTooLong
	case isAnswered && !resp.IsRedirect():
		err = resp.Err()
		if status, ok := errors.AsType[*fetch.StatusError](err); ok {
			status.Away = x.from.Home != "" && identity == nil
		}
	}
	return resp, a.answered(x, resp, err, isAnswered, delay > 0 || x.IgnoreRobots)
}

// identity returns the identity to show for u, nil for none. If a page led to u, it is
// only the one shown for that page too: below the page's folder may be another author's
// pages.
func (x *request) identity(ctx context.Context, u *url.URL) (*fetch.Identity, error) {
	if !x.from.atHome(u) || address.IsGopher(u) {
		return nil, nil
	}
	id, err := x.session.engine.Store.Identity(ctx, u)
	if err != nil || id == nil || x.from.Page == nil {
		return id, err
	}
	shown, err := x.session.engine.Store.Identity(ctx, x.from.Page)
	if err != nil || shown == nil || shown.Name != id.Name {
		return nil, err
	}
	return id, nil
}

// delay returns the Crawl-delay to keep before u, or an error if u is not requested:
// robots.txt refuses it, cannot be fetched, or wants a later check.
func (x *request) delay(ctx context.Context, a *authority, u *url.URL) (time.Duration, error) {
	if x.Purpose == forRobots {
		return x.robotsDelay(a, u), nil
	}
	if x.IgnoreRobots && address.Authority(u) == address.Authority(x.URL) {
		return 0, nil
	}
	d, err := x.decide(ctx, a, u)
	switch {
	case x.Purpose == ForPerson && err != nil:
		// Why robots.txt could not be fetched does not matter: an unreachable capsule
		// reports that itself.
		return 0, context.Cause(ctx)
	case err != nil:
		return 0, err
	case x.Purpose == ForPerson && !d.Allowed:
		x.answer.Refusals = append(x.answer.Refusals, &RefusedError{URL: u.String(), Decision: d})
	case !d.Allowed:
		return 0, &RefusedError{URL: u.String(), Decision: d}
	}
	if x.Purpose == ForPerson {
		return min(d.CrawlDelay, personDelay), nil
	}
	if x.Purpose == ForFeed && !x.answer.Led { // Check is for the feed's own capsule
		x.answer.CheckEvery = d.Check
		if until := pending(x.CheckedAt.Add(d.Check), x.session.engine.Now(), robots.MaxCheck); d.Check > 0 && !until.IsZero() {
			return 0, &WaitError{Authority: a.kept.Authority, Why: "wants to be checked every " + words.SpanInWords(d.Check) + " (Check in robots.txt)", Until: until}
		}
	}
	return d.CrawlDelay, nil
}
