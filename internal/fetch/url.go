package fetch

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

const (
	scheme      = "gemini"
	defaultPort = "1965"
	maxURL      = 1024 // bytes ("Requests")
)

// ParseURL reads a URL as a user or a page gives it and returns the canonical
// one to request: scheme gemini (put in front where there is none), host in
// lower case and punycode, the default port left out, path at least "/",
// without dot segments and fragment, at most 1024 bytes. White space around it
// is dropped. The canonical URL's text gives the same URL again.
//
// Errors are of kind BadURL.
func ParseURL(s string) (*url.URL, error) {
	s = strings.TrimSpace(s)
	if s == "" {
		return nil, badURL("URL is empty")
	}
	if strings.ContainsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }) {
		return nil, invalidURL(s, "it contains a space or control character")
	}
	text := s
	switch {
	case strings.HasPrefix(s, "//"):
		text = scheme + ":" + s
	case !hasScheme(s):
		text = scheme + "://" + s
	}
	u, err := url.Parse(text)
	if err != nil {
		return nil, invalidURL(s, urlReason(err))
	}
	return Canonical(u)
}

// hasScheme tells "mailto:x" and "gemini://x" from "example.org/x" and
// "localhost:1965/x".
func hasScheme(s string) bool {
	before, after, ok := strings.Cut(s, ":")
	if !ok || before == "" || strings.ContainsFunc(before, notInScheme) || digit(before[0]) {
		return false
	}
	port := after
	if i := strings.IndexAny(after, "/?#"); i >= 0 {
		port = after[:i]
	}
	return port == "" || strings.ContainsFunc(port, func(r rune) bool { return r < '0' || r > '9' })
}

func notInScheme(r rune) bool {
	letter := 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
	return !letter && (r < '0' || r > '9') && !strings.ContainsRune("+-.", r)
}

// Canonical returns a new URL that is u in the form of [ParseURL].
func Canonical(u *url.URL) (*url.URL, error) {
	if !strings.EqualFold(u.Scheme, scheme) {
		return nil, badURL(fmt.Sprintf("unsupported URL scheme \"%s\" (supported: %s)", printable(u.Scheme), scheme))
	}
	host, err := canonicalHost(u)
	switch {
	case err != nil:
		return nil, invalidURL(u.Redacted(), err.Error())
	case u.User != nil:
		return nil, invalidURL(u.Redacted(), "it contains user information")
	}
	bare := &url.URL{
		Scheme:     scheme,
		Host:       host,
		Path:       u.Path,
		RawPath:    u.RawPath,
		ForceQuery: u.ForceQuery,
		RawQuery:   escapeQuery(u.RawQuery),
	}
	if bare.Path == "" {
		bare.Path, bare.RawPath = "/", ""
	}
	bare.RawPath = dots.Replace(bare.EscapedPath())
	bare = bare.ResolveReference(bare) // takes the dot segments out
	if len(bare.String()) > maxURL {
		return nil, invalidURL(u.Redacted(), fmt.Sprintf("it is longer than %d bytes", maxURL))
	}
	return bare, nil
}

// dots writes escaped dots as they are: they stand for the same (RFC 3986,
// section 6.2.2.2), and a dot segment in disguise would pass by robots.txt.
var dots = strings.NewReplacer("%2e", ".", "%2E", ".")

// Authority returns u's host:port, with port 1965 when there is none and an
// IPv6 address in brackets.
func Authority(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = defaultPort
	}
	return net.JoinHostPort(u.Hostname(), port)
}

// canonicalHost returns host and port as url.URL's Host has them.
func canonicalHost(u *url.URL) (string, error) {
	name, err := hostname(u)
	if err != nil {
		return "", err
	}
	if strings.Contains(name, ":") {
		name = "[" + name + "]"
	}
	port := u.Port()
	if port == "" {
		return name, nil
	}
	n, err := strconv.ParseUint(port, 10, 16)
	if err != nil || n == 0 {
		return "", errors.New("its port is not from 1 to 65535")
	}
	if port = strconv.FormatUint(n, 10); port == defaultPort {
		return name, nil
	}
	return name + ":" + port, nil
}

