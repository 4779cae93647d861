package render

import (
	"iter"
	"strings"
	"unicode/utf8"
)

// maxPiece is how much Markdown is parsed at once, in bytes: the time and memory that
// the parser takes can grow with the square of the length.
const maxPiece = 8 << 10

// maxDefinitions bounds the definitions of links that all pieces share, in bytes.
const maxDefinitions = 4 << 10

// markdownPieces cuts a long document where that shows least: at a blank line before a
// paragraph, else between lines. Definitions of links stand above each piece, and in a
// piece that begins within code the line that began that.
func markdownPieces(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		shared, fence := "", ""
		if len(text) > maxPiece {
			shared = definitions(text)
		}
		for text != "" {
			end, open := cutMarkdown(text, fence)
			if !yield(shared + fence + text[:end]) {
				return
			}
			text, fence = text[end:], open
		}
	}
}

// cutMarkdown returns where the next piece ends, and the line that began the code that is
// open there; fence is the one that is open at its beginning.
func cutMarkdown(text, fence string) (end int, open string) {
	if len(text) <= maxPiece {
		return len(text), ""
	}
	paragraph, at, wasBlank := 0, 0, false
	open = fence
	for line := range strings.Lines(text) {
		if wasBlank && !strings.ContainsAny(line[:1], " \t>-+*0123456789\r\n") {
			paragraph = at
		}
		if at+len(line) > maxPiece {
			break
		}
		at += len(line)
		open = fenceAfter(open, line)
		wasBlank = open == "" && strings.TrimSpace(line) == ""
	}
	switch {
	case paragraph > 0:
		return paragraph, ""
	case at > 0:
		return at, open
	}
	return wordEnd(text), open
}

// fenceAfter returns the line that began the code that is open after line, "" for none.
func fenceAfter(open, line string) string {
	text := strings.TrimSpace(line)
	mark := text[:len(text)-len(strings.TrimLeft(text, text[:min(1, len(text))]))]
	if len(mark) < 3 || mark[0] != '`' && mark[0] != '~' {
		return open
	}
	switch {
	case open == "" && mark[0] == '`' && strings.Contains(text[len(mark):], "`"): // code in a line
		return ""
	case open == "":
		return text + "\n"
	case text == mark && strings.HasPrefix(open, mark[:3]) && len(mark) >= len(open)-len(strings.TrimLeft(open, mark[:1])):
		return ""
	}
	return open
}

// wordEnd returns where the last word that fits into a piece ends, or the last character.
func wordEnd(text string) int {
	end := strings.LastIndexByte(text[:maxPiece], ' ')
	if end <= 0 {
		end = maxPiece
	}
	for end > maxPiece-utf8.UTFMax && !utf8.RuneStart(text[end]) {
		end--
	}
	return end
}

// definitions returns the lines that define links for the whole document, the first of
// them where there are many, with an empty line behind them.
func definitions(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if trimmed := strings.TrimLeft(line, " "); strings.HasPrefix(trimmed, "[") && strings.Contains(trimmed, "]:") && b.Len()+len(line) < maxDefinitions {
			b.WriteString(trimmed)
		}
	}
	if b.Len() == 0 {
		return ""
	}
	return b.String() + "\n\n"
}
