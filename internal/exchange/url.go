package exchange

import (
	"strings"

	"gemsub/internal/address"
)

// checkURL returns the canonical form of an absolute URL that can be subscribed to, else
// the reason why it cannot.
func checkURL(s string) (checked, problem string) {
	s = strings.TrimSpace(s)
	if s == "" {
		return "", "URL is missing"
	}
	if _, _, found := cutScheme(s); !found {
		return "", "not an absolute URL"
	}
	u, err := address.Parse(s)
	if err != nil {
		return "", address.Reason(err)
	}
	return u.String(), ""
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
