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
	// robotsMaxAge is how long an answer about robots.txt is used.
	robotsMaxAge = 24 * time.Hour
	// robotsPatience is how long the last policy, or the lack of one, stays in force while
	// robots.txt cannot be read.
	robotsPatience = 30 * 24 * time.Hour
)

// decide returns the decision of a's robots.txt about u. It requests robots.txt at most once
// in a run. Its error means that the authority's pages may not be requested now.
func (x *request) decide(ctx context.Context, a *authority, u *url.URL) (d robots.Decision, err error) {
	if err := x.worker.acquire(ctx, a.asking); err != nil {
		return d, err
	}
	defer a.asking.Release(1)
	e := x.session.engine
	if !a.asked {
		kept, _, _ := a.snapshot()
		if RobotsUntil(kept, e.Now()).IsZero() {
			asked, err := x.requestRobots(ctx, a, u)
			if !asked {
				return d, err
			}
			a.robotsErr = err
			kept, _, _ = a.snapshot()
		}
		if !isPolicyExpired(kept, e.Now()) {
			a.robots = ParseRobots(u, kept.Robots)
		}
		a.asked = true
	}
	if a.robotsErr != nil {
		return d, a.robotsErr
	}
	return a.robots.Decide(e.Agents, address.RobotsTarget(u)), nil
}

// ParseRobots reads the robots.txt of the server of u by the rules of its protocol.
func ParseRobots(u *url.URL, data []byte) *robots.Policy {
	if address.IsGopher(u) {
		return robots.ParseGopher(data)
	}
	return robots.Parse(data)
}

// requestRobots requests robots.txt, from each place where the server may have it, and notes
// the answer in a. It reports false if no request was made, because the run ends, the capsule
// wants to be asked later, the origin of u forbids it, or this machine is offline; another URL of a
// may then try again.
// Its error means that the pages may not be requested now.
func (x *request) requestRobots(ctx context.Context, a *authority, u *url.URL) (asked bool, err error) {
	var answer Answer
	for i, place := range address.RobotsURLs(u) {
		answer, err = x.requestRobotsAt(ctx, place, i > 0)
		if fetch.KindOf(err) != fetch.PermanentFailure {
			break
		}
	}
	if ctx.Err() != nil {
		return false, context.Cause(ctx)
	}
	_, waits := errors.AsType[*WaitError](err)
	barred := isKind(fetch.PrivateAddress, fetch.Offline)(err)
	if !answer.Redirected && (waits || barred) || x.worker.timeLeft <= 0 && x.from.Home != "" {
		return false, err
	}
	unknown := a.noteRobots(answer.Response, err, x.session.engine.Now())
	if !answer.Redirected && fetch.IsConnectionError(err) { // another capsule's failure does not concern the pages here
		return true, err
	}
	return true, unknown
}

// requestRobotsAt requests the robots.txt at a place, and once more if the connection was reset or
// ended within a line: half a rule may say the opposite, and an empty text allows everything. If
// the second answer breaks off too, it must be the same, or it is an error; a reset is always one.
// again says that another place was requested before.
func (x *request) requestRobotsAt(ctx context.Context, place *url.URL, again bool) (answer Answer, err error) {
	var before []byte
	for _, again := range []bool{again, true} {
		want := Request{URL: place, Purpose: forRobots, From: x.from.originOfRobots(place), isRepeat: again}
		answer, err = x.session.get(ctx, want, x.worker)
		answer.Release()
		x.answer.Notices = append(x.answer.Notices, answer.Notices...)
		if err != nil || !answer.Cut {
			return answer, err
		}
		text := policyText(answer.Response)
		endsLine := bytes.HasSuffix(text, []byte("\n")) || bytes.HasSuffix(text, []byte("\r"))
		isWhole := endsLine || before != nil && bytes.Equal(text, before)
		if text == nil || isWhole && !answer.Reset {
			return answer, nil
		}
		before = text
	}
	if answer.Reset {
		return answer, errors.New("the server reset the connection")
	}
	return answer, errors.New("the last line was cut off")
}

