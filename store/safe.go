package store

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// safeLine makes text from elsewhere one line of at most limit bytes, as readers of
// documents do for what comes from the network: without control characters and
// bidirectional overrides, and in UTF-8.
func safeLine(s string, limit int) string {
	s = strings.Map(safe, s) // invalid bytes arrive as U+FFFD
	if len(s) <= limit {
		return s
	}
	end := limit - len("…")
	for !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + "…"
}

// safe maps a character to what is kept of it, -1 for none.
func safe(r rune) rune {
	switch {
	case r == '\t', r == '\n', r == '\r', r == '\u2028', r == '\u2029':
		return ' '
	case unicode.IsControl(r), r == '\uFEFF',
		'\u202A' <= r && r <= '\u202E', '\u2066' <= r && r <= '\u2069': // embeddings, overrides, isolates
		return -1
	case r == '\uFFFE', r == '\uFFFF': // no characters
		return unicode.ReplacementChar
	}
	return r
}
