package store

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
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

// A textWord is what the index has as one word: text[start:end].
type textWord struct {
	start, end int
	word       string // in lower case, without accents
}

// textWords yields the words of a text as the tokenizer unicode61 splits its [spaced]
// form.
func textWords(text string) iter.Seq[textWord] {
	return func(yield func(textWord) bool) {
		start := -1 // of the current word
		end := func(at int) bool {
			from := start
			start = -1
			return from < 0 || yield(textWord{from, at, folded(text[from:at])})
		}
		for i, r := range text {
			switch {
			case !inWord(r) && (start < 0 || !isAccent(r)):
				if !end(i) {
					return
				}
			case isUnspaced(r):
				if !end(i) || !yield(textWord{i, i + utf8.RuneLen(r), string(r)}) {
					return
				}
			case start < 0:
				start = i
			}
		}
		end(len(text))
	}
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

// folded returns a word in lower case and without the accents of Latin letters, as
// unicode61 has it with remove_diacritics=2.
func folded(word string) string {
	if !strings.ContainsFunc(word, func(r rune) bool { return r >= utf8.RuneSelf || 'A' <= r && r <= 'Z' }) {
		return word
	}
	var b strings.Builder
	for _, r := range word {
		if !isAccent(r) {
			b.WriteRune(foldedLetter(r))
		}
	}
	return b.String()
}

func foldedLetter(r rune) rune {
	r = unicode.ToLower(r)
	if r < 0xC0 {
		return r
	}
	if base := norm.NFD.PropertiesString(string(r)).Decomposition(); len(base) > 0 && base[0] < utf8.RuneSelf {
		return unicode.ToLower(rune(base[0]))
	}
	return r
}
