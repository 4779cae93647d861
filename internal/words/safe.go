package words

import (
	"strings"
	"unicode"
)

// Safe makes text from the network harmless for a terminal and for one field of a
// line: tabs and ends of lines and pages become spaces; other control characters, such
// as those that begin escape sequences, bidirectional overrides and what is no character
// become U+FFFD; characters without width are dropped where they only make different
// texts look the same.
//
// It is the only rule for text in one line; [SafeText] is that for several.
func Safe(s string) string {
	if IsSimple(s) {
		return s
	}
	var b strings.Builder
	rtl := strings.ContainsFunc(s, rightToLeft)
	base := ' '           // the last character that is not a combining mark
	for _, r := range s { // invalid UTF-8 arrives as U+FFFD
		switch {
		case endsLine(r), r == '\t', r == '\n':
			r = ' '
		case IsUnsafe(r):
			r = unicode.ReplacementChar
		case invisible(r) && !needed(r, base, rtl):
			continue
		}
		b.WriteRune(r)
		if !unicode.IsMark(r) && !isDirection(r) {
			base = r
		}
	}
	return b.String()
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
	return strings.TrimRight(Safe(s), " ") + "…" // a mark may have been needed for what is cut off
}

// SafeText makes a text of several lines harmless: tabs and "\n" stay, other ends of
// lines and pages become "\n", and what Safe replaces becomes U+FFFD.
func SafeText(s string) string {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case ' ' <= r && r <= '~', r == '\n', r == '\t': // as most are
			return r
		case endsLine(r):
			return '\n'
		case r == '\uFEFF':
			return -1
		case IsUnsafe(r):
			return unicode.ReplacementChar
		}
		return r
	}, s)
}

// endsLine reports the ends of lines and pages other than "\n".
func endsLine(r rune) bool {
	switch r {
	case '\v', '\f', '\r', '\u0085', '\u2028', '\u2029':
		return true
	}
	return false
}

// IsUnsafe reports characters that act on a terminal or move others (embeddings, overrides
// and isolates: Unicode Standard Annex 9), and non-characters.
func IsUnsafe(r rune) bool {
	return unicode.IsControl(r) || '\u202A' <= r && r <= '\u202E' || '\u2066' <= r && r <= '\u2069' || r&0xFFFE == 0xFFFE
}

// invisible reports whether r has no width and is not a variation selector.
func invisible(r rune) bool {
	return unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point) &&
		!unicode.In(r, unicode.Variation_Selector, unicode.Prepended_Concatenation_Mark)
}

// needed reports whether an invisible character changes how its neighbours look: a
// joiner, a mark in right-to-left text, a letter of a flag's name.
func needed(r, base rune, rtl bool) bool {
	switch {
	case r == '\u200C', r == '\u200D':
		return joins(base, r)
	case isDirection(r):
		return rtl
	case isTag(r):
		return base == '🏴' || isTag(base)
	}
	return false
}

// isDirection reports whether r is a mark that authors of right-to-left text need.
func isDirection(r rune) bool {
	return r == '\u200E' || r == '\u200F' || r == '\u061C'
}

func isTag(r rune) bool { return '\U000E0020' <= r && r <= '\U000E007F' }

func rightToLeft(r rune) bool {
	return unicode.In(r, unicode.Arabic, unicode.Hebrew, unicode.Syriac, unicode.Thaana, unicode.Nko, unicode.Adlam)
}

// joins reports whether a joiner after base changes how characters look: in scripts
// whose letters are connected or stacked, and between emoji.
func joins(base, joiner rune) bool {
	if joiner == '\u200D' && (unicode.Is(unicode.So, base) || '🏻' <= base && base <= '🏿') {
		return true
	}
	return unicode.In(base,
		unicode.Arabic, unicode.Syriac, unicode.Mongolian, unicode.Nko, unicode.Adlam,
		unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya,
		unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala,
		unicode.Khmer, unicode.Myanmar, unicode.Tibetan, unicode.Thai, unicode.Lao)
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
