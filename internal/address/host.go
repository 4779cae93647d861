package address

import (
	"errors"
	"net/netip"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

// canonicalHost returns the canonical host and port in the form of url.URL's Host.
func canonicalHost(u *url.URL, scheme Scheme) (string, error) {
	name, err := canonicalName(u)
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
	if port = strconv.FormatUint(n, 10); port == scheme.Port {
		return name, nil
	}
	return name + ":" + port, nil
}

// canonicalName returns the host name of u in canonical form, or its IPv6 address without
// brackets.
func canonicalName(u *url.URL) (string, error) {
	host := u.Hostname()
	switch {
	case host == "":
		return "", errors.New("it has no host")
	case strings.HasPrefix(u.Host, "["):
		return canonicalIPv6(host)
	}
	host, ok := toASCII(host)
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	if !ok || !isValidName(host) {
		return "", errors.New("its host is not a valid name")
	}
	return host, nil
}

// toASCII returns host in punycode. It returns an ASCII host unchanged, since idna would refuse an
// underscore.
func toASCII(host string) (string, bool) {
	if !strings.ContainsFunc(host, func(r rune) bool { return r > unicode.MaxASCII }) {
		return host, true
	}
	// idna takes time quadratic in the length, and does not notice invalid UTF-8.
	if len(host) > maxURL || !utf8.ValidString(host) {
		return "", false
	}
	ascii, err := idna.Lookup.ToASCII(host)
	return ascii, err == nil
}

func canonicalIPv6(host string) (string, error) {
	ip, err := netip.ParseAddr(host)
	if err != nil || !ip.Is6() || strings.ContainsFunc(ip.Zone(), notInName) {
		return "", errors.New("its host is not a valid IPv6 address")
	}
	return ip.String(), nil
}

// isValidName reports whether name servers would accept a name (RFC 1035, section 2.3.4). An
// underscore is valid too: user names that are part of a shared capsule's host contain it.
func isValidName(host string) bool {
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

// Readable replaces punycode in the host names of a text by Unicode, unless a name is invalid for
// display (UTS 46).
func Readable(s string) string {
	if !strings.Contains(s, "xn--") {
		return s
	}
	punycode := regexp.MustCompile(`[a-z0-9.-]*\bxn--[a-z0-9.-]+[a-z0-9]`)
	return punycode.ReplaceAllStringFunc(s, func(name string) string {
		text, err := idna.Display.ToUnicode(name)
		if err != nil {
			return name
		}
		return text
	})
}
