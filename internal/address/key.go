package address

import (
	"slices"
	"strings"
)

// KeyOf returns the key that all URLs of one page share, so that conversations recognise
// it: host, port and path, without the scheme. These are the same page:
// gemini://h/~ann/a/ and gopher://h/1/users/ann/a/index.gmi; see [Home] for the folders
// of users. It returns "" for a URL without a host. The link is the text of a URL of
// [Parse] or [Resolve]; no key ends in a slash.
func KeyOf(link string) string {
	name, rest, _ := strings.Cut(link, ":")
	rest, hasHost := strings.CutPrefix(rest, "//")
	if !hasHost {
		return ""
	}
	rest, _, _ = strings.Cut(rest, "#")
	rest, query, _ := strings.Cut(rest, "?")
	host, path, _ := strings.Cut(rest, "/")
	if host = keyHost(host); host == "" {
		return ""
	}
	if scheme, _ := schemeNamed(name); scheme.isGopher && path != "" {
		path = strings.TrimLeft(path[1:], "/") // the selector
	}
	path = withoutIndex(path)
	if name, rest, is := userFolder("/" + path); is {
		path = "~" + name + rest
	}
	key := strings.TrimRight(host+"/"+path, "/")
	if query != "" {
		key += "?" + query
	}
	return key
}

// AuthorKey is [AuthorOf] for the page at a link.
func AuthorKey(link string) string { return AuthorOf(KeyOf(link)) }

// AuthorOf returns the key of the home of a page's author, which the keys of two pages
// share if one author wrote them, as far as URLs tell; "" for no key.
func AuthorOf(key string) string {
	key, _, _ = strings.Cut(key, "?")
	host, path, _ := strings.Cut(key, "/")
	if !strings.HasPrefix(path, "~") {
		return host
	}
	user, _, _ := strings.Cut(path, "/")
	return host + "/" + user
}

// keyHost is the host of an authority in lower case, with its port unless that is a
// default one.
func keyHost(authority string) string {
	host := authority[strings.LastIndexByte(authority, '@')+1:]
	for _, port := range []string{"", "1965", "70", "300", "80", "443"} {
		if name, is := strings.CutSuffix(host, ":"+port); is {
			host = name
			break
		}
	}
	return strings.ToLower(host)
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
