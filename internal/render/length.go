package render

import (
	"fmt"
	"strconv"
	"unicode"

	"gemsub/gemtext"
)

// A Length is how long a text is.
type Length struct {
	Words      int // in scripts with spaces between words
	Characters int // in other scripts, such as Chinese and Thai
}

// Length counts the words of the document, without preformatted text and URLs of links.
func (d Document) Length() (l Length) {
	spaceless := []*unicode.RangeTable{
		unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Tibetan,
	}
	for line := range d.gemtextLines() {
		if line.Kind == gemtext.Preformatted {
			continue
		}
		inWord := false
		for _, r := range line.Text {
			switch isLetter := unicode.IsLetter(r) || unicode.IsDigit(r); {
			case isLetter && r >= 0x0E00 && unicode.In(r, spaceless...):
				l.Characters++
				inWord = false
			case isLetter && !inWord:
				l.Words++
				inWord = true
			case unicode.IsSpace(r):
				inWord = false
			}
		}
	}
	return l
}

// String says how long the text is, and how long people read it: "1,240 words, 6 min"; "" for no
// words.
func (l Length) String() string {
	const wordsPerMinute, charactersPerMinute = 200, 400
	if l == (Length{}) {
		return ""
	}
	minutes := float64(l.Words)/wordsPerMinute + float64(l.Characters)/charactersPerMinute
	n, what := l.Words, "words"
	if l.Characters > l.Words {
		n, what = l.Characters, "characters"
	}
	if n == 1 {
		what = what[:len(what)-1]
	}
	count := strconv.Itoa(n)
	for i := len(count) - 3; i > 0; i -= 3 {
		count = count[:i] + "," + count[i:]
	}
	return fmt.Sprintf("%s %s, %d min", count, what, max(1, int(minutes+0.5)))
}
