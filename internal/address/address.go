// Package address reads URLs of every scheme that gemsub asks for, and says
// which capsule they belong to: one canonical form, the authority, where
// robots.txt lies, and the part of a capsule that an identity is for.
//
// It follows RFC 3986, and "Requests" of the Gemini protocol. A scheme is a row
// of its table.
package address

import (
	"fmt"
	"net/url"
	"strings"
	"unicode"
)

const maxURL = 1024 // bytes ("Requests")

// Parse reads a URL as a user or a page gives it and returns the canonical
// one to request: a scheme of the table (gemini where there is none), host in
// lower case and punycode, the default port left out, path at least "/",
// without dot segments and fragment, at most 1024 bytes. White space around it
// is dropped. The canonical URL's text gives the same URL again.
//
// Errors are of type [*Error].
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
		text = usual.Name + ":" + s
	case !hasScheme(s):
		text = usual.Name + "://" + s
	}
	u, err := url.Parse(text)
	if err != nil {
		return nil, invalidURL(s, Reason(err))
	}
	return Canonical(u)
}

// hasScheme tells "mailto:x" and "gemini://x" from "example.org/x" and
// "localhost:1965/x".
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

// Canonical returns a new URL that is u in the form of [Parse].
func Canonical(u *url.URL) (*url.URL, error) {
	scheme, known := SchemeOf(u)
	if !known {
		return nil, badURL(fmt.Sprintf("unsupported URL scheme \"%s\" (supported: %s)", Printable(u.Scheme), strings.Join(Supported(), ", ")))
	}
	host, err := canonicalHost(u, scheme)
	switch {
	case err != nil:
		return nil, invalidURL(u.String(), err.Error())
	case u.User != nil:
		return nil, invalidURL(u.String(), "it contains user information")
	}
	bare := &url.URL{
		Scheme:     scheme.Name,
		Host:       host,
		Path:       u.Path,
		RawPath:    u.RawPath,
		ForceQuery: u.ForceQuery,
		RawQuery:   escapeQuery(u.RawQuery),
	}
	if bare.Path == "" {
		bare.Path, bare.RawPath = "/", ""
	}
	bare.RawPath = dots.Replace(bare.EscapedPath())
	bare = bare.ResolveReference(bare) // takes the dot segments out
	if len(bare.String()) > maxURL {
		return nil, invalidURL(u.String(), fmt.Sprintf("it is longer than %d bytes", maxURL))
	}
	return bare, nil
}

// dots writes escaped dots as they are: they stand for the same (RFC 3986,
// section 6.2.2.2), and a dot segment in disguise would pass by robots.txt.
var dots = strings.NewReplacer("%2e", ".", "%2E", ".")

// escapeQuery percent-encodes the bytes that a query cannot hold (RFC 3986,
// section 3.4), a stray percent sign among them.
func escapeQuery(query string) string {
	const hexDigits = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(query) {
		c := query[i]
		if c == '%' && isEscape(query[i:]) || c != '%' && inQuery(c) {
			b.WriteByte(c)
			continue
		}
		b.Write([]byte{'%', hexDigits[c>>4], hexDigits[c&15]})
	}
	return b.String()
}

func inQuery(c byte) bool {
	r := rune(c)
	return !notInScheme(r) || strings.ContainsRune("_~!$&'()*,;=:@/?", r)
}

func isEscape(s string) bool {
	return len(s) >= 3 && isHex(s[1]) && isHex(s[2])
}

func isHex(b byte) bool {
	return isDigit(b) || 'a' <= b|0x20 && b|0x20 <= 'f'
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }
