package words

import (
	"errors"
	"fmt"
	"strings"
)

// DidYouMean returns an error about an unknown word. Its hint is the nearest known word, if
// any is near.
func DidYouMean(message, unknown string, known []string) error {
	if nearest := Nearest(unknown, known); nearest != "" {
		return WithHint(message, "did you mean "+nearest+"?")
	}
	return errors.New(message)
}

// WithHint returns an error that says what to try.
func WithHint(message, hint string) error { return &hinted{message, hint} }

// UnknownValue returns an error about an unknown value, which names all known ones. Its hint
// is the nearest of them.
func UnknownValue(what, value string, known []string) error {
	return DidYouMean(fmt.Sprintf("unknown %s %q (supported: %s)", what, value, strings.Join(known, ", ")), value, known)
}

// A hinted is an error with a hint.
type hinted struct{ message, hint string }

func (e *hinted) Error() string { return e.message }

// Hint returns what to try.
func (e *hinted) Hint() string { return e.hint }
