package robots

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// A pattern is the decoded value of a rule. It matches a path that begins with prefix and
// then contains the pieces in order, with anything between them. If end is set, nothing may
// follow the last piece.
type pattern struct {
	prefix string
	pieces []string
	end    bool
}

// newPattern reads a rule's value. An escaped "*" or "$" has no special meaning, so newPattern
// splits the value before it decodes escapes. Every path begins with "/", so a value such as
// "private" is read as "/private".
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

// matches reports whether the decoded path matches. Taking the first occurrence of each piece
// misses no match, since the next piece may begin anywhere after it; only if end is set, the last
// piece must be at the end.
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

// percentEscapes matches a valid percent escape.
var percentEscapes = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("%[0-9A-Fa-f]{2}") })

// unescape decodes percent escapes byte by byte, even "%3F". "%2F" stays, since an escaped slash is
// part of a name (RFC 3986, section 2.2). Invalid escapes stay too. The result may be invalid UTF-8.
func unescape(s string) string {
	return percentEscapes().ReplaceAllStringFunc(s, func(escape string) string {
		c, _ := strconv.ParseUint(escape[1:], 16, 8)
		if c == '/' {
			return "%2F"
		}
		return string([]byte{byte(c)})
	})
}
