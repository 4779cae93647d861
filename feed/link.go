package feed

import (
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"path"
	"regexp"
	"strings"
	"sync"
	"time"

	"gemsub/internal/address"
)

// MaxLink is the maximum length of links and IDs in bytes. A longer link is ignored, since a
// Gemini request has at most 1024 bytes. A longer ID is replaced by its hash.
const MaxLink = address.MaxLink

// resolve returns the URL of a reference on the page at base, like [address.Resolve] but without
// user information. base is canonical. resolve returns "" if the reference is invalid, too long or
// has no host.
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
// skipping the parser is several times as fast.
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

// fileName returns the last element of a URL's path, such as "post.gmi", or the folder's name for an
// index page. It returns "" for an empty path.
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

// fileTitle returns the fileName of a link as a title, see nameTitle.
func fileTitle(link string) string { return nameTitle(fileName(link)) }

// nameTitle returns a file's name without its extension, without a date at either end, and without a
// time after the date. It may return "".
func nameTitle(name string) string {
	name = safeTitle(name)
	name = name[:len(name)-len(fileEnding().FindString(name))]
	match, isDated := findDate(name)
	if !isDated {
		return name
	}
	match.to += len(fileClock().FindString(name[match.to:]))
	return strings.Trim(match.cutFrom(name), "-_ ")
}

// fileEnding matches the extension of a file's name, such as .gmi.
var fileEnding = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\.[A-Za-z][A-Za-z0-9]{0,7}$`) })

// fileClock matches a time of day after the date in a file's name: T1029, t102900, _160430,
// -16-04-30.
var fileClock = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[Tt]|[Tt]?[-_]?)(?:[01]\d|2[0-3])[-_:]?[0-5]\d[-_:]?[0-5]\dZ?(?:$|[^0-9A-Za-z])|^[Tt](?:[01]\d|2[0-3])[0-5]\dZ?(?:$|[^0-9A-Za-z])`)
})

// dateInPath returns the date in the name of a link's file, else in its folders. ok is false if
// neither has a date.
func dateInPath(link string) (time.Time, bool) {
	if match, ok := findDate(fileName(link)); ok && !match.isSpan(fileName(link)) {
		return match.time, true
	}
	return dateInFolders(link)
}

// dateInFolders returns the date of a path with folders for year, month and day. The last element of
// the path is no folder.
func dateInFolders(path string) (date time.Time, ok bool) {
	m := dateFolders().FindStringSubmatch(path)
	if m == nil {
		return date, false
	}
	date, err := time.Parse("2006/1/2", strings.Join(m[1:], "/"))
	return date.Add(noonUTC), err == nil
}

var dateFolders = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:^|/)(\d{4})/(\d\d?)/(\d\d?)/`)
})
