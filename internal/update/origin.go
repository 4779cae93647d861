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
	// KnownPort is set if the user asked for the same host and port before: otherwise
	// only port 70 is asked over Gopher.
	KnownPort bool
}

// byItself returns the origin of the request for the robots.txt at u. Its answer is kept
// for all later requests, so it must not depend on what led to u: its home is u's own
// authority, and it shows no identity and leads to no private address that o could not.
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

// atHome reports whether u may see who the user is: the user named it, or a page of the
// same author led there and u has no query. A link or redirect of somebody else could
// otherwise trigger an action in the user's name.
func (o Origin) atHome(u *url.URL) bool {
	if o.Home == "" {
		return true
	}
	if o.Away || o.Home != address.Authority(u) || address.HasQuery(u) {
		return false
	}
	if o.Page == nil {
		return true
	}
	folder := address.Folder(o.Page.String()) // the home of a user is one without a slash at its end
	if address.IsGopher(o.Page) || folder == "" {
		folder = o.Page.ResolveReference(&url.URL{Path: "."}).String()
	}
	return strings.HasPrefix(u.String(), folder)
}

// barred says why no private address may be asked, "" if any may.
func (o Origin) barred() string {
	switch {
	case !o.Public:
		return ""
	case o.Home == "":
		return "the feed counts as public"
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
