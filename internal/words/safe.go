package words

import (
	"regexp"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/bidi"
)

// Safe makes text from the network harmless for a terminal and for one field of a
// line. It is [SafeText], where tabs and ends of lines become spaces, and characters
// without width are dropped that only make different texts look the same.
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
		case isInvisible(r) && !isJoiner(r) && !isDirection(r):
			return -1
		}
		last = r
		return r
	}, SafeText(s))
}

// Line is Safe for a title or a name: white space becomes single spaces, and what is
// longer than limit bytes is cut at a character and ends with an ellipsis.
func Line(s string, limit int) string {
	if len(s) <= limit && IsSimple(s) && !strings.Contains(s, "  ") {
		return strings.Trim(s, " ") // most titles
	}
	s = strings.Join(strings.Fields(Safe(s)), " ")
	if len(s) <= limit {
		return s
	}
	s = strings.ToValidUTF8(s[:limit-len("…")], "")
	return strings.TrimRight(Safe(s), " ") + "…" // a mark may have been needed for what was cut off
}

// maxMarks is how many combining marks of a letter are kept.
const maxMarks = 8

// SafeText makes a text of several lines harmless. Escape sequences (ECMA-48), controls of
// the direction of text (Unicode Standard Annex 9) and combining marks after the eighth of
// a letter are removed; so are direction marks if no letter is right-to-left. Tabs and "\n"
// stay, other ends of lines and pages become "\n", other control characters and
// non-characters U+FFFD.
func SafeText(s string) string {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	if strings.Contains(s, "\x1b") {
		s = escapes().ReplaceAllString(s, "")
	}
	directed := strings.ContainsFunc(s, isDirection) && strings.ContainsFunc(s, isRightToLeft)
	marks := 0
	return strings.Map(func(r rune) rune {
		switch {
		case simple(r), r == '\n', r == '\t': // as most are
		case endsLine(r):
			r = '\n'
		case r == '\uFEFF', turns(r), isDirection(r) && !directed:
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

// escapes matches escape sequences: strings that are terminated, such as a title; control
// sequences, which may be cut off; and others.
var escapes = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\x1b[]PX^_][^\x00-\x1f\x7f-\x{9f}]*(?:\x07|\x1b\\|\x{9c})|\x1b\[[0-?]*[ -/]*[@-~]?|\x1b[ -/]*[0-~]`)
})

// endsLine reports the ends of lines and pages other than "\n".
func endsLine(r rune) bool {
	switch r {
	case '\v', '\f', '\r', '\u0085', '\u2028', '\u2029':
		return true
	}
	return false
}

// IsUnsafe reports characters that act on a terminal or move others, and non-characters.
func IsUnsafe(r rune) bool {
	return unicode.IsControl(r) || turns(r) || r&0xFFFE == 0xFFFE
}

// turns reports the controls of direction: embeddings, overrides, isolates and the mark of
// Arabic letters.
func turns(r rune) bool {
	return '\u202A' <= r && r <= '\u202E' || '\u2066' <= r && r <= '\u2069' || r == '\u061C'
}

// isInvisible reports whether r has no width and is not a variation selector.
func isInvisible(r rune) bool {
	return unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point) &&
		!unicode.In(r, unicode.Variation_Selector, unicode.Prepended_Concatenation_Mark)
}

// isJoiner reports the characters that join and part letters in many scripts, and emoji.
func isJoiner(r rune) bool { return r == '\u200C' || r == '\u200D' }

// isDirection reports the marks that authors of right-to-left text need.
func isDirection(r rune) bool { return r == '\u200E' || r == '\u200F' }

func isTag(r rune) bool { return '\U000E0020' <= r && r <= '\U000E007F' }

func isRightToLeft(r rune) bool {
	properties, _ := bidi.LookupRune(r)
	class := properties.Class()
	return unicode.IsLetter(r) && (class == bidi.R || class == bidi.AL)
}

// IsSimple reports whether each character of s stands for itself in a column of its
// own, as in most texts of most European languages.
func IsSimple(s string) bool {
	for _, r := range s {
		if !simple(r) {
			return false
		}
	}
	return true
}

// simple reports whether r is a printable character of ASCII, Latin, IPA, Greek or
// Cyrillic, or a dash or quotation mark. No character of these ranges is wide,
// invisible or combines with another.
func simple(r rune) bool {
	switch {
	case ' ' <= r && r <= '~':
		return true
	case '\u00A1' <= r && r <= '\u02FF':
		return r != '©' && r != '\u00AD' && r != '®' // two may be emoji, one is invisible
	}
	return '\u0370' <= r && r <= '\u0482' || '\u048A' <= r && r <= '\u052F' ||
		'\u2010' <= r && r <= '\u2027'
}
