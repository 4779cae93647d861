package address

import (
	"net/url"
	"strings"
)

// Home is where the author of a page is at home: the capsule, or a user's folder
// there, /~name/ or /users/name/.
func Home(u *url.URL) string {
	home := "/"
	first, rest, _ := strings.Cut(strings.TrimPrefix(u.Path, "/"), "/")
	second, _, _ := strings.Cut(rest, "/")
	switch {
	case strings.HasPrefix(first, "~"):
		home = "/" + first + "/"
	case first == "users" && second != "":
		home = "/users/" + second + "/"
	}
	return u.ResolveReference(&url.URL{Path: home}).String()
}

// UserFolder is the home of the author of a page where that is a user's folder,
// "" where it is the whole capsule.
func UserFolder(u *url.URL) string {
	if home := Home(u); home != u.ResolveReference(&url.URL{Path: "/"}).String() {
		return home
	}
	return ""
}
