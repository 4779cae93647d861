package words

import (
	"fmt"
	"strings"

	"github.com/xrash/smetrics"
)

// WithNearest adds a hint to an error about an unknown word: the hint of [Instead] for the first of
// spellings that has one, else the nearest known word. If neither exists, the error has no hint.
func WithNearest(err error, unknown string, known []string, spellings ...string) error {
	for _, spelling := range spellings {
		if hint := Instead(spelling); hint != "" {
			return WithHint(err, hint)
		}
	}
	if nearest := Nearest(unknown, known); nearest != "" {
		return WithHint(err, "did you mean "+nearest+"?")
	}
	return err
}

// WithHint adds to err a line that says what to try, unless hint is "".
func WithHint(err error, hint string) error {
	if hint == "" {
		return err
	}
	return &hintedError{err, hint}
}

// UnknownValue returns an error about an unknown value. The error lists all known values, and the
// hint is the nearest of them.
func UnknownValue(what, value string, known []string) error {
	return WithNearest(fmt.Errorf("unknown %s %q (supported: %s)", what, value, strings.Join(known, ", ")), value, known, what+" "+value)
}

// A hintedError is an error with a line that says what to try.
type hintedError struct {
	error
	hint string
}

func (e *hintedError) Unwrap() error { return e.error }

// Hint returns what to try.
func (e *hintedError) Hint() string { return e.hint }

// Nearest returns the word that the user probably meant, "" for none. At most half of the letters of
// that word may differ. In the name of a setting, such as update.jobs, only the letters after the
// dot count.
func Nearest(mistyped string, words []string) (nearest string) {
	// boost and prefix are the usual parameters of Jaro-Winkler. The likeness of two words of four
	// letters is at least alike if they differ in one letter.
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

// Instead returns a hint with gemsub's name for a word of other feed readers, of shell programs or
// of earlier versions of gemsub, "" for none. A flag follows its command, unless it means the same in
// all commands. A value follows its kind, as in "format json".
func Instead(elsewhere string) (hint string) {
	name := map[string]string{
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
		// Removed spellings.
		"new": "entries", "rename": "set FEED --title TITLE", "unmute": "mute remove",
		"add --unread": "--backlog", "add --format": "--as", "import --format": "--as",
		"set --tag": "tag add TAG FEED", "--untag": "tag remove TAG FEED",
		"--raw": "show ENTRY | cat", "format json": "--json", "version --json": "version",
		"--oldest": "--reverse", "--dns": "GEMSUB_DNS, a variable of the environment",
	}[elsewhere]
	if name == "" {
		return ""
	}
	return "did you mean " + name + "?"
}
