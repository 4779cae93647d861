package exchange

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"gemsub/feed"
)

// Bounds of what a list may hold. Without them a file of a few MiB could repeat
// one long tag or a deep nest of groups for each of its entries.
const (
	maxExcerpt  = 200 // bytes
	maxTag      = 128 // bytes
	maxTags     = 32
	maxProblems = 10_000
)

// clean makes a title: one printable line.
func clean(s string) string {
	return cut(oneLine(s), feed.MaxTitle)
}

// excerpt makes what a problem shows of the file.
func excerpt(s string) string {
	// What is cut off need not be cleaned: a bad line may be the whole file.
	return cut(oneLine(s[:min(len(s), 4*maxExcerpt)]), maxExcerpt)
}

// addTag returns tags with one more, unless it is empty or there, or there are
// enough. It never changes an array that another slice of tags uses.
func addTag(tags []string, tag string) []string {
	tag = cut(oneLine(tag), maxTag)
	if tag == "" || len(tags) == maxTags || slices.Contains(tags, tag) {
		return tags
	}
	return append(slices.Clip(tags), tag)
}

// oneLine folds white space and drops what does not print.
func oneLine(s string) string {
	return strings.Join(strings.Fields(strings.Map(printable, s)), " ")
}

// printable maps a character to what is kept of it, -1 for none. Joiners and
// the bidirectional marks stay: emoji and right-to-left text need them.
func printable(r rune) rune {
	switch {
	case unicode.IsSpace(r):
		return ' '
	case unicode.IsControl(r),
		'\u202A' <= r && r <= '\u202E', '\u2066' <= r && r <= '\u2069', // embeddings, overrides, isolates
		r == '\u200B', r == '\u2060', r == '\uFEFF', r == '\u00AD': // without width
		return -1
	case r == '\uFFFE', r == '\uFFFF': // no characters, and not allowed in XML
		return unicode.ReplacementChar
	}
	return r
}

// cut shortens s to at most limit bytes, the end of which is an ellipsis where
// something was cut.
func cut(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	end := limit - len("…")
	for !utf8.RuneStart(s[end]) {
		end--
	}
	return strings.TrimRight(s[:end], " ") + "…"
}
