package update

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"gemsub/internal/fetch"
	"gemsub/internal/model"
	"gemsub/robots"
)

// An Outcome is one possible result of a check, a row of the table of all. What
// follows from a check is decided there, and nowhere else.
type Outcome struct {
	Name   string      // of a failure, also its kind: the user is told when that changes
	On     string      // what brought it about, in a few words
	State  model.State // of the subscription from now on
	Retry  Retry
	Notify Notify
	Exit   int // the exit code of a run that meets it

	is func(*model.CheckResult) bool
}

// Retry says when a subscription is asked again.
type Retry string

// When a subscription is asked again.
const (
	AtInterval  Retry = "interval" // as its rhythm says, or the user
	Doubling    Retry = "doubled"  // the interval, twice as long for each failure in a row
	WhenNamed   Retry = "named"    // when the user asks for it by name
	WhenAllowed Retry = "allowed"  // once the capsule allows it: it stays due, nothing else changes
	AtNextRun   Retry = "next run" // it stays due
)

// Notify says when the user hears of an outcome.
type Notify string

// When the user hears of an outcome. A user who names a feed is told of all but
// success.
const (
	NotifyEntries Notify = "entries" // the new entries alone
	NotifyNever   Notify = "never"
	NotifyOnce    Notify = "once"    // the feed has another URL from then on
	NotifyChanges Notify = "changes" // when the failure begins, becomes one of another kind, or ends
	NotifyNamed   Notify = "named"   // when the user names the feed
	NotifyAlways  Notify = "always"  // at each run, in one line
)

// KeptState stands in the table for the state that the subscription had.
const KeptState model.State = "kept"

// Exit codes of a run.
const (
	exitDone   = 0
	exitFailed = 1 // nothing could be done
	exitPartly = 3 // a feed failed
)

