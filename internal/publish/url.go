package publish

import (
	"net/url"
	"strings"
)

// IsURL reports whether raw is an absolute URL with a host, whatever the scheme, and
// without a user name or password, which would be published.
func IsURL(raw string) bool {
	u, err := url.Parse(raw)
	return err == nil && u.Scheme != "" && u.Host != "" && u.User == nil && !strings.ContainsAny(raw, " <>\"{}|\\^`")
}

// IsGateway reports whether raw is the URL of a web proxy, with "{url}" where links go
// into it.
func IsGateway(raw string) bool {
	return strings.HasPrefix(raw, "http") && IsURL(strings.ReplaceAll(raw, "{url}", ""))
}
