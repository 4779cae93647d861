package update

import (
	"errors"
	"slices"
	"time"

	"gemsub/internal/fetch"
	"gemsub/internal/model"
)

// An Outcome is a row of the table of all that a check may come to. What
// follows from a check is decided there, and nowhere else.
type Outcome struct {
	Name  string      // of a failure, also its kind: the user is told when that changes
	On    string      // what brought it about, in a few words
	State model.State // of the subscription from now on
	Again Again
	Told  Told
	Exit  int // the exit code of a run that meets it

	is func(Result) bool
}

// Again says when a subscription is asked again.
type Again string

// When a subscription is asked again.
const (
	AtInterval  Again = "interval" // as its rhythm says, or the user
	Doubling    Again = "doubled"  // the interval, twice as long for each failure in a row
	WhenNamed   Again = "named"    // when the user asks for it by name
	WhenAllowed Again = "allowed"  // once the capsule allows it: it stays due, nothing else changes
)

// Told says when the user hears of an outcome.
type Told string

// When the user hears of an outcome. Who names a feed is told of all but
// success.
const (
	ToldEntries Told = "entries" // the new entries alone
	ToldNever   Told = "never"
	ToldOnce    Told = "once"    // the feed has another URL from then on
	ToldChanges Told = "changes" // when the failure begins, becomes one of another kind, or ends
	ToldNamed   Told = "named"   // to who names the feed
	ToldAlways  Told = "always"  // at each run, in one line
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
	{"moved", "31 to a feed", model.StateOK, AtInterval, ToldOnce, exitDone, func(r Result) bool { return r.Err == nil && r.MovedTo != "" }},
	{"cut short", "no close_notify", model.StateOK, AtInterval, ToldEntries, exitDone, func(r Result) bool { return r.Err == nil && r.Cut }},
	{"unchanged", "the same page", model.StateOK, AtInterval, ToldNever, exitDone, func(r Result) bool { return r.Err == nil && r.Feed == nil }},
	{"ok", "another page", model.StateOK, AtInterval, ToldEntries, exitDone, func(r Result) bool { return r.Err == nil }},

	{"no network", "nothing at all reached", KeptState, WhenAllowed, ToldAlways, exitFailed, is(ErrNoNetwork)},
	{"slow down", "44", KeptState, WhenAllowed, ToldNamed, exitDone, func(r Result) bool {
		wait, ok := errors.AsType[*WaitError](r.Err)
		return ok && wait.SlowDown
	}},
	{"too early", "Crawl-delay, Check", KeptState, WhenAllowed, ToldNamed, exitDone, as[*WaitError]},
	{"refused", "robots.txt says no", model.StateRefused, Doubling, ToldChanges, exitPartly, as[*RefusedError]},

	{"wants input", "1x", model.StatePaused, WhenNamed, ToldChanges, exitPartly, status(10, 19)},
	{"temporary", "4x", model.StateFailing, Doubling, ToldChanges, exitPartly, status(40, 49)},
	{"gone", "52", model.StateGone, WhenNamed, ToldChanges, exitPartly, status(52, 52)},
	{"broken", "5x", model.StateFailing, Doubling, ToldChanges, exitPartly, status(50, 59)},
	{"wants certificate", "6x", model.StatePaused, WhenNamed, ToldChanges, exitPartly, status(60, 69)},

	{"moved to no feed", "31 to a page without entries", model.StateFailing, Doubling, ToldChanges, exitPartly, is(ErrNoFeedThere)},
	{"moved to known feed", "31 to a subscribed URL", model.StateMoved, WhenNamed, ToldChanges, exitPartly, as[*TakenError]},
	{"too many entries", "over 300 new ones a day, for three days", model.StatePaused, WhenNamed, ToldChanges, exitPartly, is(ErrFlooded)},
	{"not a feed", "nothing that could be read", model.StateFailing, Doubling, ToldChanges, exitPartly, as[*unreadableError]},
	{"not stored", "the database cannot take it", model.StateFailing, Doubling, ToldChanges, exitPartly, as[*unstoredError]},
	{"too large", "over 5 MiB", model.StateFailing, Doubling, ToldChanges, exitPartly, kind(fetch.TooLarge)},
	{"malformed", "no Gemini response", model.StateFailing, Doubling, ToldChanges, exitPartly, kind(fetch.Malformed)},
	{"bad redirect", "a circle, too many, no Gemini", model.StateFailing, Doubling, ToldChanges, exitPartly, kind(fetch.Redirect)},
	{"private address", "a public capsule leads to one", model.StateFailing, Doubling, ToldChanges, exitPartly, kind(fetch.PrivateAddress)},

	{"no such host", "the name does not resolve", model.StateFailing, Doubling, ToldChanges, exitPartly, kind(fetch.NotFound)},
	{"nobody listens", "connection refused", model.StateFailing, Doubling, ToldChanges, exitPartly, kind(fetch.Refused)},
	{"unreachable", "no way, no answer", model.StateFailing, Doubling, ToldChanges, exitPartly, kind(fetch.Unreachable, fetch.NoAnswer)},
	{"timed out", "30 s passed", model.StateFailing, Doubling, ToldChanges, exitPartly, kind(fetch.TimedOut)},
	{"took too long", "90 s for one feed in all", model.StateFailing, Doubling, ToldChanges, exitPartly, is(ErrTooLong)},
	{"no TLS", "no secure connection", model.StateFailing, Doubling, ToldChanges, exitPartly, kind(fetch.TLS)},
	{"bad certificate", "one that cannot be read", model.StateFailing, Doubling, ToldChanges, exitPartly, kind(fetch.BadCertificate)},
	{"key changed", "another certificate", model.StateFailing, Doubling, ToldChanges, exitPartly, kind(fetch.Certificate)},
	{"bad URL", "not to be requested", model.StateFailing, Doubling, ToldChanges, exitPartly, kind(fetch.BadURL)},
	{"other", "anything else", model.StateFailing, Doubling, ToldChanges, exitPartly, func(Result) bool { return true }},
}

