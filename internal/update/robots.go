package update

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/fetch"
	"gemsub/internal/model"
	"gemsub/robots"
)

const (
	// robotsFor is how long an answer about robots.txt holds.
	robotsFor = 24 * time.Hour
	// robotsPatience is how long the last policy, or the lack of one, stays
	// in force while robots.txt cannot be asked for.
	robotsPatience = 30 * 24 * time.Hour
)

// decide says what robots.txt of a says of u. It asks for robots.txt at most once in a run;
// the notices are for whoever asked. Its error means that the authority's pages may not be
// asked for now.
func (x *request) decide(ctx context.Context, a *authority, u *url.URL) (d robots.Decision, err error) {
	if err := x.turn.acquire(ctx, a.asking); err != nil {
		return d, err
	}
	defer a.asking.Release(1)
	e := x.session.engine
	if !a.asked {
		kept, _, _ := a.state()
		if RobotsUntil(kept, e.Now()).IsZero() {
			asked, err := x.askRobots(ctx, a, u)
			if !asked {
				return d, err
			}
			a.robotsErr = err
			kept, _, _ = a.state()
		}
		if !outdated(kept, e.Now()) {
			a.robots = ParseRobots(u, kept.Robots)
		}
		a.asked = true
	}
	if a.robotsErr != nil {
		return d, a.robotsErr
	}
	return a.robots.Decide(e.Agents, address.RobotsTarget(u)), nil
}

// ParseRobots reads the robots.txt of the server of u, as its protocol has it.
func ParseRobots(u *url.URL, data []byte) *robots.Policy {
	if address.IsGopher(u) {
		return robots.ParseGopher(data)
	}
	return robots.Parse(data)
}

// askRobots requests robots.txt, from each place where the server may have it, and notes
// the answer in a. It reports false if no request was made, because the run ends, the
// capsule wants to be asked later, or what led there may not ask: another request may
// then. Its error means that the pages may not be requested now.
func (x *request) askRobots(ctx context.Context, a *authority, u *url.URL) (asked bool, err error) {
	var answer Answer
	for i, place := range address.RobotsURLs(u) {
		answer, err = x.askPlace(ctx, place, i > 0)
		if fetch.KindOf(err) != fetch.Failed {
			break
		}
	}
	if ctx.Err() != nil {
		return false, context.Cause(ctx)
	}
	_, waits := errors.AsType[*WaitError](err)
	barred := fetch.KindOf(err) == fetch.PrivateAddress
	if !answer.Led && (waits || barred) || x.turn.left <= 0 && x.from.Home != "" {
		return false, err
	}
	unknown := a.learn(answer.Response, err, x.session.engine.Now())
	if !answer.Led && fetch.NoConnection(err) { // another capsule's trouble does not concern the pages here
		return true, err
	}
	return true, unknown
}

// askPlace requests the robots.txt at a place, and once more if the connection broke within
// a line: half a rule may say the opposite, and no text allows everything. The same text
// again is the whole.
func (x *request) askPlace(ctx context.Context, place *url.URL, again bool) (answer Answer, err error) {
	var before []byte
	for _, again := range []bool{again, true} {
		want := Request{URL: place, Purpose: forRobots, From: x.from.byItself(place), again: again}
		answer, err = x.session.get(ctx, want, x.turn)
		answer.Release()
		x.answer.Notices = append(x.answer.Notices, answer.Notices...)
		if err != nil || !answer.Cut {
			return answer, err
		}
		text := policyText(answer.Response)
		endsLine := bytes.HasSuffix(text, []byte("\n")) || bytes.HasSuffix(text, []byte("\r"))
		if text == nil || endsLine || before != nil && bytes.Equal(text, before) {
			return answer, nil
		}
		before = text
	}
	return answer, errors.New("the last line was cut off")
}

