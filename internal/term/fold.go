package term

import (
	"cmp"
	"regexp"
	"strings"
	"unicode"

	"github.com/rivo/uniseg"
)

// Fold returns s in lines of at most width columns. Lines are broken between words, or between
// characters in scripts without spaces; a word that is longer than a line is broken anywhere. Fold
// drops only the spaces at which it breaks a line. A text without words becomes one empty line.
func Fold(s string, width int) (lines []string) {
	var line word // the line so far
	for _, w := range wordsOf(s, width) {
		with := line.width + Width(s[line.end:w.begin]) + w.width
		switch {
		case line.begin == line.end:
			line = w
		case with <= width:
			line = word{line.begin, w.end, with}
		default:
			lines = append(lines, s[line.begin:line.end])
			line = w
		}
	}
	return append(lines, s[line.begin:line.end])
}

// A word is a piece of a text between two places where a line may be broken.
type word struct{ begin, end, width int }

// wordsOf returns the words of s without the spaces between them. It splits words longer than width
// into pieces.
func wordsOf(s string, width int) (all []word) {
	for end := 0; ; {
		begin := len(s) - len(strings.TrimLeftFunc(s[end:], breaks))
		if begin == len(s) {
			return all
		}
		size := strings.IndexFunc(s[begin:], breaks)
		if size < 0 {
			size = len(s) - begin
		}
		end = begin + size
		eastAsian, state := strings.ContainsFunc(s[begin:end], isEastAsian), -1
		for begin < end {
			part := s[begin:end]
			if eastAsian {
				part, _, _, state = uniseg.FirstLineSegmentInString(part, state)
			}
			piece := word{begin: begin, end: begin}
			for character, columns := range Characters(part) {
				if piece.width+columns > width && piece.begin < piece.end {
					all = append(all, piece)
					piece = word{begin: piece.end, end: piece.end}
				}
				piece.end += len(character)
				piece.width += columns
			}
			all = append(all, piece)
			begin = piece.end
		}
	}
}

// breaks reports whether r is a space at which a line may be broken.
func breaks(r rune) bool {
	return unicode.IsSpace(r) && !strings.ContainsRune("\u00A0\u2007\u202F", r) // those are no-break spaces
}

// isEastAsian reports whether r is of a script that is written without spaces, in
// characters of two columns.
func isEastAsian(r rune) bool {
	return r >= '\u2E80' && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Bopomofo)
}

const helpWidth = 80

// WrapHelp wraps help at helpWidth columns, or at the width of a narrower terminal.
//   - Paragraphs are filled.
//   - Flags and commands, which are indented by three spaces, keep their columns.
//   - Examples, which are indented by two spaces, are not wrapped.
func WrapHelp(text string, terminal int) string {
	width := min(helpWidth, cmp.Or(terminal, helpWidth))
	name := regexp.MustCompile(`^(   (\S.*?  +)?)?`) // of a flag or command
	return regexp.MustCompile(`(?m)^(   .*|\S.*(\n\S.*)*)$`).ReplaceAllStringFunc(text, func(block string) string {
		column := name.FindString(block)
		room := width - Width(column)
		if strings.HasPrefix(block, "Usage: ") || len(column) > 3 && room < width/3 {
			return block
		}
		indent := "\n" + strings.Repeat(" ", width-room)
		return column + strings.Join(Fold(strings.ReplaceAll(block[len(column):], "\n", " "), room), indent)
	})
}
