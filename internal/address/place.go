package address

import (
	"net/url"
	"slices"
	"strings"
)

// Where a page is: its folder, its author, the key that all its URLs share, and the scope of
// an identity. The URLs here are in the form of [Parse] or [Resolve].

// A place is a URL, taken apart.
type place struct {
	root  string // scheme and authority, such as gemini://example.org
	host  string // the authority
	kind  byte   // over Gopher the item type, else 0
	path  string // begins with a slash, or is empty; over Gopher the selector behind one slash
	query string
}

// placeOf returns the zero place for a URL without a host.
func placeOf(link string) (p place) {
	link, _, _ = strings.Cut(link, "#")
	link, query, _ := strings.Cut(link, "?")
	name, rest, _ := strings.Cut(link, ":")
	rest, hasHost := strings.CutPrefix(rest, "//")
	if !hasHost {
		return p
	}
	host, path, _ := strings.Cut(rest, "/")
	p = place{root: name + "://" + host, host: host, path: rest[len(host):], query: query}
	if scheme, _ := schemeNamed(name); scheme.isGopher {
		p.kind = Menu
		if path != "" {
			p.kind, p.path = path[0], "/"+strings.TrimLeft(path[1:], "/")
		}
	}
	return p
}

// user splits the path of a page in the folder of a user: /~name/ or /@name/, or /name/ below
// users, user, u or home. Other folders of users cannot be recognised.
func (p place) user() (name, rest string, is bool) {
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

// Folder returns the part of its capsule that a feed covers: its URL up to the last slash.
// The home of a user, and a menu that is not named like a file, are folders without a slash
// at their end. Over Gopher it has no item type, and no slash where the selector begins.
// It is "" for a URL without a path.
func Folder(feed string) string {
	p := placeOf(feed)
	at := strings.LastIndexByte(p.path, '/') + 1
	name := p.path[at:]
	_, rest, isHome := p.user()
	switch {
	case at == 0:
		return ""
	case isHome && rest == "", p.kind == Menu && name != "" && name != "gophermap" && !strings.Contains(name, "."):
		return p.root + p.path + "/"
	}
	return p.root + p.path[:at]
}

// Nearness returns how near a link is to the feed that has it: the length of the feed's
// [Folder] if the link is there; else 1 if both are by one author, and 0 if not.
func Nearness(feed, link string) int {
	p, folder := placeOf(link), Folder(feed)
	switch author := AuthorOf(link); {
	case folder != "" && strings.HasPrefix(p.root+p.path, folder):
		return len(folder)
	case author != "" && author == AuthorOf(feed):
		return 1
	}
	return 0
}

// IsSamePage reports whether two URLs of one authority differ at most in extra slashes and in
// the name of a folder's index page.
func IsSamePage(a, b string) bool {
	elements := func(link string) []string {
		return strings.FieldsFunc(KeyOf(link), func(r rune) bool { return r == '/' })
	}
	return placeOf(a).root == placeOf(b).root && slices.Equal(elements(a), elements(b))
}

// IndexTwin returns the folder of an index page, and the index page of a folder: most
// capsules answer the same for both. It is "" for any other URL.
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

// KeyOf returns the key that all URLs of one page share, so that conversations recognise
// it: host, port and path, without the scheme. These are the same page:
// gemini://h/~ann/a/ and gopher://h/1/users/ann/a/index.gmi. It returns "" for a URL
// without a host. No key ends in a slash.
func KeyOf(link string) string {
	p := placeOf(link)
	host := keyHost(p.host)
	if host == "" {
		return ""
	}
	at := strings.LastIndexByte(p.path, '/') + 1
	if slices.Contains([]string{"index.gmi", "index.gemini", "index.html", "index.htm", "index.md", "index.txt", "gophermap"}, p.path[at:]) {
		p.path = p.path[:at] // the folder's own page
	}
	if name, rest, is := p.user(); is {
		p.path = "/~" + name + rest
	}
	key := strings.TrimRight(host+p.path, "/")
	if p.query != "" {
		key += "?" + p.query
	}
	return key
}

// AuthorOf returns the key of the home of a page's author, which is equal for two pages if
// one author wrote them, as far as URLs tell. A page is named by its URL or its key. It
// returns "" for a URL without a host.
func AuthorOf(page string) string {
	if hasScheme(page) {
		page = KeyOf(page)
	}
	key, _, _ := strings.Cut(page, "?")
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

// A Scope is the part of a capsule that an identity is for: a path and all
// below it ("Client certificates" of the protocol).
type Scope struct {
	// Authority is host:port as of [Authority].
	Authority string
	// Path is escaped as in the canonical URL. "/log" contains /log and /log/x,
	// but not /logs; "/log/" does not contain /log either.
	Path string
}

// ScopeOf returns the scope of a canonical URL, whose query does not matter.
func ScopeOf(u *url.URL) Scope {
	return Scope{Authority: Authority(u), Path: u.EscapedPath()}
}

// Contains reports whether a canonical URL is in the scope. A path that a server might
// resolve to a folder above is not.
func (s Scope) Contains(u *url.URL) bool {
	climbs := func(element string) bool { return strings.HasPrefix(element, "..") }
	if Authority(u) != s.Authority || strings.ContainsAny(u.Path, `\%`) || slices.ContainsFunc(strings.Split(u.Path, "/"), climbs) {
		return false
	}
	path := u.EscapedPath()
	return path == s.Path || strings.HasPrefix(path, strings.TrimSuffix(s.Path, "/")+"/")
}

// URL returns the canonical URL of the path.
func (s Scope) URL() string {
	return usual.Name + "://" + strings.TrimSuffix(s.Authority, ":"+usual.Port) + s.Path
}
