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
		return &misspelt{message, nearest}
	}
	return errors.New(message)
}

// UnknownValue is the error of a value that is none of those known. It has the names of
// all, and the nearest.
func UnknownValue(what, value string, known []string) error {
	return DidYouMean(fmt.Sprintf("unknown %s %q (supported: %s)", what, value, strings.Join(known, ", ")), value, known)
}

// A misspelt is an error about a word that is near to one that is known.
type misspelt struct{ message, nearest string }

func (e *misspelt) Error() string { return e.message }

// Hint returns what to try.
func (e *misspelt) Hint() string { return "did you mean " + e.nearest + "?" }
