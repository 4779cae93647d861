package words

import (
	"fmt"
	"strings"

	"github.com/xrash/smetrics"
)

// DidYouMean is an error about an unknown word. Its hint is the nearest known word, if any
// is near.
func DidYouMean(err error, unknown string, known []string) error {
	if nearest := Nearest(unknown, known); nearest != "" {
		return WithHint(err, "did you mean "+nearest+"?")
	}
	return err
}

// WithHint is err with a line that says what to try.
func WithHint(err error, hint string) error { return &hinted{err, hint} }

// UnknownValue returns an error about an unknown value, which names all known ones. Its hint
// is the nearest of them.
func UnknownValue(what, value string, known []string) error {
	return DidYouMean(fmt.Errorf("unknown %s %q (supported: %s)", what, value, strings.Join(known, ", ")), value, known)
}

// A hinted is an error with a line that says what to try.
type hinted struct {
	error
	hint string
}

func (e *hinted) Unwrap() error { return e.error }

// Hint returns what to try.
func (e *hinted) Hint() string { return e.hint }

// Nearest returns the word that a mistyped one was probably meant to be, "" for none. At most
// half of its letters differ; of a setting, of those after the dot.
func Nearest(mistyped string, words []string) (nearest string) {
	// The last two are the usual ones of Jaro and Winkler. Below the first, two words
	// of four letters have more than one of them in another place.
	const alike, boost, prefix = 0.85, 0.7, 4
	best := alike
	for _, word := range words {
		letters := len(word) - 1 - strings.LastIndexByte(word, '.')
		if smetrics.WagnerFischer(mistyped, word, 1, 1, 1) > letters/2 {
			continue
		}
		if likeness := smetrics.JaroWinkler(mistyped, word, boost, prefix); likeness > best {
			nearest, best = word, likeness
		}
	}
	return nearest
}

// Command returns the command for what other readers, or other programs of the shell,
// call by this name, "" for none.
func Command(elsewhere string) string {
	return map[string]string{
		"subscribe": "add", "follow": "add",
		"unsubscribe": "remove", "unfollow": "remove", "delete": "remove", "del": "remove",
		"reload": "update", "refresh": "update", "fetch": "update", "pull": "update",
		"feeds": "list", "subscriptions": "list", "status": "list",
		"articles": "entries", "items": "entries", "posts": "entries", "log": "entries", "inbox": "entries",
		"starred": "entries", "stars": "entries", "catchup": "read", "catch-up": "read", "mark-read": "read", "up": "update",
		"cat": "show", "view": "show", "print": "show", "browse": "open",
		"find": "search", "grep": "search",
		"ignore": "mute", "kill": "mute", "killfile": "mute", "filter": "mute",
		"edit": "set", "settings": "config", "revert": "undo", "restore": "undo",
		"lint": "check", "validate": "check",
	}[elsewhere]
}
