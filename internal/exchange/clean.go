package exchange

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"gemsub/feed"
)

// Bounds of what a list may contain. Without them a file of a few MiB could repeat
// one long tag or many nested groups for each of its entries.
const (
	maxExcerpt  = 200 // bytes
	maxTag      = 128 // bytes
	maxTags     = 32
	maxProblems = 10_000
)

// clean returns a title as one printable line.
func clean(s string) string {
	return cut(oneLine(s), feed.MaxTitle)
}

// excerpt returns a part of the file for a problem, short and printable.
func excerpt(s string) string {
	// What is cut off need not be cleaned: a bad line may be the whole file.
	return cut(oneLine(s[:min(len(s), 4*maxExcerpt)]), maxExcerpt)
}

// addTag returns tags with one more, unless that is empty or a duplicate, or there are
// enough. It never changes an array that another slice of tags uses.
func addTag(tags []string, tag string) []string {
	tag = cut(oneLine(tag), maxTag)
	if tag == "" || len(tags) == maxTags || slices.Contains(tags, tag) {
		return tags
	}
	return append(slices.Clip(tags), tag)
}

// oneLine makes white space single spaces and drops characters that are not printable.
func oneLine(s string) string {
	return strings.Join(strings.Fields(strings.Map(printable, s)), " ")
}

// printable maps a character to the one that replaces it, -1 to drop it. Joiners and
// bidirectional marks stay: emoji and right-to-left text need them.
func printable(r rune) rune {
	switch {
	case unicode.IsSpace(r):
		return ' '
	case unicode.IsControl(r),
		'\u202A' <= r && r <= '\u202E', '\u2066' <= r && r <= '\u2069', // embeddings, overrides, isolates
		r == '\u200B', r == '\u2060', r == '\uFEFF', r == '\u00AD': // without width
		return -1
	case r == '\uFFFE', r == '\uFFFF': // not characters, and not allowed in XML
		return unicode.ReplacementChar
	}
	return r
}

// cut shortens s to at most limit bytes, with an ellipsis at the end if it cuts
// something.
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
