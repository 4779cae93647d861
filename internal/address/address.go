// Package address parses URLs of all schemes that gemsub supports, and derives from them the
// canonical form, authority, folder, author, place of robots.txt, and scope of an identity.
//
// The package follows RFC 3986, RFC 4266 (Gopher) and the section "Requests" of the Gemini protocol.
// Each scheme is a row in a table.
package address

import (
	"fmt"
	"net/url"
	"strings"
	"unicode"
)

const maxURL = 1024 // bytes ("Requests")

// Parse parses a URL from a user or a page, and returns its canonical form:
//   - a supported scheme, gemini by default;
//   - the host in lower case and punycode, and no default port;
//   - a path of at least "/", without dot segments and escapes of unreserved characters. The path of
//     a Gopher URL has an item type, and its selector is not changed;
//   - no fragment, and at most 1024 bytes.
//
// Parse ignores white space around the URL, and returns a canonical URL unchanged. Errors are of
// type [*Error].
func Parse(s string) (*url.URL, error) {
	s = strings.TrimSpace(s)
	if s == "" {
		return nil, badURL("URL is empty")
	}
	if strings.ContainsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }) {
		return nil, invalidURL(s, "it contains a space or control character")
	}
	text := s
	switch {
	case strings.HasPrefix(s, "//"):
		text = defaultScheme.Name + ":" + s
	case !hasScheme(s):
		text = defaultScheme.Name + "://" + s
	}
	u, err := url.Parse(Escape(text))
	if err != nil {
		return nil, invalidURL(s, Reason(err))
	}
	return Canonical(u)
}

// hasScheme reports whether s has a scheme: "mailto:x" and "gemini://x" have one, "example.org/x" and
// "localhost:1965/x" do not.
func hasScheme(s string) bool {
	before, after, ok := strings.Cut(s, ":")
	if !ok || before == "" || strings.ContainsFunc(before, notInScheme) || isDigit(before[0]) {
		return false
	}
	port := after
	if i := strings.IndexAny(after, "/?#"); i >= 0 {
		port = after[:i]
	}
	return port == "" || strings.ContainsFunc(port, func(r rune) bool { return r < '0' || r > '9' })
}

func notInScheme(r rune) bool {
	letter := 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
	return !letter && (r < '0' || r > '9') && !strings.ContainsRune("+-.", r)
}

// Canonical returns u in the form of [Parse], without changing it.
func Canonical(u *url.URL) (*url.URL, error) {
	scheme, known := schemeNamed(u.Scheme)
	if !known {
		return nil, badURL(fmt.Sprintf("unsupported URL scheme \"%s\" (supported: %s)", SafeExcerpt(u.Scheme), supported))
	}
	given := *u
	c, err := normalize(&given, scheme)
	if err != nil {
		return nil, err
	}
	c.Fragment, c.RawFragment = "", ""
	switch {
	case c.User != nil:
		return nil, invalidURL(u.String(), "it contains user information")
	case len(c.String()) > maxURL:
		return nil, invalidURL(u.String(), fmt.Sprintf("it is longer than %d bytes", maxURL))
	}
	return c, nil
}

// normalize returns u, a URL of the given scheme, in the form of [Parse], except that fragment and
// user information stay and any length is allowed. It may change u.
func normalize(u *url.URL, scheme Scheme) (*url.URL, error) {
	host, err := canonicalHost(u, scheme)
	if err != nil {
		return nil, invalidURL(u.String(), err.Error())
	}
	u.Scheme, u.Host, u.Opaque, u.OmitHost = scheme.Name, host, "", false
	if scheme.isGopher {
		return normalizeGopher(u)
	}
	u.RawQuery = escapeQuery(u.RawQuery)
	if u.Path == "" {
		u.Path, u.RawPath = "/", ""
	}
	path := unescapeUnreserved(u.EscapedPath())
	if path != u.RawPath && u.RawPath != "" || path[0] != '/' || strings.Contains(path, "/.") {
		u.RawPath = path
		u = u.ResolveReference(u) // removes dot segments: with an escaped one a URL could evade robots.txt
	}
	return u, nil
}

// escapeQuery percent-encodes the bytes that a query cannot contain, such as a stray percent
// sign, and decodes the escapes of unreserved ones (RFC 3986, sections 3.4 and 6.2.2).
func escapeQuery(query string) string {
	return unescapeUnreserved(escape(query, func(rest string) bool { return inQuery(rest[0]) || isEscape(rest) }))
}

// escape percent-encodes each byte of a text, unless mayStay accepts the rest of the text, which
// begins with that byte.
func escape(text string, mayStay func(rest string) bool) string {
	var b strings.Builder
	for i := range len(text) {
		if mayStay(text[i:]) {
			b.WriteByte(text[i])
		} else {
			fmt.Fprintf(&b, "%%%02X", text[i])
		}
	}
	return b.String()
}

// inQuery reports whether a query can contain c unescaped (RFC 3986, section 3.4).
func inQuery(c byte) bool { return isUnreserved(c) || strings.IndexByte("!$&'()*+,;=:@/?", c) >= 0 }

// isEscape reports whether s begins with a percent sign and two hexadecimal digits.
func isEscape(s string) bool {
	_, err := url.PathUnescape(s[:min(len(s), 3)])
	return s[0] == '%' && err == nil
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }
