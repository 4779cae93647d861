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
