package feed

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"path"
	"strings"

	"gemsub/internal/address"
)

var (
	errNoURL   = errors.New("the line has no URL")
	errBadURL  = errors.New("the target is not a URL")
	errNoHost  = errors.New("the target has no host")
	errNowhere = errors.New("the target leads nowhere")
	errTooLong = fmt.Errorf("the target is longer than %d bytes", MaxLink)
)

// MaxLink is the maximum length of links and IDs in bytes. A longer link is ignored, since a
// Gemini request has at most 1024 bytes. A longer ID is replaced by its hash.
const MaxLink = 2 << 10

// A resolver resolves the references of one page to absolute URLs.
type resolver struct {
	base   *url.URL
	page   string // base as text
	folder string // the page's folder, "" over Gopher
}

func newResolver(base *url.URL) *resolver {
	r := &resolver{base: base, page: base.String()}
	if file, err := r.resolve("x"); err == nil && !address.IsGopher(base) {
		r.folder = strings.TrimSuffix(file, "x")
	}
	return r
}

// resolve returns the URL of a reference as [address.Resolve] does, without user
// information.
func (r *resolver) resolve(ref string) (string, error) {
	if ref == "" {
		return "", errNoURL
	}
	if len(ref) > MaxLink {
		return "", errTooLong
	}
	if link := r.folder + ref; r.folder != "" && isPlain(ref) && len(link) <= MaxLink {
		return link, nil
	}
	u, err := address.Resolve(r.base, ref)
	switch {
	case err != nil:
		return "", fmt.Errorf("%w: %s", errBadURL, address.Reason(err))
	case u.Host == "" && u.Opaque == "" && r.base.Host != "":
		return "", errNoHost
	case u.Host == "" && u.Opaque == "" && u.Path == "":
		return "", errNowhere
	}
	u.User = nil // nobody publishes a password on purpose
	link := u.String()
	if len(link) > MaxLink {
		return "", errTooLong
	}
	return link, nil
}

// isPlain reports whether a reference names a file in the page's folder or below it, and
// has nothing to escape or remove. Most references are plain, and parsing a URL takes ten
// times as long.
func isPlain(ref string) bool {
	isUnusual := func(c rune) bool { return !('a' <= c|0x20 && c|0x20 <= 'z' || '-' <= c && c <= '9' || c == '_') }
	return !strings.ContainsFunc(ref, isUnusual) && ref[0] != '.' && ref[0] != '/' && !strings.Contains(ref, "/.") && !strings.Contains(ref, "//")
}

// withFragment returns base with a fragment.
func withFragment(base *url.URL, fragment string) string {
	u := *base
	u.Fragment, u.RawFragment = fragment, ""
	return u.String()
}

// identifier returns an id. If it is longer than MaxLink, it returns the document's URL with
// a hash of the id as fragment.
func identifier(base *url.URL, id string) string {
	if len(id) <= MaxLink {
		return id
	}
	return withFragment(base, shortHash(id))
}

// shortHash returns 64 bits of a hash of s.
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
