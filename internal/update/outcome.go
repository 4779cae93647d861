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

// A failure is a row of the table failures, which alone decides what follows from an error. The
// section OUTCOMES of gemsub(7) has its rows, too.
type failure struct {
	name  string      // the user is told when it changes
	state model.State // the state of the subscription from now on
	is    func(error) bool
}

// failures is the table. The first row that fits an error counts; the last fits every error.
var failures = []failure{
	{"refused", model.StateRefused, isErrorType[*DisallowedError]},
	{"no robots.txt", model.StateFailing, isErrorType[*NoPolicyError]},

	{"wants input", model.StatePaused, isKind(fetch.WantsInput)},
	{"temporary", model.StateFailing, isKind(fetch.TemporaryFailure, fetch.SlowDown)},
	{"gone", model.StateGone, isKind(fetch.Gone)},
	{"broken", model.StateFailing, isKind(fetch.PermanentFailure)},
	{"wants certificate", model.StatePaused, isKind(fetch.WantsCertificate)},

	{"moved to no feed", model.StateFailing, func(err error) bool { return errors.Is(err, ErrNoFeedThere) }},
	{"moved to known feed", model.StateMoved, isErrorType[*model.TakenURLError]},
	{"unsafe move", model.StatePaused, isErrorType[*MoveError]},
	{"not a feed", model.StateFailing, isErrorType[*unreadableError]},
	{"not stored", model.StateFailing, isErrorType[*unstoredError]},
	{"too large", model.StateFailing, isKind(fetch.TooLarge)},
	{"malformed", model.StateFailing, isKind(fetch.Malformed)},
	{"bad redirect", model.StateFailing, isKind(fetch.BadRedirect)},
	{"private address", model.StateFailing, isKind(fetch.PrivateAddress)},

	{"no such host", model.StateFailing, isKind(fetch.UnknownHost)},
	{"nobody listens", model.StateFailing, isKind(fetch.ConnectionRefused)},
	{"unreachable", model.StateFailing, isKind(fetch.Unreachable, fetch.NoAnswer, fetch.Offline)},
	{"timed out", model.StateFailing, isKind(fetch.TimedOut)},
	{"took too long", model.StateFailing, func(err error) bool { return errors.Is(err, ErrTooLong) }},
	{"no TLS", model.StateFailing, isKind(fetch.TLSFailure)},
	{"bad certificate", model.StateFailing, isKind(fetch.BadCertificate)},
	{"key changed", model.StateFailing, isKind(fetch.KeyChanged)},
	{"bad URL", model.StateFailing, isKind(fetch.BadURL)},
	{"other", model.StateFailing, func(error) bool { return true }},
}

// failureOf returns the row of the table that fits err.
func failureOf(err error) failure {
	return failures[slices.IndexFunc(failures, func(row failure) bool { return row.is(err) })]
}

// OnlyNamed reports whether a subscription is checked only when the user names it.
func OnlyNamed(s model.Subscription) bool { return s.Paused || waitsForUser(s.State) }

// waitsForUser reports whether no time brings a subscription out of a state.
func waitsForUser(s model.State) bool {
	return s == model.StatePaused || s == model.StateGone || s == model.StateMoved
}

// FailureName returns the name of the row of the table that fits err.
func FailureName(err error) string { return failureOf(err).name }

// conclude sets the state, the failures and the next check of a check that ended with err. The
// next check comes no earlier than atLeast, the field Check of robots.txt. If the capsule wants
// to be asked later, the subscription stays as it was, and due.
func conclude(r *model.CheckResult, err error, atLeast time.Duration) {
	s := r.Subscription
	r.State = model.StateOK
	if err != nil {
		*r = model.CheckResult{Subscription: s, CheckedAt: r.CheckedAt, RequestedAt: r.RequestedAt, Notices: r.Notices, Err: err}
		if wait, ok := errors.AsType[*WaitError](err); ok {
			r.WaitUntil, r.WaitReason = wait.Until, wait.Reason()
			return
		}
		f := failureOf(err)
		r.Failed, r.Failures, r.State, r.ErrKind = true, s.Failures+1, f.state, f.name
		// The user accepts the key that a message names, so each new key needs a message.
		r.IsNews = f.name != s.LastErrorKind || isErrorType[*fetch.CertificateError](err) && err.Error() != s.LastError
		if isErrorType[*NoPolicyError](err) || waitsForUser(f.state) {
			return
		}
	}
	next := *s
	next.CheckedAt, next.Failures = r.CheckedAt, r.Failures
	if r.Feed != nil {
		next.Rhythm, next.FeedUpdated = r.Feed.Rhythm(), r.Feed.Updated
	}
	r.NextCheckAt = laterTime(NextCheck(next), r.CheckedAt.Add(atLeast))
}

func isErrorType[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

func isKind(kinds ...fetch.Kind) func(error) bool {
	return func(err error) bool { return slices.Contains(kinds, fetch.KindOf(err)) }
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
