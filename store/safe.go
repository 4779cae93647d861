package store

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// safeLine returns s as one line of valid UTF-8 of at most limit bytes, without
// control characters and bidirectional overrides, as package feed does for documents.
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

// safe returns what replaces a character, -1 for nothing.
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
