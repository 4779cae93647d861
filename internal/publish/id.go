package publish

import (
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"strings"
	"unicode"

	"gemsub/feed"
	"gemsub/internal/words"
)

// entryID returns the id of an entry for formats in which an id is any text: the entry's own
// id in the export of one feed, a global one in a merged feed.
func entryID(e feed.Entry) string {
	if e.Source == nil {
		return e.ID
	}
	return globalID(e.Source.ID, e.ID)
}

// globalID returns an id that is an absolute IRI, as Atom requires (RFC 4287, section
// 4.2.6): the id itself if it is one, else that of [NewUUID].
func globalID(feedID, id string) string {
	if isIRI(id) && !isNewUUID(id) {
		return id
	}
	return NewUUID(feedID, id)
}

// NewUUID returns a UUID of version 8 (RFC 9562, section 5.8) that depends only on the feed and
// the id. If a document itself states a UUID of this version, that is replaced as well, so
// that no feed can claim another feed's in advance.
func NewUUID(feedID, id string) string {
	sum := sha256.Sum256([]byte(feedID + "\n" + id))
	sum[6], sum[8] = sum[6]&0x0f|0x80, sum[8]&0x3f|0x80
	h := hex.EncodeToString(sum[:16])
	return uuidPrefix + strings.Join([]string{h[:8], h[8:12], h[12:16], h[16:20], h[20:]}, "-")
}

const uuidPrefix = "urn:uuid:"

// isNewUUID reports whether an id has the form of those that NewUUID returns.
func isNewUUID(id string) bool {
	const version = len(uuidPrefix) + len("xxxxxxxx-xxxx-")
	return len(id) > version && strings.EqualFold(id[:len(uuidPrefix)], uuidPrefix) && id[version] == '8'
}

// isIRI reports whether s is an absolute IRI: a scheme, and only characters that an
// IRI may contain (RFC 3987, section 2.2).
func isIRI(s string) bool {
	u, err := url.Parse(s)
	return err == nil && u.Scheme != "" && len(s) > len(u.Scheme)+len(":") && !strings.ContainsFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || words.IsUnsafe(r) || strings.ContainsRune("\ufffd\u200e\u200f<>\"{}|\\^`", r)
	})
}

// IsURL reports whether s is an absolute URL with a host, whatever the scheme, and without
// a user name or password, which would be published.
func IsURL(s string) bool {
	u, err := url.Parse(s)
	return err == nil && isIRI(s) && u.Host != "" && u.User == nil
}
