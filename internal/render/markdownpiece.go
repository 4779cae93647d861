package render

import (
	"strings"
	"unicode/utf8"
)

// maxPiece is how much Markdown is parsed at once, in bytes: the time and memory that
// the parser takes can grow with the square of the length.
const maxPiece = 8 << 10

// maxDefinitions bounds the definitions of links that all pieces share, in bytes.
const maxDefinitions = 4 << 10

// markdownPieces cuts a long document where that shows least: at a blank line between
// paragraphs, else at one within a list or quote, else between lines.
type markdownPieces struct {
	rest        string
	begun       bool
	definitions string // of links, for every piece
	fence       string // the line that began the code that is open
}

// next returns the next piece; ok is false after the last one.
func (p *markdownPieces) next() (piece string, ok bool) {
	if p.rest == "" {
		return "", false
	}
	if !p.begun && len(p.rest) > maxPiece {
		p.definitions = definitions(p.rest)
	}
	p.begun = true
	begin := p.definitions + p.fence
	end, fence := p.cut()
	piece, p.rest, p.fence = begin+p.rest[:end], p.rest[end:], fence
	return piece, true
}

// cut returns where the next piece ends, and the line that began the code that is open
// there.
func (p *markdownPieces) cut() (end int, fence string) {
	if len(p.rest) <= maxPiece {
		return len(p.rest), ""
	}
	between, blank, at := 0, 0, 0 // the ends of what can be a piece
	open, wasBlank := p.fence, false
	for line := range strings.Lines(p.rest) {
		if wasBlank && !strings.ContainsAny(line[:1], " \t>-+*0123456789\r\n") {
			between = at
		}
		if at+len(line) > maxPiece {
			break
		}
		at += len(line)
		open = fenceAfter(open, line)
		if wasBlank = open == "" && strings.TrimSpace(line) == ""; wasBlank {
			blank = at
		}
	}
	switch {
	case between > 0:
		return between, ""
	case blank > 0:
		return blank, ""
	case at > 0:
		return at, open
	}
	return wordEnd(p.rest), open
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
	if i := strings.LastIndexByte(text[:maxPiece], ' '); i > 0 {
		return i
	}
	end := maxPiece
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
