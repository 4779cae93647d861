package words

import (
	"errors"
	"fmt"
	"strings"
)

// DidYouMean is an error about a word that is not known. Its hint is the nearest of the
// words that are, if any is near.
func DidYouMean(message, unknown string, known []string) error {
	if nearest := Nearest(unknown, known); nearest != "" {
		return WithHint(message, "did you mean "+nearest+"?")
	}
	return errors.New(message)
}

// WithHint is an error that says what to try.
func WithHint(message, hint string) error { return &hinted{message, hint} }

// UnknownValue is the error of a value that is none of those known. It has the names of
// all, and the nearest.
func UnknownValue(what, value string, known []string) error {
	return DidYouMean(fmt.Sprintf("unknown %s %q (supported: %s)", what, value, strings.Join(known, ", ")), value, known)
}

// A hinted is an error with what to try.
type hinted struct{ message, hint string }

func (e *hinted) Error() string { return e.message }

// Hint returns what to try.
func (e *hinted) Hint() string { return e.hint }
