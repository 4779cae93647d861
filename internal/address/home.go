package address

import (
	"net/url"
	"slices"
	"strings"
)

// Home returns the URL of a page's author: the capsule, or a user's folder there,
// /~name/ or /@name/, or /name/ below users, user, u or home. Other folders of users
// cannot be recognised. Over Gopher it is that folder of selectors as a menu, whatever
// the item type of u.
func Home(u *url.URL) string {
	home := homeOf(u)
	if !IsGopher(u) {
		return u.ResolveReference(&url.URL{Path: home}).String()
	}
	menu := url.URL{Scheme: u.Scheme, Host: u.Host, Path: "/" + string(Menu) + home}
	return menu.String()
}

// homeOf returns the folder of the home, which is / for the whole capsule.
func homeOf(u *url.URL) string {
	path := u.Path
	if IsGopher(u) {
		_, path = Selector(u)
	}
	_, rest, is := userFolder(path)
	if !is {
		return "/"
	}
	return "/" + strings.Trim(strings.TrimSuffix(path, rest), "/") + "/"
}

// isUsers reports whether a first path element is that of the folders of users.
func isUsers(element string) bool {
	return slices.Contains([]string{"users", "user", "u", "home"}, element)
}

// isName reports whether a path element is the name of a user rather than of a file,
// such as index.gmi.
func isName(element string, isFolder bool) bool {
	return element != "" && (isFolder || !strings.Contains(element, "."))
}

// Folder returns the part of its capsule that a feed at a canonical URL covers: the URL
// up to its last slash. The home of a user, and a menu that is not named like a file, are
// folders without a slash at their end. It is "" for a URL without a path.
// Over Gopher it has no item type, and no slash where the selector begins.
func Folder(feed string) string {
	feed, _, _ = strings.Cut(feed, "?")
	page := place(feed)
	at := strings.LastIndexByte(page, '/') + 1
	if at == 0 || strings.HasSuffix(page[:at], "://") {
		return ""
	}
	name := page[at:]
	isMenu := page != feed && name != "" && name != "gophermap" && !strings.Contains(name, ".") && kindIn(feed) == Menu
	_, path, _ := strings.Cut(page, "://")
	_, rest, isHome := userFolder(path[strings.IndexByte(path, '/'):])
	if isHome && rest == "" || isMenu {
		return page + "/"
	}
	return page[:at]
}

// DepthIn returns the length of a folder of [Folder] if a canonical URL is in it, else 0.
func DepthIn(folder, link string) int {
	if folder == "" || !strings.HasPrefix(place(link), folder) {
		return 0
	}
	return len(folder)
}

// place is a URL in the form of folders.
func place(raw string) string {
	at := selectorAt(raw)
	if at < 0 {
		return raw
	}
	return raw[:at] + strings.TrimLeft(raw[min(at+1, len(raw)):], "/")
}

// kindIn is the item type in a Gopher URL, 0 for none.
func kindIn(raw string) byte {
	if at := selectorAt(raw); at >= 0 && at < len(raw) {
		return raw[at]
	}
	return 0
}

// selectorAt is where the item type stands in a Gopher URL; negative for another URL.
func selectorAt(raw string) int {
	if !isGopherURL(raw) {
		return -1
	}
	begin := strings.Index(raw, "://") + len("://")
	slash := strings.IndexByte(raw[begin:], '/')
	if slash < 0 {
		return -1
	}
	return begin + slash + 1
}
