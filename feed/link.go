package feed

import (
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"path"
	"strings"

	"gemsub/internal/address"
)

// MaxLink is the maximum length of links and IDs in bytes. A longer link is ignored, since a
// Gemini request has at most 1024 bytes. A longer ID is replaced by its hash.
const MaxLink = address.MaxLink

// resolve returns the URL of a reference on the page at base, a canonical URL, as
// [address.Resolve] does, without user information. It returns "" if the reference leads nowhere
// or is too long.
func resolve(base *url.URL, ref string) string {
	if ref == "" || len(ref) > MaxLink {
		return ""
	}
	folder := base.Path[:strings.LastIndexByte(base.Path, '/')+1]
	u := &url.URL{Scheme: base.Scheme, Host: base.Host, Path: folder + ref}
	if base.Host == "" || address.IsGopher(base) || !isPlain(folder) || !isPlain(ref) || ref[0] == '/' {
		var err error
		u, err = address.Resolve(base, ref)
		if err != nil || u.Host == "" && u.Opaque == "" && (base.Host != "" || u.Path == "") { // a file has no host
			return ""
		}
	}
	u.User = nil // nobody publishes a password on purpose
	link := u.String()
	if len(link) > MaxLink {
		return ""
	}
	return link
}

// isPlain reports whether a path has nothing to escape or remove. Most references are plain, and
// parsing a URL takes several times as long.
func isPlain(path string) bool {
	isUnusual := func(c rune) bool { return !('a' <= c|0x20 && c|0x20 <= 'z' || '-' <= c && c <= '9' || c == '_') }
	return path != "" && path[0] != '.' && !strings.ContainsFunc(path, isUnusual) && !strings.Contains(path, "/.") && !strings.Contains(path, "//")
}

// withFragment returns base with a fragment.
func withFragment(base *url.URL, fragment string) string {
	u := *base
	u.Fragment, u.RawFragment = fragment, ""
	return u.String()
}

// identifier returns id. If id is longer than MaxLink, it returns base, the document's URL, with
// a hash of id as fragment.
func identifier(base *url.URL, id string) string {
	if len(id) <= MaxLink {
		return id
	}
	return withFragment(base, shortHash(id))
}

// shortHash returns the first 64 bits of the SHA-256 of s in hexadecimal.
func shortHash(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:8])
}

// fileName returns the last element of a URL's path, such as "post.gmi", but the folder's
// name for an index page. It returns "" if there is none.
func fileName(link string) string {
	u, err := url.Parse(link)
	if err != nil {
		return ""
	}
	name := path.Base(u.Path)
	if strings.HasPrefix(name, "index.") {
		name = path.Base(path.Dir(u.Path))
	}
	return strings.Trim(name, "/.")
}

// fileTitle returns the fileName of a link without a date at either end, "" if nothing else
// remains.
func fileTitle(link string) string {
	name := safeTitle(fileName(link))
	extension := path.Ext(name)
	match, isDated := findDate(strings.TrimSuffix(name, extension))
	if !isDated {
		return name
	}
	name = strings.Trim(match.cutFrom(strings.TrimSuffix(name, extension)), "-_ ")
	return name + strings.Repeat(extension, min(len(name), 1))
}