// outcomes is the table. The first row that fits a result counts, and the last
// fits all.
var outcomes = []Outcome{
	{"moved", "31 to a feed", model.StateOK, AtInterval, NotifyOnce, exitDone, func(r *model.CheckResult) bool { return r.Err == nil && r.MovedTo != "" }},
	{"cut short", "cut, or faulty", model.StateOK, AtInterval, NotifyEntries, exitDone, func(r *model.CheckResult) bool { return r.Err == nil && r.Cut }},
	{"unchanged", "the same page", model.StateOK, AtInterval, NotifyNever, exitDone, func(r *model.CheckResult) bool { return r.Err == nil && r.Feed == nil }},
	{"ok", "another page", model.StateOK, AtInterval, NotifyEntries, exitDone, func(r *model.CheckResult) bool { return r.Err == nil }},

	{"no network", "no capsule reached", KeptState, WhenAllowed, NotifyAlways, exitFailed, is(ErrNoNetwork)},
	{"slow down", "44", KeptState, WhenAllowed, NotifyNamed, exitDone, func(r *model.CheckResult) bool {
		wait, ok := errors.AsType[*WaitError](r.Err)
		return ok && wait.SlowDown
	}},
	{"too early", "Crawl-delay, Check", KeptState, WhenAllowed, NotifyNamed, exitDone, as[*WaitError]},
	{"refused", "robots.txt says no", model.StateRefused, Doubling, NotifyChanges, exitPartly, as[*RefusedError]},

	{"no robots.txt", "robots.txt not answered", model.StateFailing, AtNextRun, NotifyChanges, exitPartly, as[*NoPolicyError]},

	{"wants input", "1x", model.StatePaused, WhenNamed, NotifyChanges, exitPartly, kind(fetch.WantsInput)},
	{"temporary", "4x", model.StateFailing, Doubling, NotifyChanges, exitPartly, kind(fetch.Temporary, fetch.SlowDown)},
	{"gone", "52", model.StateGone, WhenNamed, NotifyChanges, exitPartly, kind(fetch.Gone)},
	{"broken", "5x, a Gopher error", model.StateFailing, Doubling, NotifyChanges, exitPartly, kind(fetch.Failed)},
	{"wants certificate", "6x", model.StatePaused, WhenNamed, NotifyChanges, exitPartly, kind(fetch.WantsCertificate)},

	{"moved to no feed", "31, no entries there", model.StateFailing, Doubling, NotifyChanges, exitPartly, is(ErrNoFeedThere)},
	{"moved to known feed", "31 to a subscribed URL", model.StateMoved, WhenNamed, NotifyChanges, exitPartly, as[*model.TakenURLError]},
	{"unsafe move", "31, query or identity", model.StatePaused, WhenNamed, NotifyChanges, exitPartly, as[*MoveError]},
	{"not a feed", "nothing readable", model.StateFailing, Doubling, NotifyChanges, exitPartly, as[*unreadableError]},
	{"not stored", "a database error", model.StateFailing, Doubling, NotifyChanges, exitPartly, as[*unstoredError]},
	{"too large", "over 5 MiB", model.StateFailing, Doubling, NotifyChanges, exitPartly, kind(fetch.TooLarge)},
	{"malformed", "no proper response", model.StateFailing, Doubling, NotifyChanges, exitPartly, kind(fetch.Malformed)},
	{"bad redirect", "a loop, too many, http", model.StateFailing, Doubling, NotifyChanges, exitPartly, kind(fetch.Redirect)},
	{"private address", "public leads to private", model.StateFailing, Doubling, NotifyChanges, exitPartly, kind(fetch.PrivateAddress)},

	{"no such host", "an unknown name", model.StateFailing, Doubling, NotifyChanges, exitPartly, kind(fetch.NotFound)},
	{"nobody listens", "connection refused", model.StateFailing, Doubling, NotifyChanges, exitPartly, kind(fetch.Refused)},
	{"unreachable", "no route, no answer", model.StateFailing, Doubling, NotifyChanges, exitPartly, kind(fetch.Unreachable, fetch.NoAnswer)},
	{"timed out", "30 s passed", model.StateFailing, Doubling, NotifyChanges, exitPartly, kind(fetch.TimedOut)},
	{"took too long", "90 s for one feed", model.StateFailing, Doubling, NotifyChanges, exitPartly, is(ErrTooLong)},
	{"no TLS", "no secure connection", model.StateFailing, Doubling, NotifyChanges, exitPartly, kind(fetch.TLS)},
	{"bad certificate", "one that cannot be read", model.StateFailing, Doubling, NotifyChanges, exitPartly, kind(fetch.BadCertificate)},
	{"key changed", "another certificate", model.StateFailing, Doubling, NotifyChanges, exitPartly, kind(fetch.Certificate)},
	{"bad URL", "not to be requested", model.StateFailing, Doubling, NotifyChanges, exitPartly, kind(fetch.BadURL)},
	{"other", "anything else", model.StateFailing, Doubling, NotifyChanges, exitPartly, func(*model.CheckResult) bool { return true }},
}

// Outcomes returns the table in its order.
func Outcomes() []Outcome { return slices.Clone(outcomes) }

// outcomeOf is the row of the table that r is in.
func outcomeOf(r *model.CheckResult) Outcome {
	return outcomes[slices.IndexFunc(outcomes, func(row Outcome) bool { return row.is(r) })]
}

// OnlyNamed reports whether a subscription in a state is asked only when it is
// named.
func OnlyNamed(s model.State) bool {
	return slices.ContainsFunc(outcomes, func(row Outcome) bool { return row.State == s && row.Retry == WhenNamed })
}

// ErrorKind names the kind of a failure.
func ErrorKind(err error) string { return outcomeOf(&model.CheckResult{Err: err}).Name }

// conclude sets the state, the failures and the next check as the table says for a check
// that ended with err. atLeast is the field Check of the capsule's robots.txt.
func conclude(r *model.CheckResult, err error, atLeast time.Duration) {
	s := r.Subscription
	if err != nil {
		*r = model.CheckResult{Subscription: s, CheckedAt: r.CheckedAt, RequestedAt: r.RequestedAt, Notices: r.Notices, Err: err}
	}
	o := outcomeOf(r)
	r.State, r.Failed = o.State, o.Exit != exitDone
	if wait, ok := errors.AsType[*WaitError](err); ok {
		r.WaitUntil, r.WaitReason = wait.Until, wait.Reason()
		return
	}
	if err != nil {
		r.Failures, r.ErrKind = s.Failures+1, o.Name
		changed, isKey := errors.AsType[*fetch.CertificateError](err)
		if isKey {
			r.RefusedKey = changed.Seen
		}
		// The user accepts the key that was told, so each has to be.
		r.IsNews = o.Notify == NotifyChanges && (o.Name != s.LastErrorKind || isKey && err.Error() != s.LastError)
	}
	if o.Retry == WhenNamed || o.Retry == AtNextRun {
		return
	}
	next := *s
	next.CheckedAt, next.Failures = r.CheckedAt, r.Failures
	if r.Feed != nil {
		next.Rhythm, next.FeedUpdated = r.Feed.Rhythm(), r.Feed.Updated
	}
	r.NextCheckAt = later(NextCheck(next), r.CheckedAt.Add(atLeast))
}

func is(target error) func(*model.CheckResult) bool {
	return func(r *model.CheckResult) bool { return errors.Is(r.Err, target) }
}

func as[E error](r *model.CheckResult) bool {
	_, ok := errors.AsType[E](r.Err)
	return ok
}

func kind(kinds ...fetch.Kind) func(*model.CheckResult) bool {
	return func(r *model.CheckResult) bool { return slices.Contains(kinds, fetch.KindOf(r.Err)) }
}

// A RefusedError reports a URL that robots.txt does not allow.
type RefusedError struct {
	URL      string
	Decision robots.Decision
}

// Error names the line that decides.
func (e *RefusedError) Error() string {
	return fmt.Sprintf("robots.txt refuses %s: line %d, %q for %q", e.URL, e.Decision.Line, e.Decision.Rule, e.Decision.Group)
}

// A NoPolicyError reports a capsule whose robots.txt cannot be read now, and of which no policy is
// kept: its pages are not requested until it can. Err is why.
type NoPolicyError struct{ Err error }

// Error names robots.txt and the cause.
func (e *NoPolicyError) Error() string { return "robots.txt: " + e.Err.Error() }

func (e *NoPolicyError) Unwrap() error { return e.Err }

// A WaitError reports a capsule that wants to be asked later.
type WaitError struct {
	Authority string
	Why       string
	SlowDown  bool // it asked for that with a 44
	Until     time.Time
}

// Reason says who wants what: "example.org:1965 asked to slow down".
func (e *WaitError) Reason() string { return e.Authority + " " + e.Why }

// Error says why and until when.
func (e *WaitError) Error() string {
	return fmt.Sprintf("%s: not before %s", e.Reason(), e.Until.UTC().Format("2006-01-02 15:04:05 UTC"))
}

// ErrNoFeedThere reports a page that moved to one without entries.
var ErrNoFeedThere = errors.New("the page moved to one without dated links")

// A MoveError reports a page that moved to where only a person may send gemsub: from then
// on it would be asked for with a query, or with an identity.
type MoveError struct {
	URL string // where to
	Why string
}

// Error says where to and why gemsub does not follow.
func (e *MoveError) Error() string { return "moved to " + e.URL + ", " + e.Why }

// An unreadableError reports a document that holds no feed.
type unreadableError struct{ error }

func (e *unreadableError) Unwrap() error { return e.error }

// An unstoredError reports a document that the store cannot take.
type unstoredError struct{ error }

func (e *unstoredError) Unwrap() error { return e.error }
