package update

import (
	"net/url"

	"gemsub/internal/address"
)

// An Origin says who led to a URL. The zero value is the user, who named it. An Origin with a
// Home is a capsule that led there by a redirect or a link.
type Origin struct {
	// Home is the authority that was asked first, because the user named a URL there.
	Home string
	// Page is the URL that the user named, such as a feed. Pages outside its folder may be by
	// another author. Nil means all of Home.
	Page *url.URL
	// LeftHome is set once a page was requested that may be by another author, or with a query.
	LeftHome bool
	// Public is set once a capsule at a public address was asked. From then on no private
	// address may be asked.
	Public bool
	// KnownPort is set if the user named the same host and port before. Otherwise only port 70
	// is asked over Gopher.
	KnownPort bool
}

// originOfRobots returns the origin of the request for the robots.txt at u. The answer is
// kept for all later requests, so it must not depend on the page that led to u: the home is
// u's own authority. But the request shows no identity, and reaches no private address, that o
// does not allow.
func (o Origin) originOfRobots(u *url.URL) Origin {
	if o.Home == "" {
		return o
	}
	return Origin{Home: address.Authority(u), LeftHome: !o.isAtHome(u), Public: o.Public}
}

// nextOrigin returns the origin of the URLs that the answer for u leads to; local says that the
// answer came from a private address.
func (o Origin) nextOrigin(u *url.URL, local bool) Origin {
	o.LeftHome, o.Public = !o.isAtHome(u), o.Public || !local
	if o.Home == "" {
		o.Home, o.Page = address.Authority(u), u
	}
	return o
}

// isAtHome reports whether an identity may be shown to u: the user named u, or a page of the
// same author led there and u has no query. Otherwise somebody else's link or redirect could
// trigger an action in the user's name.
func (o Origin) isAtHome(u *url.URL) bool {
	if o.Home == "" {
		return true
	}
	if o.LeftHome || o.Home != address.Authority(u) || address.HasQuery(u) {
		return false
	}
	return o.Page == nil || address.IsInFolder(o.Page.String(), u.String())
}

// privateRefusal returns the reason why no private address may be asked, "" if it may.
func (o Origin) privateRefusal() string {
	switch {
	case !o.Public:
		return ""
	case o.Home == "":
		return "the feed counts as public"
	}
	return "a public capsule led there"
}

// Refusal returns the reason why u may not be requested, "" if it may. A query can trigger an
// action wherever it is sent, and so can a selector at the port of another service.
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
