package feed

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"path"
	"strings"
)

var (
	errNoURL   = errors.New("the line has no URL")
	errBadURL  = errors.New("the target is not a URL")
	errNoHost  = errors.New("the target has no host")
	errNowhere = errors.New("the target leads nowhere")
	errTooLong = fmt.Errorf("the target is longer than %d bytes", MaxLink)
)

// MaxLink is the maximum length of links and IDs in bytes. A longer link is ignored:
// a Gemini request has at most 1024 bytes. A longer ID is replaced by a hash of it.
const MaxLink = 2 << 10

// A resolver resolves the references of one page to absolute URLs.
type resolver struct {
	base *url.URL
	page string // base as text
	// The page's folder and the root of its capsule, to which plain references
	// are appended; both end with a slash, or are empty if the base has no host.
	folder, root string
}

func newResolver(base *url.URL) *resolver {
	r := &resolver{base: base, page: base.String()}
	if base.Opaque == "" && base.Host != "" {
		r.folder = base.ResolveReference(&url.URL{Path: "./"}).String()
		root := url.URL{Scheme: base.Scheme, User: base.User, Host: base.Host, Path: "/"}
		r.root = root.String()
	}
	return r
}

// resolve returns the absolute URL of a reference. Authors write file names where the
// specification requires URLs, so a reference that is not a URL is escaped and tried
// again.
func (r *resolver) resolve(ref string) (string, error) {
	if ref == "" {
		return "", errNoURL
	}
	if len(ref) > MaxLink {
		return "", errTooLong
	}
	if link, ok := r.join(ref); ok {
		return link, nil
	}
	u, err := r.base.Parse(ref)
	if err != nil {
		if u, err = r.base.Parse(escapeFileName(ref)); err != nil {
			return "", errBadURL
		}
	}
	switch {
	case u.Host == "" && u.Opaque == "" && r.base.Host != "",
		u.Opaque != "" && u.Scheme == r.base.Scheme:
		return "", errNoHost
	case u.Host == "" && u.Opaque == "" && u.Path == "":
		return "", errNowhere
	}
	link := escapeActing(u.String())
	if len(link) > MaxLink {
		return "", errTooLong
	}
	return link, nil
}

// escapeActing percent-encodes control characters and white space, which url.URL
// leaves in a query.
func escapeActing(link string) string {
	if isClean(link) {
		return link
	}
	var b strings.Builder
	for _, r := range link {
		if printable(r) == r {
			b.WriteRune(r)
		} else {
			b.WriteString(url.PathEscape(string(r)))
		}
	}
	return b.String()
}

// join resolves plain references, as most links are: the path of a file below the
// page's folder or the root, perhaps with the capsule's URL before it. It takes a
// fraction of the time of parsing a URL.
func (r *resolver) join(ref string) (link string, ok bool) {
	folder := r.folder
	if ref[0] == '/' {
		folder, ref = r.root, ref[1:]
	} else if below, ok := strings.CutPrefix(ref, r.root); ok {
		folder, ref = r.root, below
	}
	if folder == "" || len(folder)+len(ref) > MaxLink || !isPlainPath(ref) {
		return "", false
	}
	return folder + ref, true
}

// isPlainPath reports whether a path needs no escaping and no resolving: it has only
// unreserved characters (RFC 3986, section 2.3), no element that begins with a dot,
// and no empty one except the last.
func isPlainPath(s string) bool {
	begins := true
	for i := range len(s) {
		c := s[i]
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '-', c == '_', c == '~':
			begins = false
		case c == '.' && !begins:
		case c == '/' && !begins:
			begins = true
		default:
			return false
		}
	}
	return s != ""
}

// escapeFileName returns a relative reference for a file name such as "100%.gmi" or
// "10:30.gmi".
func escapeFileName(ref string) string {
	var b strings.Builder
	if !strings.Contains(ref, "://") && !strings.HasPrefix(ref, "/") {
		b.WriteString("./")
	}
	for i := range len(ref) {
		if ref[i] == '%' && (i+2 >= len(ref) || !isHex(ref[i+1]) || !isHex(ref[i+2])) {
			b.WriteString("%25")
			continue
		}
		b.WriteByte(ref[i])
	}
	return b.String()
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

// withFragment returns base with a fragment.
func withFragment(base *url.URL, fragment string) string {
	u := *base
	u.Fragment, u.RawFragment = fragment, ""
	return u.String()
}

// identifier returns an id, or if it is longer than MaxLink, the document's URL with a
// hash of it as fragment.
func identifier(base *url.URL, id string) string {
	if len(id) <= MaxLink {
		return id
	}
	return withFragment(base, digest(id))
}

// digest returns 64 bits of a hash of s.
func digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:8])
}

// lastElement returns the last element of a URL's path, such as "post.gmi"; "" if it
// has none.
func lastElement(link string) string {
	u, err := url.Parse(link)
	if err != nil || u.Path == "" {
		return ""
	}
	name := cleanTitle(path.Base(u.Path))
	if name == "/" || name == "." {
		return ""
	}
	return name
}
