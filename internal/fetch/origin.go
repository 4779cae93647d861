package fetch

import (
	"cmp"
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
	// User is the folder of the first user whose page led on, "" for none: others
	// of the same capsule are strangers.
	User string
	// Away is set once another author than at first was asked.
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
	return LedBy(ctx, Origin{Home: address.Authority(u), Away: o.Away || o.leaves(u), Public: o.Public})
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
	authority := address.Authority(u)
	if o.Home == "" {
		o.Home = authority
	}
	o.Away = o.Away || o.leaves(u)
	o.User = cmp.Or(o.User, address.UserFolder(u))
	o.Public = o.Public || !local
	return o
}

// leaves reports whether u is another author's than who led there.
func (o Origin) leaves(u *url.URL) bool {
	return o.Home != "" && o.Home != address.Authority(u) || o.User != "" && o.User != address.UserFolder(u)
}

// atHome reports whether nobody but the author of u led there since the user asked
// for it. Only then the capsule learns who the user is: another author's redirect
// may lead to where a request from that user does something.
func (o Origin) atHome(u *url.URL) bool { return !o.Away && !o.leaves(u) }

// Refusal says why u is not requested, "" if it may be. A query can do
// something wherever it is sent, and so can a selector at a port of another service.
func (o Origin) Refusal(u *url.URL) string {
	switch {
	case o.Home == "" || o.Home == address.Authority(u):
		return ""
	case address.HasQuery(u):
		return "it has a query for another capsule"
	case address.IsGopher(u) && u.Port() != "" && !o.hasPort(u.Port()):
		return "nobody asked for its port, which is neither 70 nor the feed's own"
	}
	return ""
}

// hasPort reports whether who led there is at that port of Gopher.
func (o Origin) hasPort(port string) bool {
	return strings.HasPrefix(o.Home, "gopher") && strings.HasSuffix(o.Home, ":"+port)
}
