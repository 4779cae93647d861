package address

import "strings"

// IsPlainURL reports whether a reference is an absolute URL in the form of [Parse], or
// that of another scheme, with a plain path. Most URLs on pages are.
func IsPlainURL(ref string) bool {
	name, rest, ok := strings.Cut(ref, "://")
	if !ok || !isLower(name) {
		return false
	}
	authority, path, _ := strings.Cut(rest, "/")
	scheme, _ := schemeNamed(name)
	return !scheme.isGopher && isPlainAuthority(scheme, authority) && IsPlainPath(path)
}

// isLower reports whether s has lower-case letters alone, and at least one.
func isLower(s string) bool {
	for i := range len(s) {
		if s[i] < 'a' || s[i] > 'z' {
			return false
		}
	}
	return s != ""
}

// IsPlainPath reports whether a path without its first slash needs no escaping and no
// resolving: no element begins with a dot or has an escaped one, and none is empty
// except the last. A query may follow.
func IsPlainPath(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case elementBytes[c]:
		case c == '.' || c == '/':
			if i == 0 || s[i-1] == '/' {
				return false
			}
		case c == '?' && i > 0:
			return isPlainQuery(s[i+1:])
		case !isUpperEscape(s[i:]) || hasDots(s[i:i+3]):
			return false
		}
	}
	return s != ""
}

// isPlainQuery reports whether a query needs no escaping.
func isPlainQuery(s string) bool {
	for i := range len(s) {
		if !inQuery(s[i]) && !isUpperEscape(s[i:]) {
			return false
		}
	}
	return true
}
