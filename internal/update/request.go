package update

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"gemsub/internal/address"
	"gemsub/internal/fetch"
	"gemsub/internal/menu"
	"gemsub/internal/words"
	"gemsub/robots"
)

// A Purpose is why a document is requested. It decides which rules of robots.txt apply.
type Purpose uint8

// For every purpose there is only one connection to each authority, and a Crawl-delay, a 44
// and the burst rule are observed.
const (
	// ForFeed is the check of a feed: robots.txt is obeyed, with its Check field.
	ForFeed Purpose = iota
	// ForPost is a page that no person asked to see now, such as a post: robots.txt is
	// obeyed.
	ForPost
	// ForPerson is one page that a person waits for. A refusal by robots.txt is only reported,
	// since browsers need not obey it, and a Crawl-delay is observed for maxPersonDelay at most.
	ForPerson
	// forRobots is robots.txt itself.
	forRobots
)

// maxPersonDelay is how long a person waits for a Crawl-delay at most.
const maxPersonDelay = 5 * time.Second

// A Request asks for one document.
type Request struct {
	URL     *url.URL
	Purpose Purpose
	// IgnoreRobots is the user's decision to ignore robots.txt of URL's authority. It is obeyed
	// at other authorities that URL redirects to.
	IgnoreRobots bool
	// From says who led to URL. The zero value is the user.
	From Origin
	// CheckedAt is when the feed was last checked, zero for never.
	CheckedAt time.Time
	isRepeat  bool // the request follows another one for the same robots.txt
}

// mediaTypes are the item types of pictures, sounds and films.
const mediaTypes = "gIp:;<s"

// refuseUnreadable returns an error for a Gopher URL that is not requested because it links to
// another protocol, or to something that gemsub cannot show. Only texts and menus are fetched as
// posts. What a person subscribes to may have any type, since servers may give a feed another one
// than text.
func (p Purpose) refuseUnreadable(u *url.URL) error {
	kind, selector := address.Selector(u)
	reason := fmt.Sprintf("gemsub reads no items of type %c", kind)
	link, isLink := menu.Item{Type: kind, Selector: selector}.Web()
	switch {
	case address.IsGopher(u) && isLink:
		reason = "it is a link to " + address.SafeExcerpt(address.WithoutUser(link))
	case address.IsPost(u.String()), p == ForFeed, p == ForPerson && strings.IndexByte(mediaTypes, kind) < 0:
		return nil
	}
	return &fetch.Error{Op: "read", Target: u.String(), Kind: fetch.PermanentFailure, Reason: reason}
}

// An Answer is the result of a request with its redirects.
type Answer struct {
	*fetch.Response // of the last hop; nil after an error
	// Moved is the page's new URL if all redirects were permanent (31), nil if there was
	// none or another one.
	Moved *url.URL
	// Local says that the page has a private address. The address of the requested URL counts
	// or, if all redirects were permanent, that of Moved.
	Local bool
	// Origin is the origin of the URLs that the page links to.
	Origin Origin
	// Notices are lines that the user should see though nothing failed, including those about
	// requests for robots.txt.
	Notices []string
	// Refusals are refusals by robots.txt that the request did not obey, since it was made for a
	// person.
	Refusals []*DisallowedError
	// Redirected says that a redirect was followed.
	Redirected bool
	// Requested says that a request was made, even if it failed.
	Requested bool
	// CheckEvery is the Check field of robots.txt for the URL.
	CheckEvery time.Duration
}

// Get makes one request with its redirects. It asks robots.txt before each hop, if the purpose
// requires that. An answer other than success is an error; if the capsule wants to be asked
// later, it is a [*WaitError]. The answer's notices, refusals and flags are valid after an error
// too.
func (s *Session) Get(ctx context.Context, want Request) (Answer, error) {
	by := s.newWorker()
	defer by.releaseJob()
	answer, err := s.get(ctx, want, by)
	answer.Release()
	return answer, err
}

// maxRedirects is how many redirects are followed, as the protocol advises.
const maxRedirects = 5

// A request is a [Request] under way, with its redirects.
type request struct {
	Request
	session *Session
	worker  *worker
	from    Origin   // of the next hop
	seen    []string // URLs that redirected
	answer  Answer
}

// get does the work of [Session.Get] by a worker. The caller releases the answer, also after an
// error.
func (s *Session) get(ctx context.Context, want Request, by *worker) (Answer, error) {
	x := &request{Request: want, session: s, worker: by, from: want.From}
	u, err := address.Canonical(want.URL)
	if err != nil {
		return x.answer, err
	}
	if why := want.From.Refusal(u); why != "" {
		return x.answer, &address.Error{URL: u.String(), Reason: why}
	}
	if err := want.Purpose.refuseUnreadable(u); err != nil {
		return x.answer, err
	}
	for {
		resp, err := x.requestHop(ctx, u)
		if err != nil {
			return x.answer, err
		}
		if !x.answer.Redirected || x.answer.Moved != nil && !resp.IsRedirect() {
			x.answer.Local = resp.Local
		}
		if !resp.IsRedirect() {
			x.answer.Response, x.answer.Origin = resp, x.from.nextOrigin(resp.URL, resp.Local)
			return x.answer, nil
		}
		if u, err = x.followRedirect(resp); err != nil {
			return x.answer, err
		}
	}
}

