package store

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// firstUnspaced is below all characters that isUnspaced holds for.
const firstUnspaced = 0x0E00

// isUnspaced reports whether r is of a script that puts no spaces between words. Each
// of these characters is indexed as a word, so that words are found in the middle.
func isUnspaced(r rune) bool {
	return r >= firstUnspaced && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Bopomofo,
		unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Yi) || r == 'ー' || r == 'ｰ'
}

// spaced returns text with a space before and after each character of scripts that
// have none.
func spaced(text string) string {
	var b strings.Builder
	done := 0 // of text, in bytes
	for i, r := range text {
		if r < firstUnspaced || !isUnspaced(r) {
			continue
		}
		if done == 0 {
			b.Grow(len(text) * 5 / 3)
		}
		b.WriteString(text[done:i])
		done = i + utf8.RuneLen(r)
		b.WriteByte(' ')
		b.WriteString(text[i:done])
		b.WriteByte(' ')
	}
	if done == 0 {
		return text
	}
	b.WriteString(text[done:])
	return b.String()
}

// inWord reports whether the tokenizer unicode61 takes r for part of a word.
func inWord(r rune) bool {
	if r < utf8.RuneSelf {
		return '0' <= r && r <= '9' || 'a' <= r|0x20 && r|0x20 <= 'z'
	}
	return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.Is(unicode.Co, r)
}

// isAccent reports whether r is a combining accent, which unicode61 drops from words.
func isAccent(r rune) bool { return 0x0300 <= r && r <= 0x0331 }
