package exchange

import (
	"slices"
	"strings"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/words"
)

// Bounds of what a list may contain. Without them a file of a few MiB could repeat
// one long tag or many nested groups for each of its entries.
const (
	maxExcerpt  = 200 // bytes
	maxTag      = 128 // bytes
	maxTags     = 32
	maxProblems = 10_000
)

// clean returns a title as one printable line.
func clean(s string) string {
	return words.Line(s, feed.MaxTitle)
}

// excerpt returns a part of the file for a problem, short and printable.
func excerpt(s string) string {
	// What is cut off need not be cleaned: a bad line may be the whole file.
	return words.Line(s[:min(len(s), 4*maxExcerpt)], maxExcerpt)
}

// addTag returns tags with one more, unless that is empty or a duplicate, or there are
// enough. It never changes an array that another slice of tags uses.
func addTag(tags []string, tag string) []string {
	tag = words.Line(tag, maxTag)
	if tag == "" || len(tags) == maxTags || slices.Contains(tags, tag) {
		return tags
	}
	return append(slices.Clip(tags), tag)
}

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
	const letters = "abcdefghijklmnopqrstuvwxyz"
	scheme, rest, found = strings.Cut(s, ":")
	scheme = strings.ToLower(scheme)
	if !found || strings.Trim(scheme, letters+"0123456789+-.") != "" || strings.IndexAny(scheme, letters) != 0 {
		return "", s, false
	}
	return scheme, rest, true
}
