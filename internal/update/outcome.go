package update

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"gemsub/feed"
	"gemsub/internal/fetch"
	"gemsub/robots"
)

// A State is how a subscription stands after its last check.
type State string

// The states.
const (
	StateNew     State = "new"     // never checked
	StateOK      State = "ok"      // read, or unchanged
	StateFailing State = "failing" // tried again at the next run
	StateRefused State = "refused" // robots.txt says no
	StatePaused  State = "paused"  // needs the user (1x, 6x): asked when named
	StateGone    State = "gone"    // 52: never asked again
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

// A WaitError reports a capsule that wants to be asked later.
type WaitError struct {
	Authority string
	Why       string
	Until     time.Time
}

// Error says why and until when.
func (e *WaitError) Error() string {
	return fmt.Sprintf("%s %s: not before %s", e.Authority, e.Why, e.Until.UTC().Format("2006-01-02 15:04:05 UTC"))
}

// ErrNoFeedThere reports a page that moved to one without entries.
var ErrNoFeedThere = errors.New("the page moved, and there are no dated links where it moved to")

// stateOf says how a check that ended with err leaves its subscription.
func stateOf(err error) State {
	var status *fetch.StatusError
	var refused *RefusedError
	switch {
	case err == nil:
		return StateOK
	case errors.As(err, &refused):
		return StateRefused
	case !errors.As(err, &status):
		return StateFailing
	case status.Status == 52:
		return StateGone
	case status.Status/10 == 1, status.Status/10 == 6:
		return StatePaused
	}
	return StateFailing
}

// ErrorKind names the kind of a failure; the user is told when it changes.
func ErrorKind(err error) string {
	var status *fetch.StatusError
	var refused *RefusedError
	var media *feed.MediaTypeError
	switch {
	case err == nil:
		return ""
	case errors.As(err, &refused):
		return "robots"
	case errors.As(err, &status):
		return strconv.Itoa(status.Status)
	case errors.As(err, &media), errors.Is(err, ErrNoFeedThere):
		return "not-a-feed"
	}
	return fetch.KindOf(err).String()
}
