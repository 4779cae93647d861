package term

import (
	"strings"
	"unicode"
)

// Safe makes text from the network harmless for a terminal and for one field of a
// line: tabs and line ends become spaces; other control characters, such as those that
// begin escape sequences, and bidirectional overrides become U+FFFD; characters without
// width are dropped where they only make different texts look the same.
func Safe(s string) string {
	if isSimple(s) {
		return s
	}
	var b strings.Builder
	rtl := strings.ContainsFunc(s, rightToLeft)
	base := ' '           // the last character that is not a combining mark
	for _, r := range s { // invalid UTF-8 arrives as U+FFFD
		switch {
		case r == '\t', r == '\n', r == '\r', r == '\u2028', r == '\u2029':
			r = ' '
		case unicode.IsControl(r), overrides(r):
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

// overrides reports whether r moves other characters: embeddings, overrides and
// isolates do (Unicode Standard Annex 9).
func overrides(r rune) bool {
	return '\u202A' <= r && r <= '\u202E' || '\u2066' <= r && r <= '\u2069'
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
