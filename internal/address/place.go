package address

import (
	"net/url"
	"slices"
	"strings"
)

// This file decides where a page is: its folder, its author, the key that all its URLs share, and
// the scope of an identity. URLs have the form of [Parse] or [Resolve].

// parts are the parts of a URL.
type parts struct {
	root     string // scheme and authority, such as gemini://example.org
	host     string // the authority
	itemType byte   // over Gopher, else 0
	path     string // begins with a slash, or is empty; over Gopher a slash and the selector
	query    string
}

// splitURL takes a URL apart. It returns zero parts for a URL without a host.
func splitURL(link string) (p parts) {
	link, _, _ = strings.Cut(link, "#")
	link, query, _ := strings.Cut(link, "?")
	name, rest, _ := strings.Cut(link, ":")
	rest, hasHost := strings.CutPrefix(rest, "//")
	if !hasHost {
		return p
	}
	host, path, _ := strings.Cut(rest, "/")
	p = parts{root: name + "://" + host, host: host, path: rest[len(host):], query: query}
	if scheme, _ := schemeNamed(name); scheme.isGopher {
		p.itemType = TypeMenu
		if path != "" {
			p.itemType, p.path = path[0], "/"+strings.TrimLeft(path[1:], "/")
		}
	}
	return p
}

// cutUser splits the path of a page in a user's folder into the user's name and the rest. Such
// folders are /~name/, /@name/, and /name/ below users, user, u or home. Other folders of users
// cannot be recognised.
func (p parts) cutUser() (name, rest string, is bool) {
	first, rest := cutElement(p.path)
	if strings.HasPrefix(first, "~") || strings.HasPrefix(first, "@") {
		return first[1:], rest, len(first) > 1
	}
	name, below := cutElement(rest)
	isName := name != "" && (below != "" || !strings.Contains(name, ".")) // index.gmi is a file
	return name, below, isName && slices.Contains([]string{"users", "user", "u", "home"}, first)
}

// cutElement returns the first element of a path, and the rest, which begins with a slash.
func cutElement(path string) (first, rest string) {
	first, _, _ = strings.Cut(strings.TrimPrefix(path, "/"), "/")
	return first, strings.TrimPrefix(path, "/")[len(first):]
}

// HasClearPath reports whether all servers find a page in the same folder. If its path has an
// escaped slash, a backslash or a dot segment, raw or escaped, even twice, some servers decode and
// clean the path, and find the page in another folder. A page without a clear path is only in the
// folder of its whole authority. It has no author except itself.
func HasClearPath(link string) bool { return splitURL(link).isClear() }

func (p parts) isClear() bool {
	path := p.path
	for range 4 { // more often than any server decodes it
		decoded, err := url.PathUnescape(path)
		isDots := func(element string) bool {
			element, _, _ = strings.Cut(element, ";") // some servers drop parameters
			return element == "." || element == ".."
		}
		switch {
		case strings.Contains(path, `\`), slices.ContainsFunc(strings.Split(path, "/"), isDots):
			return false
		case err != nil, decoded == path:
			return true
		case strings.Count(decoded, "/") > strings.Count(path, "/"):
			return false
		}
		path = decoded
	}
	return false
}

// Folder returns the part of a capsule that a feed covers: the feed's URL up to the last slash. A
// user's home, and a menu whose name does not look like a file's, are folders even without a final
// slash. Over Gopher a folder has no item type, and its selector does not begin with a slash. Folder
// returns "" for a URL without a clear path.
func Folder(feed string) string {
	p := splitURL(feed)
	at := strings.LastIndexByte(p.path, '/') + 1
	name := p.path[at:]
	_, rest, isHome := p.cutUser()
	switch {
	case at == 0 || !p.isClear():
		return ""
	case isHome && rest == "", p.itemType == TypeMenu && name != "" && name != "gophermap" && !strings.Contains(name, "."):
		return p.root + p.path + "/"
	}
	return p.root + p.path[:at]
}

// IsInFolder reports whether a link is in the [Folder] of a feed.
func IsInFolder(feed, link string) bool {
	p, folder := splitURL(link), Folder(feed)
	isWhole := folder == p.root+"/"
	return folder != "" && (isWhole || p.isClear()) && strings.HasPrefix(p.root+p.path, folder)
}

// Nearness returns how near a link is to the feed that contains it: the length of the feed's
// [Folder] if the link is in it, else 1 if both have the same author, else 0.
func Nearness(feed, link string) int {
	if IsInFolder(feed, link) {
		return len(Folder(feed))
	}
	if author := AuthorOf(link); author != "" && author == AuthorOf(feed) {
		return 1
	}
	return 0
}

// IndexTwin returns the folder of an index page, or the index page of a folder. Most capsules give
// the same answer for both. For any other URL IndexTwin returns "".
func IndexTwin(link string) string {
	const name = "index.gmi"
	if folder, isIndex := strings.CutSuffix(link, "/"+name); isIndex {
		return folder + "/"
	}
	if strings.HasSuffix(link, "/") && strings.HasPrefix(link, "gemini:") {
		return link + name
	}
	return ""
}

// PageKey returns the key that all URLs of one page share: host, port and path, without the scheme.
// Conversations recognise pages by this key. For example, gemini://h/~ann/a/ and
// gopher://h/1/users/ann/a/index.gmi are the same page. No key ends in a slash. A URL without a host
// has the key "".
func PageKey(link string) string {
	p := splitURL(link)
	host := hostKey(p.host)
	if host == "" {
		return ""
	}
	at := strings.LastIndexByte(p.path, '/') + 1
	if slices.Contains([]string{"index.gmi", "index.gemini", "index.html", "index.htm", "index.md", "index.txt", "gophermap"}, p.path[at:]) {
		p.path = p.path[:at] // the folder's own page
	}
	if name, rest, is := p.cutUser(); is {
		p.path = "/~" + name + rest
	}
	key := strings.TrimRight(host+p.path, "/")
	if p.query != "" {
		key += "?" + p.query
	}
	return key
}

// FolderKey returns the key of a feed's [Folder]. The keys of all pages in the folder begin with
// this key and a slash. FolderKey returns "" for a feed without a folder.
func FolderKey(feed string) string { return PageKey(Folder(feed)) }

// AuthorOf returns the key of the home of a page's author. As far as URLs show, the key is equal for
// two pages if one author wrote both. page is a URL or a key. A URL without a host has the author "".
// A page without a clear path is its own author, see [HasClearPath].
func AuthorOf(page string) string {
	if hasScheme(page) {
		page = PageKey(page)
	}
	key, _, _ := strings.Cut(page, "?")
	host, path, _ := strings.Cut(key, "/")
	switch {
	case !parts{path: path}.isClear():
		return page
	case !strings.HasPrefix(path, "~"):
		return host
	}
	user, _, _ := strings.Cut(path, "/")
	return host + "/" + user
}

// hostKey returns the host of an authority in lower case, with its port, unless the port is the
// default of some protocol.
func hostKey(authority string) string {
	host := authority[strings.LastIndexByte(authority, '@')+1:]
	for _, port := range []string{"", "1965", "70", "300", "80", "443"} {
		if name, is := strings.CutSuffix(host, ":"+port); is {
			host = name
			break
		}
	}
	return strings.ToLower(host)
}

// A Scope is the part of a capsule where an identity is shown: a path and everything below
// it ("Client certificates" of the protocol).
type Scope struct {
	// Authority has the form of [Authority].
	Authority string
	// Path is escaped as in the canonical URL. "/log" contains /log and /log/x,
	// but not /logs; "/log/" does not contain /log either.
	Path string
}

// ScopeOf returns the scope of a canonical URL. The URL's query does not matter.
func ScopeOf(u *url.URL) Scope {
	return Scope{Authority: Authority(u), Path: u.EscapedPath()}
}

// Contains reports whether a canonical URL is in the scope. A URL without a clear path, see
// [HasClearPath], is only in the scope of the whole authority, or in its own.
func (s Scope) Contains(u *url.URL) bool {
	path := u.EscapedPath()
	isBelow := strings.HasPrefix(path, strings.TrimSuffix(s.Path, "/")+"/")
	return Authority(u) == s.Authority && (path == s.Path || isBelow && (s.Path == "/" || parts{path: path}.isClear()))
}

// URL returns the canonical URL of the path.
func (s Scope) URL() string {
	return defaultScheme.Name + "://" + strings.TrimSuffix(s.Authority, ":"+defaultScheme.Port) + s.Path
}
