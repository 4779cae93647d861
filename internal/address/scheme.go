package address

import (
	"net"
	"net/url"
	"slices"
	"strings"
)

// A Scheme describes the URLs of one protocol.
type Scheme struct {
	Name string
	Port string // the default port
	// Robots are the paths where robots.txt may be, the likeliest first. There is at least one.
	Robots []string

	isGopher bool // paths are an item type and a selector
	plain    bool // without TLS
}

// defaultScheme is the scheme of a URL without a scheme.
var defaultScheme = Scheme{Name: "gemini", Port: "1965", Robots: []string{"/robots.txt"}}

// gopherRobots are the paths of texts with the selectors robots.txt, 0/robots.txt and
// /robots.txt.
var gopherRobots = []string{"/0robots.txt", "/00/robots.txt", "/0/robots.txt"}

// supported lists the schemes of the table for messages.
const supported = "gemini, gopher, gophers"

// schemes is the table of supported schemes.
var schemes = []Scheme{
	defaultScheme,
	{Name: "gopher", Port: "70", Robots: gopherRobots, isGopher: true, plain: true},
	{Name: "gophers", Port: "70", Robots: gopherRobots, isGopher: true},
}

// IsSupported reports whether gemsub supports the scheme of that name, in upper or lower
// case.
func IsSupported(name string) bool {
	_, ok := schemeNamed(name)
	return ok
}

func schemeNamed(name string) (Scheme, bool) {
	for i := range schemes {
		if strings.EqualFold(schemes[i].Name, name) {
			return schemes[i], true
		}
	}
	return Scheme{}, false
}

// Authority returns the server of u: its [HostPort], after the scheme unless the scheme is gemini.
// Servers of different protocols are different servers.
func Authority(u *url.URL) string {
	if u.Scheme == defaultScheme.Name {
		return HostPort(u)
	}
	return u.Scheme + "://" + HostPort(u)
}

// HostPort returns u's host:port, with the scheme's default port if u has none, and an IPv6 address
// in brackets.
func HostPort(u *url.URL) string {
	if u.Port() != "" {
		return u.Host
	}
	scheme, _ := schemeNamed(u.Scheme)
	return net.JoinHostPort(u.Hostname(), scheme.Port)
}

// AuthorityOf returns the authority of a URL, "" if [Parse] refuses it.
func AuthorityOf(raw string) string {
	u, err := Parse(raw)
	if err != nil {
		return ""
	}
	return Authority(u)
}

// HostPortOf returns the host:port of an authority.
func HostPortOf(authority string) string { return authority[strings.LastIndexByte(authority, '/')+1:] }

// IsPlain reports whether requests for u are sent without TLS.
func IsPlain(u *url.URL) bool {
	scheme, _ := schemeNamed(u.Scheme)
	return scheme.plain
}

// RobotsURL returns the first of [RobotsURLs].
func RobotsURL(u *url.URL) *url.URL { return RobotsURLs(u)[0] }

// RobotsURLs returns the URLs where the robots.txt for u may be. Request each only if the ones
// before do not exist.
func RobotsURLs(u *url.URL) []*url.URL {
	scheme, _ := schemeNamed(u.Scheme)
	urls := make([]*url.URL, len(scheme.Robots))
	for i, path := range scheme.Robots {
		urls[i] = &url.URL{Scheme: u.Scheme, Host: u.Host, Path: path}
	}
	return urls
}

// RobotsTarget returns the part of u that rules of robots.txt match: escaped path and query,
// with the "?" even if the query is empty. Over Gopher it is the selector as it is sent.
func RobotsTarget(u *url.URL) string {
	if IsGopher(u) {
		_, selector := Selector(u)
		return selector
	}
	if u.RawQuery == "" && !u.ForceQuery {
		return u.EscapedPath()
	}
	return u.EscapedPath() + "?" + u.RawQuery
}

// MayLink reports whether gemsub may publish a link to a URL: programs for the URL's scheme must
// only show documents and run nothing.
func MayLink(link string) bool {
	u, err := url.Parse(link)
	safe := []string{"gemini", "gopher", "gophers", "http", "https", "mailto", "finger", "spartan", "titan", "nex"}
	return err == nil && slices.Contains(safe, u.Scheme)
}

// ShortURL returns a URL for people to read, without "gemini://".
func ShortURL(link string) string { return strings.TrimPrefix(link, defaultScheme.Name+"://") }
