package address

import (
	"errors"
	"fmt"
	"net/url"
	"strings"

	"gemsub/internal/words"
)

// An Error reports a URL that cannot be requested.
type Error struct {
	// URL is the input, safe to print; empty if Reason is enough.
	URL string
	// Reason says in a few words what is wrong with it.
	Reason string
}

// Error returns one line that is safe to print.
func (e *Error) Error() string {
	if e.URL == "" {
		return e.Reason
	}
	return "bad URL " + e.URL + ": " + e.Reason
}

func badURL(reason string) error { return &Error{Reason: reason} }

func invalidURL(s, reason string) error {
	return &Error{URL: SafeExcerpt(WithoutUser(s)), Reason: reason}
}

// WithoutUser returns a URL, even an invalid one, without its user information, which may
// contain a password, so that a message can show it.
func WithoutUser(raw string) string {
	if strings.HasPrefix(raw, "mailto:") {
		return raw
	}
	begin := strings.Index(raw, "//")
	if begin < 0 {
		return withoutPassword(raw)
	}
	begin += len("//")
	authority := raw[begin:]
	if i := strings.IndexAny(authority, "/?#"); i >= 0 {
		authority = authority[:i]
	}
	at := strings.LastIndexByte(authority, '@')
	host := authority
	if end := strings.IndexByte(authority, ']'); end >= 0 && authority[0] == '[' {
		host = authority[end+1:] // the colons of an IPv6 address begin no port
	}
	_, port, hasPort := strings.Cut(host, ":")
	hasWrongPort := hasPort && strings.Trim(port, "0123456789") != ""
	if hasPassword := at >= 0 && strings.Contains(authority[:at], ":"); hasPassword || at < 0 && hasWrongPort {
		at = strings.LastIndexByte(raw[begin:], '@') // a password may hold a slash
	}
	if at < 0 {
		return raw
	}
	return raw[:begin] + "…" + raw[begin+at:]
}

// withoutPassword is WithoutUser for a text without "//", such as a title. There only a single word
// with a colon before its "@" counts as user information.
func withoutPassword(raw string) string {
	at := strings.LastIndexByte(raw, '@')
	if at < 0 || !strings.Contains(raw[:at], ":") || strings.ContainsAny(raw[:at], " \t") {
		return raw
	}
	return "…" + raw[at:]
}

// Reason returns why a URL was refused, without the URL. err is from this package or from net/url.
func Reason(err error) string {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Reason
	}
	if e, ok := errors.AsType[*url.Error](err); ok {
		err = e.Err
	}
	if e, ok := errors.AsType[url.EscapeError](err); ok {
		return fmt.Sprintf("bad percent escape \"%s\"", SafeExcerpt(string(e)))
	}
	text := strings.TrimPrefix(err.Error(), "net/url: ")
	if strings.HasPrefix(text, "invalid port ") {
		return "its port is not a number" // or a password
	}
	return SafeExcerpt(text)
}

// maxExcerpt is the greatest number of characters of foreign text that a message quotes.
const maxExcerpt = 200

// SafeExcerpt returns at most 200 characters of a text as one line, made safe for a terminal by
// [words.Safe].
func SafeExcerpt(text string) string {
	text = words.Safe(strings.TrimSpace(text))
	if runes := []rune(text); len(runes) > maxExcerpt {
		return string(runes[:maxExcerpt]) + "…"
	}
	return text
}
