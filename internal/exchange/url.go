package exchange

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/words"
)

// checkURL returns s if it is an absolute URL that can be subscribed to, with its
// scheme in lower case, else the reason why it is not.
func checkURL(s string) (checked, problem string) {
	s = strings.TrimSpace(s)
	if s == "" {
		return "", "URL is missing"
	}
	if len(s) > feed.MaxLink {
		return "", fmt.Sprintf("URL is longer than %d bytes", feed.MaxLink)
	}
	if !utf8.ValidString(s) || strings.ContainsFunc(s, unicode.IsControl) {
		return "", "URL holds control characters or is not UTF-8"
	}
	scheme, rest, found := cutScheme(s)
	switch {
	case !found:
		return "", "not an absolute URL"
	case scheme == "http", scheme == "https":
		return "", "http and https are not supported"
	case !address.IsSupported(scheme):
		return "", fmt.Sprintf("unsupported URL scheme %q (supported: %s)", words.Line(scheme, maxTag), strings.Join(address.Supported(), ", "))
	case !strings.HasPrefix(rest, "//"), len(rest) == len("//"):
		return "", "URL has no host"
	}
	return scheme + ":" + rest, ""
}

// cutScheme splits a URL at the colon after its scheme (RFC 3986, section 3.1), which
// it returns in lower case.
func cutScheme(s string) (scheme, rest string, found bool) {
	scheme, rest, found = strings.Cut(s, ":")
	if !found || scheme == "" || !isLetter(rune(scheme[0])) {
		return "", s, false
	}
	if strings.ContainsFunc(scheme, func(r rune) bool { return !isLetter(r) && !strings.ContainsRune("0123456789+-.", r) }) {
		return "", s, false
	}
	return strings.ToLower(scheme), rest, true
}

func isLetter(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
}
