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
	errNoURL   = errors.New("the line names no URL")
	errBadURL  = errors.New("the target is not a URL")
	errNoHost  = errors.New("the target names no host")
	errNowhere = errors.New("the target leads nowhere")
	errTooLong = fmt.Errorf("the target is longer than %d bytes", MaxLink)
)

// MaxLink bounds links and IDs, in bytes. A longer link is none: Gemini requests
// 1024 bytes at most. An ID of more is replaced by a hash of it.
const MaxLink = 2 << 10

// A resolver makes absolute URLs of the references of one page.
type resolver struct {
	base *url.URL
	page string // the same as text
	// Where plain references are joined to: the page's folder and the root of
	// its capsule, both with a slash at the end; empty if there is no such place.
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

// resolve makes the absolute URL of a reference. Authors write file names where
// the specification wants a URL, so one that is none as it stands is escaped
// and tried again before the link is given up.
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

// escapeActing percent-encodes what acts on a terminal in the place of being shown,
// and other white space: url.URL leaves them in a query.
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

// join resolves the references that most links have, names of files below the
// page's folder or the root, perhaps with the capsule's name before them, at a
// fraction of what parsing them as URLs costs.
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

// isPlainPath reports a path that stands in a URL as it is: of unreserved
// characters (RFC 3986, section 2.3), with no element that is empty, except a
// last one, or begins with a dot.
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

// escapeFileName makes a relative reference of a name such as "100%.gmi" or
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

// withFragment is the URL of a part of a document.
func withFragment(base *url.URL, fragment string) string {
	u := *base
	u.Fragment, u.RawFragment = fragment, ""
	return u.String()
}

// identifier is an ID that is fit for keeping: itself, or a part of the document
// named by a hash of it where it is too long.
func identifier(base *url.URL, id string) string {
	if len(id) <= MaxLink {
		return id
	}
	return withFragment(base, digest(id))
}

// digest is 64 bits of a hash of s.
func digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:8])
}

// lastElement is the name of what a URL leads to, such as "post.gmi"; empty if
// it has no path.
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
