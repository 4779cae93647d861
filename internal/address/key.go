package address

import (
	"net/url"
	"slices"
	"strings"
)

// Key returns what all URLs of one page have in common, so that conversations know it
// under each: host, port and path, without the scheme. These are the same page:
// gemini://h/~ann/a/ and gopher://h/1/users/ann/a/index.gmi; see [Home] for the folders
// of users. It returns "" for a URL without a host. The URL is one of [Parse] or
// [Resolve]; no key ends in a slash.
func Key(u *url.URL) string {
	if u.Hostname() == "" {
		return ""
	}
	path := u.EscapedPath()
	if IsGopher(u) {
		path = gopherPath(path)
	}
	path = withoutIndex(path)
	if name, rest, is := userFolder(path); is {
		path = "/~" + name + rest
	}
	key := keyHost(u) + strings.TrimRight(path, "/")
	if u.RawQuery != "" {
		key += "?" + u.RawQuery
	}
	return unescapeUnreserved(key)
}

// AuthorKey returns the key of the home of a page's author, which two pages share if
// one author wrote them, as far as URLs tell; "" for a URL without a host.
func AuthorKey(u *url.URL) string { return AuthorOf(Key(u)) }

// AuthorOf is [AuthorKey] of the page with a key.
func AuthorOf(key string) string {
	key, _, _ = strings.Cut(key, "?")
	host, path, _ := strings.Cut(key, "/")
	if !strings.HasPrefix(path, "~") {
		return host
	}
	user, _, _ := strings.Cut(path, "/")
	return host + "/" + user
}

// KeyOf is [Key] of the text of a URL, "" if it is none.
func KeyOf(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return ""
	}
	return Key(u)
}

// keyHost is the host of u, with its port unless that is a default one.
func keyHost(u *url.URL) string {
	host := strings.ToLower(u.Hostname())
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	if port := u.Port(); port != "" && !slices.Contains([]string{"1965", "70", "300", "80", "443"}, port) {
		host += ":" + port
	}
	return host
}

// gopherPath is the selector in the path of a Gopher URL (RFC 4266): what follows the
// type of the item.
func gopherPath(path string) string {
	if len(path) < 2 {
		return ""
	}
	return "/" + strings.TrimLeft(path[2:], "/")
}

// withoutIndex is a path without the name of a folder's own page.
func withoutIndex(path string) string {
	at := strings.LastIndexByte(path, '/') + 1
	if slices.Contains([]string{"index.gmi", "index.gemini", "index.html", "index.htm", "index.md", "index.txt", "gophermap"}, path[at:]) {
		return path[:at]
	}
	return path
}

// userFolder splits a path that lies in the folder of a user, see [Home].
func userFolder(path string) (name, rest string, is bool) {
	first, rest, isFolder := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	first = unescapeUnreserved(first)
	if isFolder {
		rest = "/" + rest
	}
	if name, is := strings.CutPrefix(first, "~"); is {
		return name, rest, name != ""
	}
	if name, is := strings.CutPrefix(first, "@"); is {
		return name, rest, name != ""
	}
	second, below, isFolder := strings.Cut(strings.TrimPrefix(rest, "/"), "/")
	if !isUsers(first) || !isName(second, isFolder) {
		return "", "", false
	}
	if isFolder {
		below = "/" + below
	}
	return second, below, true
}
