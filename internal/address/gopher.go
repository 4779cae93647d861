package address

import (
	"cmp"
	"net"
	"net/url"
	"strings"
)

// itemTypes are the item types with which the path of a Gopher URL can begin (RFC 1436, section 3.8,
// and additions of servers). If a path has no item type, as in gopher://example.org/~ann/, the whole
// path is the selector of a menu.
const itemTypes = "0123456789+TgIhisdpPrM:;<X"

// The item types of documents that gemsub reads.
const (
	TypeText   = '0'
	TypeMenu   = '1'
	TypeSearch = '7' // its results are a menu
	TypeHTML   = 'h'
)

// IsGopher reports whether u is requested over Gopher, with TLS or without.
func IsGopher(u *url.URL) bool {
	scheme, _ := schemeNamed(u.Scheme)
	return scheme.isGopher
}

// IsItemType reports whether c is an item type that a URL can have.
func IsItemType(c byte) bool { return strings.IndexByte(itemTypes, c) >= 0 }

// IsPost reports whether a canonical URL may lead to a post. Over Gopher only texts and menus are
// posts.
func IsPost(link string) bool {
	itemType := splitURL(link).itemType
	return itemType == 0 || itemType == TypeText || itemType == TypeMenu
}

// Selector returns the item type and the selector of a canonical Gopher URL (RFC 4266, section 2.1).
// The selector is sent byte for byte. It includes the words of a search, after a tab.
func Selector(u *url.URL) (itemType byte, selector string) {
	if len(u.Path) < 2 {
		return TypeMenu, ""
	}
	return u.Path[1], u.Path[2:]
}

// GopherURL returns the canonical URL of an item of a menu. The host is a name or an IP address
// without brackets; the port is a number, or "" for the scheme's default. A selector with CR, LF or
// NUL is an error, and so is an unknown item type.
func GopherURL(scheme, host, port string, itemType byte, selector string) (*url.URL, error) {
	if !IsItemType(itemType) {
		return nil, badURL("unknown item type")
	}
	const defaultPort = "70"
	return Canonical(&url.URL{Scheme: scheme, Host: net.JoinHostPort(host, cmp.Or(port, defaultPort)), Path: "/" + string(itemType) + selector})
}

// normalizeGopher changes u, whose host is canonical, to the form of [Parse]. A query becomes part of
// the selector.
func normalizeGopher(u *url.URL) (*url.URL, error) {
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
	path = withItemType(path)
	u.RawQuery, u.ForceQuery = "", false
	u.Path, u.RawPath = path, escape(path, func(rest string) bool { return inQuery(rest[0]) && rest[0] != '?' })
	if u.RawPath == (&url.URL{Path: path}).EscapedPath() {
		u.RawPath = ""
	}
	return u, nil
}

// withItemType returns the path with an item type at its beginning. The root is "/", without an item
// type.
func withItemType(path string) string {
	if path == "" || path == "/" || path == "/"+string(TypeMenu) {
		return "/"
	}
	if path[0] != '/' {
		path = "/" + path
	}
	if !IsItemType(path[1]) {
		return "/" + string(TypeMenu) + path
	}
	return path
}

// HasQuery reports whether a request for u carries input for the server: a query, or over
// Gopher the words of a search or the arguments of a program.
func HasQuery(u *url.URL) bool {
	if IsGopher(u) {
		return strings.ContainsAny(u.Path, "\t?")
	}
	return u.RawQuery != "" || u.ForceQuery
}

// GuessMenuURL returns the probable URL if the user left out the item type. For example,
// gopher://example.org/phlog strictly is a picture with the selector "hlog"; probably the menu
// gopher://example.org/1/phlog is meant. GuessMenuURL returns "" for a URL that looks complete.
func GuessMenuURL(raw string) string {
	u, err := Parse(raw)
	if err != nil || !IsGopher(u) {
		return ""
	}
	itemType, selector := Selector(u)
	isWord := itemType >= 'A' && selector != "" && selector[0] >= 'a' && selector[0] <= 'z'
	if !isWord {
		return ""
	}
	whole := *u
	whole.Path, whole.RawPath = "/"+string(TypeMenu)+u.Path, ""
	return whole.String()
}