// robotsDelay returns the Crawl-delay for u, which is robots.txt itself or where it
// redirects to, by the policy kept of a. A redirect within a capsule does not wait, nor
// does the next place of the same robots.txt. One to another capsule never waits for the
// next run, since its answer might never come then.
func (x *request) robotsDelay(a *authority, u *url.URL) time.Duration {
	if x.again || x.answer.Led && address.Authority(u) == address.Authority(x.URL) {
		return 0
	}
	kept, _, _ := a.state()
	d := ParseRobots(u, kept.Robots).Decide(x.session.engine.Agents, address.RobotsTarget(u))
	if x.answer.Led {
		return min(d.CrawlDelay, longDelay)
	}
	return d.CrawlDelay
}

// learn notes an answer about robots.txt. Its error means that there is no
// policy to go by.
func (a *authority) learn(resp *fetch.Response, err error, now time.Time) error {
	var policy []byte
	switch fetch.KindOf(err) {
	case fetch.WantsInput, fetch.Failed, fetch.Gone, fetch.WantsCertificate, fetch.Redirect, fetch.PrivateAddress: // there is no robots.txt
	default:
		if err != nil {
			return a.unanswered(err, now)
		}
		policy = policyText(resp)
	}
	a.change(func(kept *model.Authority) {
		kept.Robots, kept.RobotsKnown, kept.RobotsAt = policy, true, now
		kept.RobotsStatus, kept.RobotsFailingSince = statusLine(resp, err), time.Time{}
	})
	return nil
}

// policyText is the part of a robots.txt that counts, in UTF-8, but over Gopher, where
// patterns match the bytes of selectors, as it was sent: nil where the media type is not
// text. A last line that may be cut off is left out.
func policyText(resp *fetch.Response) []byte {
	body := resp.Body[:min(len(resp.Body), robots.MaxSize)]
	mediaType, text := feed.Text(resp.Meta, body)
	if address.IsGopher(resp.URL) {
		text = string(body)
	}
	if mediaType != "" && !strings.HasPrefix(mediaType, "text/") {
		return nil
	}
	if len(resp.Body) >= robots.MaxSize || len(text) > robots.MaxSize {
		text = text[:min(len(text), robots.MaxSize)]
		text = text[:strings.LastIndexAny(text, "\r\n")+1]
	}
	return []byte(text)
}

// failingSince is since when robots.txt of a cannot be asked for, zero if it can.
// That cannot have begun before the last answer, or be still to come: then it
// was written by a wrong clock.
func failingSince(a model.Authority, now time.Time) time.Time {
	since := happened(a.RobotsFailingSince, now)
	if since.IsZero() {
		return since
	}
	return later(since, happened(a.RobotsAt, now))
}

// outdated reports whether the last policy of a counts as none. It is kept all
// the same: the clock may be wrong now.
func outdated(a model.Authority, now time.Time) bool {
	since := failingSince(a, now)
	return !since.IsZero() && now.Sub(since) >= robotsPatience
}

// unanswered notes that robots.txt could not be asked for, and decides what
// that means for the pages.
func (a *authority) unanswered(err error, now time.Time) error {
	a.change(func(kept *model.Authority) {
		kept.RobotsFailingSince = cmp.Or(failingSince(*kept, now), now)
		kept.RobotsStatus = err.Error()
	})
	if kept, _, _ := a.state(); kept.RobotsKnown || outdated(kept, now) {
		return nil
	}
	if wait, ok := errors.AsType[*WaitError](err); ok {
		why := fmt.Sprintf("has its robots.txt at %s, which %s", wait.Authority, wait.Why)
		return &WaitError{Authority: a.kept.Authority, Why: why, SlowDown: wait.SlowDown, Until: wait.Until}
	}
	return &NoPolicyError{err}
}

// statusLine is an answer in one line: "20 text/plain", "51 not found", "read from
// gopher://example.org/0robots.txt".
func statusLine(resp *fetch.Response, err error) string {
	if err != nil {
		return err.Error()
	}
	if address.IsGopher(resp.URL) { // which has no header, but several places
		return "read from " + resp.URL.String()
	}
	return resp.Header()
}
