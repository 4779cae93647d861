package term

import (
	"iter"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/displaywidth"

	"gemsub/internal/words"
)

// Width returns how many columns s takes on a terminal.
func Width(s string) (columns int) {
	if words.IsSimple(s) {
		return utf8.RuneCountInString(s)
	}
	for _, wide := range Characters(s) {
		columns += wide
	}
	return columns
}

// maxJoined is the number of runes in the longest emoji. A terminal does not show a longer sequence
// as one character.
const maxJoined = 10

// Characters yields the characters of s, each with its width in columns. On most terminals each
// rune with a width takes columns of its own, even if it combines with others, as the vowel signs of
// many scripts do. Exceptions are joined emoji and the parts of a Hangul syllable, which count as one
// character.
func Characters(s string) iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		for clusters := displaywidth.StringGraphemes(s); clusters.Next(); {
			cluster := clusters.Value()
			first, _ := utf8.DecodeRuneInString(cluster)
			isOne := unicode.Is(unicode.So, first) && utf8.RuneCountInString(cluster) <= maxJoined
			for cluster != "" {
				size, columns := len(cluster), clusters.Width()
				if !isOne {
					size, columns = withMarks(cluster)
				}
				if !yield(cluster[:size], columns) {
					return
				}
				cluster = cluster[size:]
			}
		}
	}
}

// withMarks returns the size in bytes and the columns of the first rune of s, with the marks after
// it, which have no width. Narrow vowels and finals of Hangul count as marks. The signs before Arabic
// numbers do not.
func withMarks(s string) (size, columns int) {
	for i, r := range s {
		wide := displaywidth.Rune(r)
		switch {
		case unicode.Is(unicode.Prepended_Concatenation_Mark, r):
			wide = 1
		case i > 0 && wide == 1 && unicode.Is(unicode.Hangul, r):
			wide = 0
		}
		if i > 0 && wide > 0 {
			return i, columns
		}
		columns += wide
	}
	return len(s), columns
}

// Cut shortens s to at most width columns, with an ellipsis at the end if it cuts something. For a
// width below 1 it returns "".
func Cut(s string, width int) string {
	switch {
	case len(s) <= width: // each column takes at least one byte
		return s
	case width < 1:
		return ""
	}
	size, used, short := 0, 0, 0 // s[:short] leaves room for the ellipsis
	for character, columns := range Characters(s) {
		if used += columns; used > width {
			return s[:short] + "…"
		}
		size += len(character)
		if used < width {
			short = size
		}
	}
	return s
}
