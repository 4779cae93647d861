package app

import (
	"errors"
	"fmt"
	"strings"

	"gemsub/internal/address"
	"gemsub/internal/model"
)

// ErrSeveral reports a selection of several entries where one is needed.
var ErrSeveral = errors.New("that is more than one entry")

// WithHint is err with a line that says what to try.
func WithHint(err error, hint string) error { return &hintedError{err, hint} }

// A hintedError is an error with a line that says what to try.
type hintedError struct {
	error
	hint string
}

func (e *hintedError) Unwrap() error { return e.error }

// Hint returns what to try.
func (e *hintedError) Hint() string { return e.hint }

// A NoFeedError reports a selector that fits no subscription.
type NoFeedError struct{ Selector string }

func (e *NoFeedError) Error() string {
	return fmt.Sprintf("no feed fits %q", address.WithoutUser(e.Selector))
}

// Hint names the command that lists what there is.
func (e *NoFeedError) Hint() string { return "gemsub list shows what you subscribe to" }

// An AmbiguousError reports a selector that fits several subscriptions.
type AmbiguousError struct {
	Selector string
	Fits     []model.Subscription
}

// Error lists the first few that fit.
func (e *AmbiguousError) Error() string {
	const most = 8
	var names []string
	for i, s := range e.Fits {
		if i == most {
			names = append(names, fmt.Sprintf("and %d more", len(e.Fits)-most))
			break
		}
		names = append(names, described(s))
	}
	return fmt.Sprintf("%q fits %d feeds: %s", address.WithoutUser(e.Selector), len(e.Fits), strings.Join(names, ", "))
}

// A NoEntryError reports selectors that fit no entry.
type NoEntryError struct{ Selectors []string }

func (e *NoEntryError) Error() string {
	var shown []string
	for _, selector := range e.Selectors {
		shown = append(shown, address.WithoutUser(selector))
	}
	return fmt.Sprintf("no entry fits %q", strings.Join(shown, " "))
}

// Hint names the command that lists what there is.
func (e *NoEntryError) Hint() string { return "gemsub entries --all lists what there is" }

// described names a subscription by number, name and URL.
func described(s model.Subscription) string {
	return fmt.Sprintf("%d %s <%s>", s.ID, s.Name(), s.URL)
}
