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
	// Robots is the path of robots.txt.
	Robots string
}

// usual is the scheme of a URL without one.
var usual = Scheme{Name: "gemini", Port: "1965", Robots: "/robots.txt"}

// schemes is the table of supported schemes.
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

// Authority returns u's host:port, with the scheme's default port if it has none, and
// an IPv6 address in brackets.
func Authority(u *url.URL) string {
	port := u.Port()
	if port == "" {
		scheme, _ := SchemeOf(u)
		port = scheme.Port
	}
	return net.JoinHostPort(u.Hostname(), port)
}

// AuthorityOf returns the authority of a URL, "" if [Parse] refuses it.
func AuthorityOf(raw string) string {
	u, err := Parse(raw)
	if err != nil {
		return ""
	}
	return Authority(u)
}

// ParseAuthority reads HOST or HOST:PORT as an authority.
func ParseAuthority(arg string) (string, error) {
	u, err := Parse(strings.TrimSuffix(arg, "/") + "/")
	if err != nil {
		return "", err
	}
	return Authority(u), nil
}

// Robots returns the URL of the robots.txt for u.
func Robots(u *url.URL) *url.URL {
	scheme, _ := SchemeOf(u)
	return &url.URL{Scheme: u.Scheme, Host: u.Host, Path: scheme.Robots}
}

// RobotsTarget returns the part of u that rules of robots.txt match: path and query,
// escaped. The query counts even if it is empty: "/cgi?".
func RobotsTarget(u *url.URL) string {
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
	case "gemini", "gopher", "spartan", "http", "https", "mailto":
		return true
	}
	return false
}

// Short returns a URL without the scheme that most URLs have, for people.
func Short(link string) string { return strings.TrimPrefix(link, usual.Name+"://") }
