package gemtext

import (
	"iter"
	"strings"
)

const (
	toggle = "```"
	bom    = "\ufeff"
)

// Lines yields the lines of doc in order. A line ends with LF or CRLF, or at the end of
// doc; CRs at a line's end do not belong to it. Byte order marks at the start of doc are
// skipped. An empty document has no lines. Lines does not allocate, however long a line is.
func Lines(doc string) iter.Seq[Line] {
	return func(yield func(Line) bool) {
		rest := strings.TrimLeft(doc, bom)
		preformatted := false
		for number := 1; rest != ""; number++ {
			var raw string
			raw, rest = cutLine(rest)
			line := parseLine(raw, preformatted)
			line.Number = number
			if line.Kind == Toggle {
				preformatted = !preformatted
			}
			if !yield(line) {
				return
			}
		}
	}
}

// cutLine splits doc after its first line, and removes the line's end.
func cutLine(doc string) (line, rest string) {
	line = doc
	if end := strings.IndexByte(doc, '\n'); end >= 0 {
		line, rest = doc[:end], doc[end+1:]
	}
	return strings.TrimRight(line, "\r"), rest
}

// parseLine reads a line without its end. preformatted is set between toggles.
func parseLine(raw string, preformatted bool) Line {
	switch {
	case strings.HasPrefix(raw, toggle):
		if preformatted {
			return Line{Kind: Toggle}
		}
		return Line{Kind: Toggle, Text: trim(raw[len(toggle):])}
	case preformatted:
		return Line{Kind: Preformatted, Text: raw}
	case strings.HasPrefix(raw, "=>"):
		return parseLink(trim(raw[2:]))
	case strings.HasPrefix(raw, "#"):
		return parseHeading(raw)
	case strings.HasPrefix(raw, "* "):
		return Line{Kind: ListItem, Text: trim(raw[2:])}
	case strings.HasPrefix(raw, ">"):
		return Line{Kind: Quote, Text: trim(raw[1:])}
	}
	return Line{Kind: Text, Text: raw}
}

// parseLink reads the trimmed text after "=>": a URL and perhaps a label.
func parseLink(s string) Line {
	end := 0
	for end < len(s) && s[end] != ' ' && s[end] != '\t' {
		end++
	}
	return Line{Kind: Link, URL: s[:end], Text: trim(s[end:])}
}

func parseHeading(raw string) Line {
	level := 1
	for level < 3 && level < len(raw) && raw[level] == '#' {
		level++
	}
	return Line{Kind: Heading, Level: level, Text: trim(raw[level:])}
}

// trim removes spaces, tabs and CRs from both ends of s. CRs are removed because [Print]
// could not write them: a CR at the end of a line is read as part of the line's end.
func trim(s string) string {
	for s != "" && isSpace(s[0]) {
		s = s[1:]
	}
	for s != "" && isSpace(s[len(s)-1]) {
		s = s[:len(s)-1]
	}
	return s
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' }
