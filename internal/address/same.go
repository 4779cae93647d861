package address

import (
	"net/url"
	"strings"
)

// IsSame reports whether two canonical URLs are the same, apart from escapes of
// characters that need none, and the case of escapes (RFC 3986, section 6.2.2).
func IsSame(a, b string) bool { return a == b || unescapeUnreserved(a) == unescapeUnreserved(b) }

// unescapeUnreserved decodes the escapes of letters, digits, "-", ".", "_" and "~", and
// writes the others in upper case.
func unescapeUnreserved(raw string) string {
	var b strings.Builder
	for {
		at := strings.IndexByte(raw, '%')
		if at < 0 || len(raw) < at+3 {
			return b.String() + raw
		}
		b.WriteString(raw[:at])
		escaped := raw[at : at+3]
		raw = raw[at+3:]
		if c, err := url.PathUnescape(escaped); err == nil && isUnreserved(c[0]) {
			b.WriteString(c)
		} else {
			b.WriteString(strings.ToUpper(escaped))
		}
	}
}

func isUnreserved(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || isDigit(c) || strings.IndexByte("-._~", c) >= 0
}