// Outcomes returns the table in its order.
func Outcomes() []Outcome { return slices.Clone(outcomes) }

// Outcome is the row of the table that r is in.
func (r Result) Outcome() Outcome {
	return outcomes[slices.IndexFunc(outcomes, func(row Outcome) bool { return row.is(r) })]
}

// OnlyNamed reports whether a subscription in a state is asked only when it is
// named.
func OnlyNamed(s model.State) bool {
	return slices.ContainsFunc(outcomes, func(row Outcome) bool { return row.State == s && row.Again == WhenNamed })
}

// ErrorKind names the kind of a failure, "" for none.
func ErrorKind(err error) string {
	if err == nil {
		return ""
	}
	return Result{Err: err}.Outcome().Name
}

// News reports whether a failure is worth a line: it has just begun, is of
// another kind than the last, or shows another key than the last.
func (r Result) News() bool {
	o := r.Outcome()
	return o.Told == ToldChanges && (o.Name != r.Subscription.LastErrorKind || r.otherKey())
}

// otherKey reports a refused key that was not refused the last time. The user
// accepts the one that was told, so each has to be.
func (r Result) otherKey() bool {
	return as[*fetch.CertificateError](r) && r.Err.Error() != r.Subscription.LastError
}

// Recovered reports whether a failure has ended that is worth a line for it: one
// of a single check was over before it was more than a stumble.
func (r Result) Recovered() bool {
	return r.Err == nil && r.Subscription.LastErrorKind != "" && r.Subscription.Failures > 1
}

// conclude draws the conclusions of the table from a check that came to err.
// atLeast is the robots.txt field Check of its capsule.
func (r *Result) conclude(err error, atLeast time.Duration) {
	r.Err = err
	if err != nil {
		r.Feed, r.Digest, r.MovedTo, r.ReadAt = nil, "", "", ""
	}
	o, s := r.Outcome(), r.Subscription
	if o.State == KeptState {
		r.Waits, r.State, r.Failures = true, s.State, s.Failures
		return
	}
	r.State = o.State
	if err != nil {
		r.Failures = s.Failures + 1
	}
	if o.Again != WhenNamed {
		r.schedule(atLeast)
	}
}

// Taken is what r comes to where another subscription has the URL that the page
// moved to: nothing of one goes over to the other.
func (r Result) Taken() Result {
	r.conclude(&TakenError{URL: r.MovedTo}, 0)
	r.NextCheckAt = time.Time{}
	return r
}

// Flooded is what r comes to where its page is the last of too many with too many
// new entries.
func (r Result) Flooded() Result {
	r.conclude(ErrFlooded, 0)
	r.NextCheckAt = time.Time{}
	return r
}

func is(target error) func(Result) bool {
	return func(r Result) bool { return errors.Is(r.Err, target) }
}

func as[E error](r Result) bool {
	_, ok := errors.AsType[E](r.Err)
	return ok
}

func status(from, to int) func(Result) bool {
	return func(r Result) bool {
		e, ok := errors.AsType[*fetch.StatusError](r.Err)
		return ok && from <= e.Status && e.Status <= to
	}
}

func kind(kinds ...fetch.Kind) func(Result) bool {
	return func(r Result) bool { return slices.Contains(kinds, fetch.KindOf(r.Err)) }
}
