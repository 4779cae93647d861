package address

import (
	"net"
	"net/url"
	"strings"
)

// A Scheme describes the URLs of one protocol.
type Scheme struct {
	Name string
	Port string // the default port
	// Robots are the paths where robots.txt may be, the likeliest first; at least one.
	Robots []string

	isGopher bool // paths are an item type and a selector
	plain    bool // without TLS
}

// usual is the scheme of a URL without one.
var usual = Scheme{Name: "gemini", Port: "1965", Robots: []string{"/robots.txt"}}

// gopherRobots are the selectors robots.txt, 0/robots.txt and /robots.txt, as texts.
var gopherRobots = []string{"/0robots.txt", "/00/robots.txt", "/0/robots.txt"}

// schemes is the table of supported schemes.
var schemes = []Scheme{
	usual,
	{Name: "gopher", Port: "70", Robots: gopherRobots, isGopher: true, plain: true},
	{Name: "gophers", Port: "70", Robots: gopherRobots, isGopher: true},
}

// SchemeOf returns the scheme of u, and whether it is in the table.
func SchemeOf(u *url.URL) (Scheme, bool) { return schemeNamed(u.Scheme) }

// IsSupported reports whether the table has a scheme of that name, in any case.
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

// Supported lists the names of the schemes in the table.
func Supported() []string {
	names := make([]string, len(schemes))
	for i, s := range schemes {
		names[i] = s.Name
	}
	return names
}

// Authority names the server of u: its host:port as of [HostPort], after the scheme
// where that is not gemini, since the servers of different protocols are different ones.
func Authority(u *url.URL) string {
	if u.Scheme == usual.Name {
		return HostPort(u)
	}
	return u.Scheme + "://" + HostPort(u)
}

// HostPort returns u's host:port, with the scheme's default port if it has none, and an
// IPv6 address in brackets.
func HostPort(u *url.URL) string {
	if u.Port() != "" {
		return u.Host
	}
	scheme, _ := SchemeOf(u)
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
func HostPortOf(authority string) string {
	if _, rest, ok := strings.Cut(authority, "://"); ok {
		return rest
	}
	return authority
}

// IsPlain reports whether requests for u go without TLS.
func IsPlain(u *url.URL) bool {
	scheme, _ := SchemeOf(u)
	return scheme.plain
}

// Robots returns the URL of the robots.txt for u: the first of [AllRobots].
func Robots(u *url.URL) *url.URL { return AllRobots(u)[0] }

// AllRobots returns the URLs where the robots.txt for u may be, in the order to ask for
// them: the next if one is missing.
func AllRobots(u *url.URL) []*url.URL {
	scheme, _ := SchemeOf(u)
	urls := make([]*url.URL, len(scheme.Robots))
	for i, path := range scheme.Robots {
		urls[i] = &url.URL{Scheme: u.Scheme, Host: u.Host, Path: path}
	}
	return urls
}

// RobotsTarget returns the part of u that rules of robots.txt match: path and query,
// escaped; the query counts even if it is empty: "/cgi?". Over Gopher it is the selector
// as it is sent.
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

// MayLink reports whether what gemsub publishes may link to a URL: it has one of the
// schemes whose programs show a document, and run nothing.
func MayLink(link string) bool {
	u, err := url.Parse(link)
	if err != nil {
		return false
	}
	switch strings.ToLower(u.Scheme) {
	case "gemini", "gopher", "gophers", "http", "https", "mailto", "finger", "spartan", "titan", "nex":
		return true
	}
	return false
}

// Short returns a URL without the scheme that most URLs have, for people.
func Short(link string) string { return strings.TrimPrefix(link, usual.Name+"://") }
