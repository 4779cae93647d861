package address

import (
	"net/url"
	"strings"
)

// kinds are the item types that the path of a Gopher URL can begin with (RFC 1436,
// section 3.8, and those that servers added). Of a URL typed without one, such as
// gopher://example.org/~ann/, the whole path is the selector of a menu.
const kinds = "0123456789+TgIhisdpPrM:;<X"

// The item types of documents that are read.
const (
	Text   = '0'
	Menu   = '1'
	Search = '7' // whose results are a menu
	HTML   = 'h'
)

// IsGopher reports whether u is requested over Gopher, with TLS or without.
func IsGopher(u *url.URL) bool {
	scheme, _ := SchemeOf(u)
	return scheme.isGopher
}

// IsKind reports whether a byte is an item type that a URL can have.
func IsKind(c byte) bool { return strings.IndexByte(kinds, c) >= 0 }

// IsPost reports whether a canonical URL may be that of a post: over Gopher it is a text or
// a menu.
func IsPost(link string) bool {
	kind := placeOf(link).kind
	return kind == 0 || kind == Text || kind == Menu
}

// Selector returns the item type and the selector of a canonical Gopher URL (RFC 4266,
// section 2.1), byte for byte as it is sent. A search follows it after a tab.
func Selector(u *url.URL) (kind byte, selector string) {
	if len(u.Path) < 2 {
		return Menu, ""
	}
	return u.Path[1], u.Path[2:]
}

// GopherURL returns the canonical URL of an item of a menu: host is a name or an IP
// address without brackets, port a number or "" for the scheme's. It refuses a selector
// with CR, LF or NUL.
func GopherURL(scheme, host, port string, kind byte, selector string) (*url.URL, error) {
	if !IsKind(kind) {
		return nil, badURL("unknown item type")
	}
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	if port != "" {
		host += ":" + port
	}
	return Canonical(&url.URL{Scheme: scheme, Host: host, Path: "/" + string(kind) + selector})
}

// canonicalGopher makes of u, whose host is canonical, the form of [Parse]. What is a
// query elsewhere belongs to the selector. It changes u.
func canonicalGopher(u *url.URL) (*url.URL, error) {
	path := u.Path
	if u.RawQuery != "" || u.ForceQuery {
		query, err := url.PathUnescape(u.RawQuery)
		if err != nil {
			return nil, invalidURL(u.String(), Reason(err))
		}
		path += "?" + query
	}
	if strings.ContainsAny(path, "\r\n\x00") {
		return nil, invalidURL(u.String(), "its selector has a line break or a NUL")
	}
	path = withKind(path)
	u.RawQuery, u.ForceQuery = "", false
	u.Path, u.RawPath = path, escape(path, func(rest string) bool { return inQuery(rest[0]) && rest[0] != '?' })
	if u.RawPath == (&url.URL{Path: path}).EscapedPath() {
		u.RawPath = ""
	}
	return u, nil
}

// withKind returns a path that begins with an item type; that of the root, which is
// "/", has none.
func withKind(path string) string {
	if path == "" || path == "/" || path == "/"+string(Menu) {
		return "/"
	}
	if path[0] != '/' {
		path = "/" + path
	}
	if !IsKind(path[1]) {
		return "/" + string(Menu) + path
	}
	return path
}

// HasQuery reports whether a request for u tells its server more than which document
// is wanted: over Gopher, words to search for or what a program is to do.
func HasQuery(u *url.URL) bool {
	if IsGopher(u) {
		return strings.ContainsAny(u.Path, "\t?")
	}
	return u.RawQuery != "" || u.ForceQuery
}

// Meant returns the probable URL if the user left out the item type: the
// menu gopher://example.org/1/phlog for gopher://example.org/phlog, which is the selector
// "hlog" of a picture. It returns "" for a URL that looks complete.
func Meant(raw string) string {
	u, err := Parse(raw)
	if err != nil || !IsGopher(u) {
		return ""
	}
	kind, selector := Selector(u)
	isWord := kind >= 'A' && selector != "" && selector[0] >= 'a' && selector[0] <= 'z'
	if !isWord {
		return ""
	}
	whole := *u
	whole.Path, whole.RawPath = "/"+string(Menu)+u.Path, ""
	return whole.String()
}
