package address

import (
	"net/url"
	"slices"
	"strings"
)

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
