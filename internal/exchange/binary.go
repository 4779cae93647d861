package exchange

import (
	"unicode"

	"gemsub/feed"
)

// IsText reports whether a file may be one of [Kinds]: among its first 8,000 bytes
// there is no NUL, and at most each 16th character is another control character. Text
// of an unknown charset counts.
func IsText(data []byte) bool {
	const sample = 8000 // even, for UTF-16
	controls, characters := 0, 0
	text, _ := feed.DecodeXML(data[:min(len(data), sample)], "")
	for _, r := range text {
		switch {
		case r == 0:
			return false
		case unicode.IsControl(r) && !unicode.IsSpace(r):
			controls++
		}
		characters++
	}
	return controls*16 <= characters
}
