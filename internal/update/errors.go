package update

import (
	"errors"
	"fmt"
	"time"

	"gemsub/internal/address"
	"gemsub/internal/fetch"
	"gemsub/robots"
)

// A RefusedError reports a URL that robots.txt does not allow.
type RefusedError struct {
	URL      string
	Decision robots.Decision
}

// Error names the line that decides.
func (e *RefusedError) Error() string {
	return fmt.Sprintf("robots.txt refuses %s: line %d, %q for %q", e.URL, e.Decision.Line, e.Decision.Rule, e.Decision.Group)
}

// A NoPolicyError reports a capsule whose robots.txt cannot be asked for now. Its
// pages wait for that.
type NoPolicyError struct{ Err error }

// Error says what stands in the way.
func (e *NoPolicyError) Error() string { return "ask for robots.txt first: " + e.Err.Error() }

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

// A RedirectError is a redirect that was not followed.
type RedirectError struct {
	// From is the URL that redirects.
	From string
	// To is where to: a URL, or what the server sent where that is none. It
	// may hold control characters then; Error does not.
	To string
	// Reason says why it was not followed.
	Reason string
}

// Error returns one line that is safe to print.
func (e *RedirectError) Error() string {
	return fmt.Sprintf("follow redirect from %s to %s: %s", address.Printable(e.From), address.Printable(address.WithoutUser(e.To)), address.Printable(e.Reason))
}

// Means is for [fetch.KindOf].
func (e *RedirectError) Means() fetch.Kind { return fetch.Redirect }

// ErrNoFeedThere reports a page that moved to one without entries.
var ErrNoFeedThere = errors.New("the page moved, and there are no dated links where it moved to")

// A TakenError reports a page that moved to the URL of another subscription.
type TakenError struct{ URL string }

// Error says where to.
func (e *TakenError) Error() string {
	return fmt.Sprintf("moved to %s, which is subscribed to already", e.URL)
}

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
