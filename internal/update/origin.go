package update

import (
	"net/url"
	"strings"

	"gemsub/internal/address"
)

// An Origin says who led to a URL. The zero value is the user, who named it; one
// with a Home is a capsule, by a redirect or a link.
type Origin struct {
	// Home is the authority that was asked first, on the user's word.
	Home string
	// Page is what the user named, such as a feed. What lies beside its folder may be another
	// author's. Nil is for the whole of Home.
	Page *url.URL
	// Away is set once something was asked that may be another author's, or that had a
	// query.
	Away bool
	// Public is set once a capsule at a public address was asked: nothing at a
	// private one may be asked then.
	Public bool
	// KnownPort is set where the user asked for something at the same host and port before:
	// over Gopher no other port than 70 is asked else.
	KnownPort bool
}

// byItself returns the origin of a request for the robots.txt at u, that anything which o
// leads to makes necessary. What it answers is kept for all who ask, so it does not depend on
// who led there: that is nobody but u's authority. Whoever did is shown no identity and no
// private address.
func (o Origin) byItself(u *url.URL) Origin {
	if o.Home == "" {
		return o
	}
	return Origin{Home: address.Authority(u), Away: !o.atHome(u), Public: o.Public}
}

// then returns the origin of what the answer for u leads to, which came from a
// private address or not.
func (o Origin) then(u *url.URL, local bool) Origin {
	o.Away, o.Public = !o.atHome(u), o.Public || !local
	if o.Home == "" {
		o.Home, o.Page = address.Authority(u), u
	}
	return o
}

// folderOf returns the URL of the folder that a page lies in; the home of a user is one
// without a slash at its end.
func folderOf(page *url.URL) string {
	if folder := address.Folder(page.String()); !address.IsGopher(page) && folder != "" {
		return folder
	}
	return page.ResolveReference(&url.URL{Path: "."}).String()
}

// atHome reports whether the user asked for u, or the page that led there is of its
// author and u has no query. Only then the capsule learns who the user is: a link or
// redirect of somebody else may lead to where a request from that user does something.
func (o Origin) atHome(u *url.URL) bool {
	if o.Home == "" {
		return true
	}
	if o.Away || o.Home != address.Authority(u) || address.HasQuery(u) {
		return false
	}
	return o.Page == nil || strings.HasPrefix(u.String(), folderOf(o.Page))
}

// barred says why no private address may be asked, "" if any may.
func (o Origin) barred() string {
	switch {
	case !o.Public:
		return ""
	case o.Home == "":
		return "the capsule was at a public one before"
	}
	return "a public capsule led there"
}

// Refusal says why u is not requested, "" if it may be. A query can do
// something wherever it is sent, and so can a selector at a port of another service.
func (o Origin) Refusal(u *url.URL) string {
	switch {
	case o.Home == "" || o.Home == address.Authority(u):
		return ""
	case address.HasQuery(u):
		return "it has a query for another capsule"
	case address.IsGopher(u) && u.Port() != "" && !o.KnownPort:
		return "its port is not 70, and nobody asked for it"
	}
	return ""
}
