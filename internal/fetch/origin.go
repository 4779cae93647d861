package fetch

import (
	"context"
	"net/url"
	"strings"

	"gemsub/internal/address"
)

// An Origin says who led to a URL. The zero value is the user, who named it; one
// with a Home is a capsule, by a redirect or a link. It travels with the context,
// so that it also holds for what is asked on the way; for robots.txt see [ByItself].
type Origin struct {
	// Home is the authority that was asked first, on the user's word.
	Home string
	// Folder is the URL of the folder of the page that leads on: what lies beside it may be
	// another author's. "" is for the whole of Home.
	Folder string
	// Away is set once something was asked that may be another author's, or that had a
	// query.
	Away bool
	// Public is set once a capsule at a public address was asked: nothing at a
	// private one may be asked then.
	Public bool
}

type originKey struct{}

// LedBy returns a context in which o leads to the URLs that are requested.
func LedBy(ctx context.Context, o Origin) context.Context {
	if originOf(ctx) == o {
		return ctx
	}
	return context.WithValue(ctx, originKey{}, o)
}

// ByItself returns a context in which nobody but u's authority leads to u: what it
// answers is kept for all who ask, so it does not depend on who led there. Whoever
// did is shown no identity and no private address.
func ByItself(ctx context.Context, u *url.URL) context.Context {
	o := originOf(ctx)
	if o.Home == "" {
		return ctx
	}
	return LedBy(ctx, Origin{Home: address.Authority(u), Away: !o.atHome(u), Public: o.Public})
}

// Led reports whether a capsule leads to the URLs that are requested with ctx.
func Led(ctx context.Context) bool { return originOf(ctx).Home != "" }

func originOf(ctx context.Context) Origin {
	o, _ := ctx.Value(originKey{}).(Origin)
	return o
}

// then returns the origin of what the answer for u leads to, which came from a
// private address or not.
func (o Origin) then(u *url.URL, local bool) Origin {
	o.Away, o.Public = !o.atHome(u), o.Public || !local
	if o.Home == "" {
		o.Home = address.Authority(u)
	}
	o.Folder = FolderOf(u)
	return o
}

// FolderOf returns the URL of the folder that a page lies in.
func FolderOf(page *url.URL) string { return page.ResolveReference(&url.URL{Path: "."}).String() }

// atHome reports whether the user asked for u, or the page that led there is of its
// author and u has no query. Only then the capsule learns who the user is: a link or
// redirect of somebody else may lead to where a request from that user does something.
func (o Origin) atHome(u *url.URL) bool {
	if o.Home == "" {
		return true
	}
	return !o.Away && o.Home == address.Authority(u) && strings.HasPrefix(u.String(), o.Folder) && !address.HasQuery(u)
}

// Refusal says why u is not requested, "" if it may be. A query can do
// something wherever it is sent, and so can a selector at a port of another service.
func (o Origin) Refusal(u *url.URL) string {
	switch {
	case o.Home == "" || o.Home == address.Authority(u):
		return ""
	case address.HasQuery(u):
		return "it has a query for another capsule"
	case address.IsGopher(u) && u.Port() != "":
		return "nobody asked for its port, which is not 70"
	}
	return ""
}
