package words

import (
	"regexp"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/bidi"
)

// Safe makes text from the network harmless for a terminal and for one field of a line. After
// [SafeText], it turns tabs and line ends into spaces, and removes characters without width that
// only make different texts look the same.
func Safe(s string) string {
	if IsSimple(s) {
		return s
	}
	last := ' '
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t', r == '\n':
			r = ' '
		case isTag(r) && (last == '🏴' || isTag(last)): // a letter of a flag's name
		case isInvisible(r) && !isJoiner(r) && !isDirectionMark(r):
			return -1
		}
		last = r
		return r
	}, SafeText(s))
}

// SafeTitle makes a title or a name safe, like [Safe]. It also turns each run of white space into
// one space, and cuts a text of more than limit bytes after a whole character, with an ellipsis at
// the end.
func SafeTitle(s string, limit int) string {
	if len(s) <= limit && IsSimple(s) && !strings.Contains(s, "  ") {
		return strings.Trim(s, " ") // most titles
	}
	s = strings.Join(strings.Fields(Safe(s)), " ")
	if len(s) <= limit {
		return s
	}
	s = strings.ToValidUTF8(s[:limit-len("…")], "")
	return strings.TrimRight(Safe(s), " ") + "…" // Safe again, since the cut may have removed all right-to-left letters
}

// maxMarks is how many combining marks of a letter are kept.
const maxMarks = 8

// SafeText makes a text of several lines harmless.
//   - It removes escape sequences (ECMA-48), bidirectional controls (Unicode Standard Annex 9),
//     combining marks after the eighth of a letter, and direction marks if no letter is
//     right-to-left.
//   - Tabs and "\n" stay. Other line and page ends become "\n".
//   - Other control characters and non-characters become U+FFFD.
func SafeText(s string) string {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	if strings.Contains(s, "\x1b") {
		s = escapeSequences().ReplaceAllString(s, "")
	}
	directed := strings.ContainsFunc(s, isDirectionMark) && strings.ContainsFunc(s, isRightToLeft)
	marks := 0
	return strings.Map(func(r rune) rune {
		switch {
		case isSimpleRune(r), r == '\n', r == '\t': // most characters
		case isLineEnd(r):
			r = '\n'
		case r == '\uFEFF', isDirectionControl(r), isDirectionMark(r) && !directed:
			return -1
		case IsUnsafe(r):
			r = unicode.ReplacementChar
		case isInvisible(r):
			return r
		case unicode.IsMark(r):
			if marks++; marks > maxMarks {
				return -1
			}
			return r
		}
		marks = 0
		return r
	}, s)
}

// escapeSequences matches terminated strings (such as a window title), control sequences
// even if they are cut off, and the other escape sequences of ECMA-48.
var escapeSequences = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\x1b[]PX^_][^\x00-\x1f\x7f-\x{9f}]*(?:\x07|\x1b\\|\x{9c})|\x1b\[[0-?]*[ -/]*[@-~]?|\x1b[ -/]*[0-~]`)
})

// isLineEnd reports whether r ends a line or page; "\n" does not count.
func isLineEnd(r rune) bool {
	switch r {
	case '\v', '\f', '\r', '\u0085', '\u2028', '\u2029':
		return true
	}
	return false
}

// IsUnsafe reports whether r acts on a terminal, reorders other characters, or is a
// non-character.
func IsUnsafe(r rune) bool {
	return unicode.IsControl(r) || isDirectionControl(r) || r&0xFFFE == 0xFFFE
}

// isDirectionControl reports whether r is a bidirectional control: an embedding, an
// override, an isolate or the Arabic letter mark.
func isDirectionControl(r rune) bool {
	return '\u202A' <= r && r <= '\u202E' || '\u2066' <= r && r <= '\u2069' || r == '\u061C'
}

// isInvisible reports whether r has no width and is not a variation selector.
func isInvisible(r rune) bool {
	return unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point) &&
		!unicode.In(r, unicode.Variation_Selector, unicode.Prepended_Concatenation_Mark)
}

// isJoiner reports whether r joins or separates letters, as many scripts and emoji need.
func isJoiner(r rune) bool { return r == '\u200C' || r == '\u200D' }

// isDirectionMark reports whether r is LRM or RLM, which right-to-left text needs.
func isDirectionMark(r rune) bool { return r == '\u200E' || r == '\u200F' }

func isTag(r rune) bool { return '\U000E0020' <= r && r <= '\U000E007F' }

func isRightToLeft(r rune) bool {
	properties, _ := bidi.LookupRune(r)
	class := properties.Class()
	return unicode.IsLetter(r) && (class == bidi.R || class == bidi.AL)
}

// IsSimple reports whether each character of s is harmless and fills exactly one column, as
// in most European texts. Callers use it to skip the slow path.
func IsSimple(s string) bool {
	for _, r := range s {
		if !isSimpleRune(r) {
			return false
		}
	}
	return true
}

// isSimpleRune reports whether r is a printable character of ASCII, Latin, IPA, Greek or
// Cyrillic, or a dash or quotation mark. No character of these ranges is wide,
// invisible or combines with another.
func isSimpleRune(r rune) bool {
	switch {
	case ' ' <= r && r <= '~':
		return true
	case '\u00A1' <= r && r <= '\u02FF':
		return r != '©' && r != '\u00AD' && r != '®' // © and ® may be emoji, U+00AD is invisible
	}
	return '\u0370' <= r && r <= '\u0482' || '\u048A' <= r && r <= '\u052F' ||
		'\u2010' <= r && r <= '\u2027'
}