// robotsDelay returns the Crawl-delay for u, a URL of robots.txt or one that it redirects to,
// by the known policy of a. There is none for a redirect within a capsule, or for the next
// place of the same robots.txt. A redirect to another capsule never waits for the next run,
// since its answer might then never come.
func (x *request) robotsDelay(a *authority, u *url.URL) time.Duration {
	if x.isRepeat || x.answer.Redirected && address.Authority(u) == address.Authority(x.URL) {
		return 0
	}
	kept, _, _ := a.snapshot()
	d := ParseRobots(u, kept.Robots).Decide(x.session.engine.Agents, address.RobotsTarget(u))
	if x.answer.Redirected {
		return min(d.CrawlDelay, longDelay)
	}
	return d.CrawlDelay
}

// noteRobots notes an answer about robots.txt. It returns an error if there is no policy to obey;
// that there is no robots.txt is a policy, too.
func (a *authority) noteRobots(resp *fetch.Response, err error, now time.Time) error {
	var policy []byte
	switch fetch.KindOf(err) {
	case fetch.WantsInput, fetch.PermanentFailure, fetch.Gone, fetch.WantsCertificate, fetch.BadRedirect, fetch.PrivateAddress: // there is no robots.txt
	default:
		if err != nil {
			return a.noteNoRobots(err, now)
		}
		policy = policyText(resp)
	}
	a.editKept(func(kept *model.Authority) {
		kept.Robots, kept.RobotsKnown, kept.RobotsAt = policy, true, now
		kept.RobotsStatus, kept.RobotsFailingSince = statusLine(resp, err), time.Time{}
	})
	return nil
}

// policyText returns the part of a robots.txt that counts, without a last line that may be cut
// off; nil if the media type is not text. It is in UTF-8; over Gopher it is as it was sent,
// since patterns match the bytes of selectors.
func policyText(resp *fetch.Response) []byte {
	body := resp.Body[:min(len(resp.Body), robots.MaxSize)]
	mediaType, text := feed.DecodeBody(resp.Meta, body)
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

// failingSince returns since when robots.txt of a cannot be read, zero if it can. A stored
// time before the last answer, or in the future, came from a wrong clock, and is corrected.
func failingSince(a model.Authority, now time.Time) time.Time {
	since := pastOrZero(a.RobotsFailingSince, now)
	if since.IsZero() {
		return since
	}
	return laterTime(since, pastOrZero(a.RobotsAt, now))
}

// isPolicyExpired reports whether the last policy of a no longer counts. It stays stored
// anyway, since the clock may be wrong now.
func isPolicyExpired(a model.Authority, now time.Time) bool {
	since := failingSince(a, now)
	return !since.IsZero() && now.Sub(since) >= robotsPatience
}

// noteNoRobots notes that robots.txt could not be read. It returns nil if a policy is known, or
// after robotsPatience, else a [*WaitError] or [*NoPolicyError].
func (a *authority) noteNoRobots(err error, now time.Time) error {
	a.editKept(func(kept *model.Authority) {
		kept.RobotsFailingSince = cmp.Or(failingSince(*kept, now), now)
		kept.RobotsStatus = statusLine(nil, err)
	})
	if kept, _, _ := a.snapshot(); kept.RobotsKnown || isPolicyExpired(kept, now) {
		return nil
	}
	if wait, ok := errors.AsType[*WaitError](err); ok {
		why := fmt.Sprintf("has its robots.txt at %s, which %s", wait.Authority, wait.Why)
		return &WaitError{Authority: a.kept.Authority, Why: why, SlowDown: wait.SlowDown, Until: wait.Until}
	}
	return &NoPolicyError{err}
}

// statusLine returns an answer in one line: "20 text/plain", "51 not found", "read from
// gopher://example.org/0robots.txt".
func statusLine(resp *fetch.Response, err error) string {
	if status, ok := errors.AsType[*fetch.StatusError](err); ok {
		return status.Line()
	}
	if err != nil {
		return err.Error()
	}
	if address.IsGopher(resp.URL) { // Gopher has no header, but several places for robots.txt
		return "read from " + resp.URL.String()
	}
	return strings.TrimSpace(fmt.Sprint(resp.Status, " ", resp.Meta))
}
