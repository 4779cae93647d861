package address

import "strings"

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
