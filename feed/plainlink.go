package feed

import (
	"strings"

	"gemsub/internal/address"
)

// join resolves plain references, as most links are: the path of a file below the
// page's folder or the root, or a whole URL. It takes a fraction of the time of
// parsing a URL. A reference may also become plain once it is escaped.
func (r *resolver) join(ref string) (link string, ok bool) {
	if link, ok = r.joinPlain(ref); !ok {
		if escaped := address.Escape(ref); escaped != ref {
			link, ok = r.joinPlain(escaped)
		}
	}
	return link, ok && len(link) <= MaxLink
}

func (r *resolver) joinPlain(ref string) (link string, ok bool) {
	folder, path := r.folder, ref
	switch {
	case ref[0] == '/':
		folder, path = r.root, ref[1:]
	case strings.HasPrefix(ref, "./"):
		path = ref[len("./"):]
	}
	for strings.HasPrefix(path, "../") {
		folder, path = r.above(folder), path[len("../"):]
	}
	if !isPlainPath(path) {
		return ref, isPlainURL(ref)
	}
	return folder + path, folder != ""
}

// above returns the folder that a folder of the capsule is in; the root is in itself.
func (r *resolver) above(folder string) string {
	if len(folder) <= len(r.root) {
		return folder
	}
	return folder[:1+strings.LastIndexByte(folder[:len(folder)-1], '/')]
}

// isPlainURL reports whether a reference is a canonical URL with a plain path.
func isPlainURL(ref string) bool {
	scheme, rest, ok := strings.Cut(ref, "://")
	if !ok || scheme == "" || strings.ContainsFunc(scheme, func(r rune) bool { return r < 'a' || r > 'z' }) {
		return false
	}
	authority, path, _ := strings.Cut(rest, "/")
	return address.IsPlainAuthority(scheme, authority) && isPlainPath(path)
}

// isPlainPath reports whether a path needs no escaping and no resolving: it has only
// unreserved characters (RFC 3986, section 2.3) and escapes, no element that begins
// with a dot, and no empty one except the last. A query may follow.
func isPlainPath(s string) bool {
	begins := true
	for i := range len(s) {
		c := s[i]
		switch {
		case isUnreserved(c), c == '%' && isEscape(s[i:]):
			begins = false
		case c == '.' && !begins:
		case c == '/' && !begins:
			begins = true
		case c == '?' && i > 0:
			return isPlainQuery(s[i+1:])
		default:
			return false
		}
	}
	return s != ""
}

func isPlainQuery(s string) bool {
	for i := range len(s) {
		c := s[i]
		if !isUnreserved(c) && strings.IndexByte("./=&+!$'()*,;:@?", c) < 0 && (c != '%' || !isEscape(s[i:])) {
			return false
		}
	}
	return true
}

// isUnreserved reports an unreserved character, but for the dot.
func isUnreserved(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-' || c == '_' || c == '~'
}

// isEscape reports whether s begins with an escape, but for that of a dot.
func isEscape(s string) bool {
	return len(s) > 2 && isHex(s[1]) && isHex(s[2]) && (s[1] != '2' || s[2]|0x20 != 'e')
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}
