package robots

import "strings"

// A pattern is the decoded value of a rule: the path begins with prefix, then
// holds the other pieces in their order with anything between them. With end
// nothing follows the last piece.
type pattern struct {
	prefix string
	pieces []string
	end    bool
}

// newPattern reads a rule's value. "*" and a final "$" have their meaning only
// where they are written as such, so the value is cut before its escapes are
// decoded. Every path begins with "/", so a value that begins otherwise, such as
// "private", is read as if the slash stood there: its author meant something.
func newPattern(value string) pattern {
	value, end := strings.CutSuffix(value, "$")
	pieces := strings.Split(value, "*")
	for i, piece := range pieces {
		pieces[i] = unescape(piece)
	}
	if pieces[0] != "" || len(pieces) == 1 {
		pieces[0] = withSlash(pieces[0])
	}
	return pattern{prefix: pieces[0], pieces: pieces[1:], end: end}
}

// matches tells whether the decoded path matches. Each piece is taken where it
// is found first, which loses no match, as whatever follows may begin anywhere;
// only a last piece at the end has its place fixed.
func (p pattern) matches(path string) bool {
	rest, ok := strings.CutPrefix(path, p.prefix)
	if !ok {
		return false
	}
	if len(p.pieces) == 0 {
		return !p.end || rest == ""
	}
	last := len(p.pieces) - 1
	for i, piece := range p.pieces {
		if p.end && i == last {
			return strings.HasSuffix(rest, piece)
		}
		at := strings.Index(rest, piece)
		if at < 0 {
			return false
		}
		rest = rest[at+len(piece):]
	}
	return true
}

func withSlash(path string) string {
	if strings.HasPrefix(path, "/") {
		return path
	}
	return "/" + path
}

// unescape decodes percent escapes byte by byte, "%3F" too. An escaped slash is
// part of a name, so it stays "%2F" (RFC 3986, section 2.2), as does what is no
// escape. The result need not be UTF-8.
func unescape(s string) string {
	at := strings.IndexByte(s, '%')
	if at < 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for ; at >= 0; at = strings.IndexByte(s, '%') {
		b.WriteString(s[:at])
		s = s[at:]
		switch c, ok := escaped(s); {
		case !ok:
			b.WriteByte('%')
			s = s[1:]
		case c == '/':
			b.WriteString("%2F")
			s = s[3:]
		default:
			b.WriteByte(c)
			s = s[3:]
		}
	}
	b.WriteString(s)
	return b.String()
}

// escaped returns the byte that the escape at the start of s stands for.
func escaped(s string) (c byte, ok bool) {
	if len(s) < 3 {
		return 0, false
	}
	high, highOK := hexDigit(s[1])
	low, lowOK := hexDigit(s[2])
	return high<<4 | low, highOK && lowOK
}

func hexDigit(c byte) (value byte, ok bool) {
	switch {
	case '0' <= c && c <= '9':
		return c - '0', true
	case 'a' <= c && c <= 'f':
		return c - 'a' + 10, true
	case 'A' <= c && c <= 'F':
		return c - 'A' + 10, true
	}
	return 0, false
}
