package feed

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"strings"
	"unicode"
)

// globalID returns the id of an entry as Atom requires one, an absolute IRI (RFC
// 4287, section 4.2.6): the id itself where it is such, else that of [NewID].
func globalID(feedID, id string) string {
	if isIRI(id) && !isOurs(id) {
		return id
	}
	return NewID(feedID, id)
}

// entryID is the id of an entry that is written as one of f or of its source.
func entryID(e Entry, f *Feed) string {
	return globalID(cmp.Or(e.Source, f).ID, e.ID)
}

// feedID is the id of a feed. One that is no IRI is replaced where the feed is.
func feedID(f *Feed) string {
	if isIRI(f.ID) {
		return f.ID
	}
	return NewID(cmp.Or(f.Self, f.Link), f.ID)
}

// mergedID is the id of an entry for formats in which ids are any text: within one
// feed it is the entry's own.
func mergedID(e Entry) string {
	if e.Source == nil {
		return e.ID
	}
	return globalID(e.Source.ID, e.ID)
}

// NewID returns a UUID of version 8 (RFC 9562, section 5.8) for what a feed calls
// id: the same for the same feed and id, and no other's. Where a document states
// such an id itself it gets another one, so that no feed can claim one in advance.
func NewID(feedID, id string) string {
	sum := sha256.Sum256([]byte(feedID + "\n" + id))
	sum[6], sum[8] = sum[6]&0x0f|0x80, sum[8]&0x3f|0x80
	h := hex.EncodeToString(sum[:16])
	return ourPrefix + strings.Join([]string{h[:8], h[8:12], h[12:16], h[16:20], h[20:]}, "-")
}

const ourPrefix = "urn:uuid:"

// isOurs reports an id in the form of those that NewID makes.
func isOurs(id string) bool {
	const version = len(ourPrefix) + len("xxxxxxxx-xxxx-")
	return len(id) > version && strings.EqualFold(id[:len(ourPrefix)], ourPrefix) && id[version] == '8'
}

// isIRI reports an absolute IRI: a scheme, and characters that may stand in one
// (RFC 3987, section 2.2).
func isIRI(s string) bool {
	if strings.ContainsFunc(s, notInIRI) {
		return false
	}
	u, err := url.Parse(s)
	return err == nil && u.Scheme != "" && len(s) > len(u.Scheme)+len(":")
}

func notInIRI(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) || r == unicode.ReplacementChar ||
		unicode.Is(unicode.Bidi_Control, r) || strings.ContainsRune("<>\"{}|\\^`", r)
}