// followRedirect returns where a redirect leads, or an error if it may not be followed.
func (x *request) followRedirect(resp *fetch.Response) (*url.URL, error) {
	from := resp.URL.String()
	target, err := address.Resolve(resp.URL, resp.Meta)
	if err == nil {
		target, err = address.Canonical(target)
	}
	if err != nil {
		return nil, redirectError(from, resp.Meta, address.Reason(err))
	}
	to := target.String()
	x.seen, x.from = append(x.seen, from), x.from.nextOrigin(resp.URL, resp.Local)
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
	permanent := resp.IsPermanent() && (!x.answer.Redirected || x.answer.Moved != nil)
	x.answer.Redirected, x.answer.Moved = true, nil
	if permanent {
		x.answer.Moved = target
	}
	return target, nil
}

// redirectError reports a redirect that is not followed. Its target is a URL, or the text that
// the server sent in place of one.
func redirectError(from, to, why string) error {
	target := address.SafeExcerpt(from) + " to " + address.SafeExcerpt(address.WithoutUser(to))
	return &fetch.Error{Op: "follow redirect from", Target: target, Kind: fetch.BadRedirect, Reason: address.SafeExcerpt(why)}
}

// requestHop finds out whether u may be requested, waits until it may, and makes one request.
// An answer that is neither success nor a redirect is an error.
func (x *request) requestHop(ctx context.Context, u *url.URL) (*fetch.Response, error) {
	e := x.session.engine
	if e.Watch != nil {
		defer e.Watch(address.Authority(u))()
	}
	a, err := x.session.loadAuthority(ctx, address.Authority(u))
	if err != nil {
		return nil, err
	}
	delay, err := x.crawlDelay(ctx, a, u)
	if err != nil {
		return nil, err
	}
	identity, err := x.chooseIdentity(ctx, u)
	if err != nil {
		return nil, err
	}
	if err := x.enterGate(ctx, a, delay); err != nil {
		return nil, err
	}
	defer a.gate.Release(1)
	x.answer.Requested = true
	kept, _, _ := a.snapshot()
	want := fetch.Request{URL: u, KnownKey: kept.Key, Identity: identity, PrivateRefusal: x.from.privateRefusal(), Limit: x.worker.timeLeft, LargeBodies: x.session.large}
	if x.Purpose == forRobots {
		want.FirstBytes = robots.MaxSize
	}
	began := e.Now()
	slow := time.AfterFunc(maxJobTime, func() {
		if e.Jobs != 1 {
			x.worker.releaseJob()
		}
	})
	resp, err := e.Fetch.Do(ctx, want)
	slow.Stop()
	x.worker.timeLeft -= max(0, e.Now().Sub(began)-resp.Waited)
	if resp.Notice != "" {
		x.answer.Notices = append(x.answer.Notices, resp.Notice)
	}
	isAnswered := err == nil
	switch {
	case !isAnswered && x.worker.timeLeft <= 0:
		err = ErrTooLong
	case isAnswered && !resp.IsRedirect():
		err = resp.Err()
		if status, ok := errors.AsType[*fetch.StatusError](err); ok {
			status.IdentityWithheld = x.from.Home != "" && identity == nil
		}
	}
	return resp, a.noteAnswer(x, resp, err, isAnswered, delay > 0 || x.IgnoreRobots)
}

// chooseIdentity returns the identity to show to u, nil for none. If a page led to u, it returns
// only an identity that is shown to this page too: pages below the page's folder may be by another
// author.
func (x *request) chooseIdentity(ctx context.Context, u *url.URL) (*fetch.Identity, error) {
	if !x.from.isAtHome(u) || address.IsGopher(u) {
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

// crawlDelay returns the Crawl-delay to observe before u is requested. It returns an error if
// robots.txt refuses u, cannot be fetched, or wants a later check. For a person it only notes a
// refusal, and ignores that robots.txt cannot be fetched.
func (x *request) crawlDelay(ctx context.Context, a *authority, u *url.URL) (time.Duration, error) {
	if x.Purpose == forRobots {
		return x.robotsDelay(a, u), nil
	}
	if x.IgnoreRobots && address.Authority(u) == address.Authority(x.URL) {
		return 0, nil
	}
	d, err := x.decide(ctx, a, u)
	switch {
	case x.Purpose == ForPerson && err != nil:
		// Ignore the error: if the capsule is unreachable, the request itself will fail.
		return 0, context.Cause(ctx)
	case err != nil:
		return 0, err
	case x.Purpose == ForPerson && !d.Allowed:
		x.answer.Refusals = append(x.answer.Refusals, &DisallowedError{URL: u.String(), Decision: d})
	case !d.Allowed:
		return 0, &DisallowedError{URL: u.String(), Decision: d}
	}
	if x.Purpose == ForPerson {
		return min(d.CrawlDelay, maxPersonDelay), nil
	}
	if x.Purpose == ForFeed && !x.answer.Redirected { // only the Check of the feed's own capsule counts
		x.answer.CheckEvery = d.Check
		if until := pending(x.CheckedAt.Add(d.Check), x.session.engine.Now(), robots.MaxCheck); d.Check > 0 && !until.IsZero() {
			return 0, &WaitError{Authority: a.kept.Authority, Why: "wants to be checked every " + words.SpanInWords(d.Check) + " (Check in robots.txt)", Until: until}
		}
	}
	return d.CrawlDelay, nil
}
