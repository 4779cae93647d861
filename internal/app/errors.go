package app

import (
	"errors"
	"fmt"
	"strconv"
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

// A BadURLsError reports what was given as URLs and is none, an error for each.
type BadURLsError []error

func (e BadURLsError) Error() string { return errors.Join(e...).Error() }

// A NoFeedError reports selectors that fit no subscription.
type NoFeedError struct{ Selectors []string }

func (e *NoFeedError) Error() string { return "no feed fits " + quoted(e.Selectors) }

// Hint names the command that lists what there is.
func (e *NoFeedError) Hint() string { return "gemsub list shows what you subscribe to" }

// An AmbiguousError reports a selector that fits several subscriptions.
type AmbiguousError struct {
	Selector string
	Fits     []model.Subscription
}

func (e *AmbiguousError) Error() string {
	return fmt.Sprintf("%q fits %d feeds", address.WithoutUser(e.Selector), len(e.Fits))
}

// Candidates returns number, name and URL of the first few that fit, each as a line.
func (e *AmbiguousError) Candidates() []string {
	const most = 20
	var lines []string
	for i, s := range e.Fits {
		if i == most {
			return append(lines, fmt.Sprintf("and %d more", len(e.Fits)-most))
		}
		lines = append(lines, fmt.Sprintf("%d %s <%s>", s.ID, s.Name(), s.URL))
	}
	return lines
}

// UnknownTagError reports a tag that no feed has.
func UnknownTagError(tag string) error {
	return WithHint(fmt.Errorf("no feed is tagged %s", tag), "gemsub tag list shows the tags that feeds have")
}

// noEntryError reports selectors that fit no entry.
func noEntryError(selectors ...string) error {
	return WithHint(errors.New("no entry fits "+quoted(selectors)), "gemsub entries --all lists what there is")
}

// quoted lists selectors, without passwords.
func quoted(selectors []string) string {
	var all []string
	for _, selector := range selectors {
		all = append(all, strconv.Quote(address.WithoutUser(selector)))
	}
	return strings.Join(all, ", ")
}
