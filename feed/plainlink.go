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
	return link, ok
}

func (r *resolver) joinPlain(ref string) (link string, ok bool) {
	if mayHaveScheme(ref) {
		return ref, len(ref) <= MaxLink && address.IsPlainURL(ref)
	}
	folder, path := r.folder, ref
	switch {
	case strings.HasPrefix(ref, "/"):
		folder, path = r.root, ref[1:]
	case strings.HasPrefix(ref, "./"):
		path = ref[len("./"):]
	}
	for strings.HasPrefix(path, "../") {
		folder, path = r.above(folder), path[len("../"):]
	}
	if folder == "" || len(folder)+len(path) > MaxLink || !address.IsPlainPath(path) {
		return "", false
	}
	return folder + path, true
}

// mayHaveScheme reports whether a reference has a colon in its first element.
func mayHaveScheme(ref string) bool {
	for i := range len(ref) {
		switch ref[i] {
		case ':':
			return true
		case '/', '?':
			return false
		}
	}
	return false
}

// above returns the folder that a folder of the capsule is in; the root is in itself.
func (r *resolver) above(folder string) string {
	if len(folder) <= len(r.root) {
		return folder
	}
	return folder[:1+strings.LastIndexByte(folder[:len(folder)-1], '/')]
}
