package address

import (
	"net/url"
	"strings"
)

// Resolve returns the URL of a reference on the page at base (RFC 3986, section 5). A URL of a
// supported scheme gets the form of [Parse], except that fragment and user information stay and any
// length is allowed. A URL of another scheme is only made valid, with its host in lower case and
// punycode. Resolve returns its own results unchanged.
//
// Authors write file names in place of URLs, so characters that no URL can contain are
// escaped, and "10:30.gmi" is a file.
func Resolve(base *url.URL, ref string) (*url.URL, error) {
	text := Escape(ref)
	u, err := base.Parse(text)
	if isGopherURL(text) {
		u, err = url.Parse(text) // dots are part of a selector
	}
	if err != nil && !strings.HasPrefix(text, "/") && !strings.Contains(text, "://") {
		u, err = base.Parse("./" + text)
	}
	if err != nil {
		return nil, invalidURL(ref, Reason(err))
	}
	if scheme, known := schemeNamed(u.Scheme); known {
		return normalize(u, scheme)
	}
	v := *u // of an unknown scheme
	v.RawQuery = escapeQuery(u.RawQuery)
	v.Host = strings.ToLower(u.Host) // some letters are valid only in lower case
	if host, err := canonicalHost(&v, Scheme{}); err == nil {
		v.Host = host
	}
	return &v, nil
}

// MaxLink is the maximum length of a link in bytes.
const MaxLink = 2 << 10

// ParseLink returns the canonical form of a link that a person can keep: a URL that [Parse]
// accepts, or a web URL with a host, without user information, of at most 2 KiB.
func ParseLink(text string) (*url.URL, error) {
	u, err := Parse(text)
	if err == nil {
		return u, nil
	}
	link, isBad := Resolve(&url.URL{}, strings.TrimSpace(text))
	switch {
	case isBad != nil || link.Scheme != "http" && link.Scheme != "https":
		return nil, err
	case link.Host == "" || link.User != nil || len(link.String()) > MaxLink:
		return nil, invalidURL(text, "a web link has a host, no user information and at most 2 KiB")
	}
	return link, nil
}

// Normalize returns a URL in the form of [Resolve], and any other text unchanged.
func Normalize(text string) string {
	if !strings.Contains(text, "://") {
		return text
	}
	u, err := Resolve(&url.URL{}, text)
	if err != nil {
		return text
	}
	return u.String()
}

// Escape percent-encodes bytes that no URL can contain, such as a stray percent sign, and decodes
// unnecessary escapes. It changes only the part of a URL or reference after the authority. ASCII
// control characters stay, so that url.Parse refuses them.
func Escape(ref string) string {
	begin := authorityEnd(ref)
	hasFragment := false
	escaped := escape(ref[begin:], func(rest string) bool {
		c := rest[0]
		if c == '#' {
			first := !hasFragment
			hasFragment = true
			return first
		}
		return inQuery(c) || c == '[' || c == ']' || c < ' ' || c == 0x7f || isEscape(rest)
	})
	if escaped == ref[begin:] && !strings.Contains(escaped, "%") {
		return ref
	}
	return ref[:begin] + unescapeUnreserved(escaped)
}

// unescapeUnreserved decodes the escapes of letters, digits, "-", ".", "_" and "~", and
// writes the others in upper case (RFC 3986, section 6.2.2).
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

// authorityEnd returns the offset at which the authority of a URL ends, 0 if it has none.
func authorityEnd(ref string) int {
	i := strings.Index(ref, "//")
	if i < 0 || i > 0 && (strings.IndexByte(ref, ':') != i-1 || strings.ContainsAny(ref[:i], "/?#")) {
		return 0
	}
	begin := i + len("//")
	if end := strings.IndexAny(ref[begin:], "/?#"); end >= 0 {
		return begin + end
	}
	return len(ref)
}

// isGopherURL reports whether a reference is itself a Gopher URL.
func isGopherURL(ref string) bool {
	name, rest, ok := strings.Cut(ref, ":")
	scheme, _ := schemeNamed(name)
	return ok && scheme.isGopher && strings.HasPrefix(rest, "//")
}
