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

// An Outcome is one possible result of a check, a row of the table outcomes. Only this table
// decides what follows from a check.
type Outcome struct {
	Name   string      // for a failure also its kind: the user is told when that changes
	Cause  string      // in a few words
	State  model.State // the state of the subscription from now on
	Retry  Retry
	Notify Notify
	Exit   int // the exit code of a run that meets it

	is func(*model.CheckResult) bool
}

// Retry says when a subscription is asked again.
type Retry string

// When a subscription is asked again.
const (
	AtInterval  Retry = "interval" // after its interval
	Doubling    Retry = "doubled"  // after its interval, doubled for each failure in a row
	WhenNamed   Retry = "named"    // only when the user names it
	WhenAllowed Retry = "allowed"  // once the capsule allows it: it stays due, and nothing else changes
	AtNextRun   Retry = "next run" // in the next run: it stays due
)

// Notify says when the user is told of an outcome.
type Notify string

// When the user is told of an outcome. A user who names a feed is told of every outcome except
// success.
const (
	NotifyEntries Notify = "entries" // only the new entries are told
	NotifyNever   Notify = "never"
	NotifyOnce    Notify = "once"    // once: from then on the feed has another URL
	NotifyChanges Notify = "changes" // when the failure begins, becomes one of another kind, or ends
	NotifyNamed   Notify = "named"   // when the user names the feed
	NotifyAlways  Notify = "always"  // at each run, in one line
)

// KeptState in the table means that the subscription keeps its state.
const KeptState model.State = "kept"

// Exit codes of a run.
const (
	exitDone   = 0
	exitFailed = 1 // nothing could be done
	exitPartly = 3 // some feed failed
)

// outcomes is the table. The first row that fits a result counts; the last fits every result.
var outcomes = []Outcome{
	{"moved", "31 to a feed", model.StateOK, AtInterval, NotifyOnce, exitDone, func(r *model.CheckResult) bool { return r.Err == nil && r.MovedTo != "" }},
	{"cut short", "cut, or faulty", model.StateOK, AtInterval, NotifyEntries, exitDone, func(r *model.CheckResult) bool { return r.Err == nil && r.Cut }},
	{"unchanged", "the same page", model.StateOK, AtInterval, NotifyNever, exitDone, func(r *model.CheckResult) bool { return r.Err == nil && r.Feed == nil }},
	{"ok", "another page", model.StateOK, AtInterval, NotifyEntries, exitDone, func(r *model.CheckResult) bool { return r.Err == nil }},

	{"no network", "no capsule reached", KeptState, WhenAllowed, NotifyAlways, exitFailed, isError(ErrNoNetwork)},
	{"slow down", "44", KeptState, WhenAllowed, NotifyNamed, exitDone, func(r *model.CheckResult) bool {
		wait, ok := errors.AsType[*WaitError](r.Err)
		return ok && wait.SlowDown
	}},
	{"too early", "Crawl-delay, Check", KeptState, WhenAllowed, NotifyNamed, exitDone, isErrorType[*WaitError]},
	{"refused", "robots.txt says no", model.StateRefused, Doubling, NotifyChanges, exitPartly, isErrorType[*DisallowedError]},

	{"no robots.txt", "robots.txt not answered", model.StateFailing, AtNextRun, NotifyChanges, exitPartly, isErrorType[*NoPolicyError]},

	{"wants input", "1x", model.StatePaused, WhenNamed, NotifyChanges, exitPartly, isKind(fetch.WantsInput)},
	{"temporary", "4x", model.StateFailing, Doubling, NotifyChanges, exitPartly, isKind(fetch.TemporaryFailure, fetch.SlowDown)},
	{"gone", "52", model.StateGone, WhenNamed, NotifyChanges, exitPartly, isKind(fetch.Gone)},
	{"broken", "5x, a Gopher error", model.StateFailing, Doubling, NotifyChanges, exitPartly, isKind(fetch.PermanentFailure)},
	{"wants certificate", "6x", model.StatePaused, WhenNamed, NotifyChanges, exitPartly, isKind(fetch.WantsCertificate)},

	{"moved to no feed", "31, no entries there", model.StateFailing, Doubling, NotifyChanges, exitPartly, isError(ErrNoFeedThere)},
	{"moved to known feed", "31 to a subscribed URL", model.StateMoved, WhenNamed, NotifyChanges, exitPartly, isErrorType[*model.TakenURLError]},
	{"unsafe move", "31, query or identity", model.StatePaused, WhenNamed, NotifyChanges, exitPartly, isErrorType[*MoveError]},
	{"not a feed", "nothing readable", model.StateFailing, Doubling, NotifyChanges, exitPartly, isErrorType[*unreadableError]},
	{"not stored", "a database error", model.StateFailing, Doubling, NotifyChanges, exitPartly, isErrorType[*unstoredError]},
	{"too large", "over 5 MiB", model.StateFailing, Doubling, NotifyChanges, exitPartly, isKind(fetch.TooLarge)},
	{"malformed", "no proper response", model.StateFailing, Doubling, NotifyChanges, exitPartly, isKind(fetch.Malformed)},
	{"bad redirect", "a loop, too many, http", model.StateFailing, Doubling, NotifyChanges, exitPartly, isKind(fetch.BadRedirect)},
	{"private address", "public leads to private", model.StateFailing, Doubling, NotifyChanges, exitPartly, isKind(fetch.PrivateAddress)},

	{"no such host", "an unknown name", model.StateFailing, Doubling, NotifyChanges, exitPartly, isKind(fetch.UnknownHost)},
	{"nobody listens", "connection refused", model.StateFailing, Doubling, NotifyChanges, exitPartly, isKind(fetch.ConnectionRefused)},
	{"unreachable", "no route, no answer", model.StateFailing, Doubling, NotifyChanges, exitPartly, isKind(fetch.Unreachable, fetch.NoAnswer)},
	{"timed out", "30 s passed", model.StateFailing, Doubling, NotifyChanges, exitPartly, isKind(fetch.TimedOut)},
	{"took too long", "90 s for one feed", model.StateFailing, Doubling, NotifyChanges, exitPartly, isError(ErrTooLong)},
	{"no TLS", "no secure connection", model.StateFailing, Doubling, NotifyChanges, exitPartly, isKind(fetch.TLSFailure)},
	{"bad certificate", "one that cannot be read", model.StateFailing, Doubling, NotifyChanges, exitPartly, isKind(fetch.BadCertificate)},
	{"key changed", "another certificate", model.StateFailing, Doubling, NotifyChanges, exitPartly, isKind(fetch.KeyChanged)},
	{"bad URL", "not to be requested", model.StateFailing, Doubling, NotifyChanges, exitPartly, isKind(fetch.BadURL)},
	{"other", "anything else", model.StateFailing, Doubling, NotifyChanges, exitPartly, func(*model.CheckResult) bool { return true }},
}

// Outcomes returns the table.
func Outcomes() []Outcome { return slices.Clone(outcomes) }

// outcomeOf returns the row of the table that fits r.
func outcomeOf(r *model.CheckResult) Outcome {
	return outcomes[slices.IndexFunc(outcomes, func(row Outcome) bool { return row.is(r) })]
}

// OnlyNamed reports whether a subscription in a state is checked only when the user names it.
func OnlyNamed(s model.State) bool {
	return slices.ContainsFunc(outcomes, func(row Outcome) bool { return row.State == s && row.Retry == WhenNamed })
}

// FailureName names the kind of a failure.
func FailureName(err error) string { return outcomeOf(&model.CheckResult{Err: err}).Name }

// conclude sets the state, the failures and the next check of a check that ended with err, as
// the table says. The next check comes no earlier than atLeast, the field Check of robots.txt.
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
		// The user accepts the key that a message names, so each new key needs a message.
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
	r.NextCheckAt = laterTime(NextCheck(next), r.CheckedAt.Add(atLeast))
}

func isError(target error) func(*model.CheckResult) bool {
	return func(r *model.CheckResult) bool { return errors.Is(r.Err, target) }
}

func isErrorType[E error](r *model.CheckResult) bool {
	_, ok := errors.AsType[E](r.Err)
	return ok
}

func isKind(kinds ...fetch.Kind) func(*model.CheckResult) bool {
	return func(r *model.CheckResult) bool { return slices.Contains(kinds, fetch.KindOf(r.Err)) }
}

// A DisallowedError reports a URL that robots.txt does not allow.
type DisallowedError struct {
	URL      string
	Decision robots.Decision
}

// Error names the line of robots.txt that decides.
func (e *DisallowedError) Error() string {
	return fmt.Sprintf("robots.txt refuses %s: line %d, %q for %q", e.URL, e.Decision.Line, e.Decision.Rule, e.Decision.Group)
}

// A NoPolicyError reports a capsule whose robots.txt cannot be read now, and of which no
// earlier policy is known. Its pages are not requested until robots.txt can be read. Err is
// the cause.
type NoPolicyError struct{ Err error }

// Error names robots.txt and the cause.
func (e *NoPolicyError) Error() string { return "robots.txt: " + e.Err.Error() }

func (e *NoPolicyError) Unwrap() error { return e.Err }

// A WaitError reports a capsule that wants to be asked later.
type WaitError struct {
	Authority string
	Why       string
	SlowDown  bool // the capsule sent a 44
	Until     time.Time
}

// Reason says which capsule wants what: "example.org:1965 asked to slow down".
func (e *WaitError) Reason() string { return e.Authority + " " + e.Why }

// Error says why and until when.
func (e *WaitError) Error() string {
	return fmt.Sprintf("%s: not before %s", e.Reason(), e.Until.UTC().Format("2006-01-02 15:04:05 UTC"))
}

// ErrNoFeedThere reports a feed that moved to a page without entries.
var ErrNoFeedThere = errors.New("the page moved to one without dated links")

// A MoveError reports a page that moved to a URL with a query, or to one where an identity
// would be shown. Only a person may choose such a URL.
type MoveError struct {
	URL string // where to
	Why string
}

// Error says where the page moved, and why gemsub does not follow.
func (e *MoveError) Error() string { return "moved to " + e.URL + ", " + e.Why }

// An unreadableError reports a document that cannot be read as a feed.
type unreadableError struct{ error }

func (e *unreadableError) Unwrap() error { return e.error }

// An unstoredError reports a document that the store cannot keep.
type unstoredError struct{ error }

func (e *unstoredError) Unwrap() error { return e.error }