func hostname(u *url.URL) (string, error) {
	host := u.Hostname()
	if host == "" {
		return "", errors.New("it has no host")
	}
	if strings.HasPrefix(u.Host, "[") {
		return ipv6(host)
	}
	host, ok := toASCII(host)
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	if !ok || !validName(host) {
		return "", errors.New("its host is no valid name")
	}
	return host, nil
}

// toASCII returns host in punycode where it needs that. ASCII is left alone:
// idna would refuse the underscore.
func toASCII(host string) (string, bool) {
	if !strings.ContainsFunc(host, func(r rune) bool { return r > unicode.MaxASCII }) {
		return host, true
	}
	// Punycode takes time quadratic in the length, and invalid UTF-8 for a
	// character.
	if len(host) > maxURL || !utf8.ValidString(host) {
		return "", false
	}
	ascii, err := idna.Lookup.ToASCII(host)
	return ascii, err == nil
}

func ipv6(host string) (string, error) {
	ip, err := netip.ParseAddr(host)
	if err != nil || !ip.Is6() || strings.ContainsFunc(ip.Zone(), notInName) {
		return "", errors.New("its host is no valid IPv6 address")
	}
	return ip.String(), nil
}

// validName allows what name servers allow (RFC 1035, section 2.3.4), and the
// underscore, which user names on shared capsules have.
func validName(host string) bool {
	if len(host) > 253 || strings.ContainsFunc(host, notInName) {
		return false
	}
	for label := range strings.SplitSeq(host, ".") {
		if label == "" || len(label) > 63 {
			return false
		}
	}
	return true
}

func notInName(r rune) bool {
	return r == '+' || r != '_' && notInScheme(r)
}

// withoutZone drops the zone of an IPv6 address, which means something on this
// machine only (RFC 6874, section 1).
func withoutZone(u *url.URL) *url.URL {
	name, zone, ok := strings.Cut(u.Host, "%")
	if !ok {
		return u
	}
	bare := *u
	bare.Host = name + zone[strings.IndexByte(zone, ']'):]
	return &bare
}

// escapeQuery percent-encodes the bytes that a query cannot hold (RFC 3986,
// section 3.4), a stray percent sign among them.
func escapeQuery(query string) string {
	const hexDigits = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(query) {
		c := query[i]
		if c == '%' && isEscape(query[i:]) || c != '%' && inQuery(c) {
			b.WriteByte(c)
			continue
		}
		b.Write([]byte{'%', hexDigits[c>>4], hexDigits[c&15]})
	}
	return b.String()
}

func inQuery(c byte) bool {
	r := rune(c)
	return !notInScheme(r) || strings.ContainsRune("_~!$&'()*,;=:@/?", r)
}

func isEscape(s string) bool {
	return len(s) >= 3 && isHex(s[1]) && isHex(s[2])
}

func isHex(b byte) bool {
	return digit(b) || 'a' <= b|0x20 && b|0x20 <= 'f'
}

func badURL(reason string) error {
	return &Error{Kind: BadURL, Reason: reason}
}

func invalidURL(s, reason string) error {
	return &Error{Op: "use URL", Target: printable(s), Kind: BadURL, Reason: reason}
}

// reasonOf returns why a URL is bad without repeating the URL.
func reasonOf(err error) string {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Reason
	}
	return err.Error()
}

// urlReason words an error of url.Parse, whose text repeats the URL.
func urlReason(err error) string {
	if e, ok := errors.AsType[*url.Error](err); ok {
		err = e.Err
	}
	if e, ok := errors.AsType[url.EscapeError](err); ok {
		return fmt.Sprintf("bad percent escape \"%s\"", printable(string(e)))
	}
	return printable(strings.TrimPrefix(err.Error(), "net/url: "))
}
