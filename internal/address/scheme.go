package address

import (
	"net"
	"net/url"
	"strings"
)

// A Scheme is what URLs of one protocol have in common.
type Scheme struct {
	Name string
	Port string // where none is given
	// Robots is the path of robots.txt.
	Robots string
}

// usual is the scheme of a URL that names none.
var usual = Scheme{Name: "gemini", Port: "1965", Robots: "/robots.txt"}

// schemes is the table of what gemsub asks for.
var schemes = []Scheme{usual}

// SchemeOf returns the scheme of u, and whether it is in the table.
func SchemeOf(u *url.URL) (Scheme, bool) { return schemeNamed(u.Scheme) }

// IsSupported reports whether the table has a scheme of that name, in any case.
func IsSupported(name string) bool {
	_, ok := schemeNamed(name)
	return ok
}

func schemeNamed(name string) (Scheme, bool) {
	for _, s := range schemes {
		if strings.EqualFold(s.Name, name) {
			return s, true
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

// Authority returns u's host:port, with the scheme's port when there is none
// and an IPv6 address in brackets.
func Authority(u *url.URL) string {
	port := u.Port()
	if port == "" {
		scheme, _ := SchemeOf(u)
		port = scheme.Port
	}
	return net.JoinHostPort(u.Hostname(), port)
}

// AuthorityOf returns the authority of a URL's text, "" if [Parse] refuses it.
func AuthorityOf(raw string) string {
	u, err := Parse(raw)
	if err != nil {
		return ""
	}
	return Authority(u)
}

// Robots returns the URL of the robots.txt that speaks of u.
func Robots(u *url.URL) *url.URL {
	scheme, _ := SchemeOf(u)
	return &url.URL{Scheme: u.Scheme, Host: u.Host, Path: scheme.Robots}
}

// RobotsTarget returns the part of u that rules of robots.txt are compared
// with: path and query, escaped. The query counts even when it is empty: "/cgi?".
func RobotsTarget(u *url.URL) string {
	if u.RawQuery == "" && !u.ForceQuery {
		return u.EscapedPath()
	}
	return u.EscapedPath() + "?" + u.RawQuery
}

// Short leaves out the scheme that most URLs have, for people to read.
func Short(link string) string { return strings.TrimPrefix(link, usual.Name+"://") }
