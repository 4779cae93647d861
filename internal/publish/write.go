package publish

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/xml"
	"io"
	"iter"
	"net/url"
	"strings"
	"time"
	"unicode"

	"github.com/gorilla/feeds"

	"gemsub/feed"
)

// writeXML writes a document whose entries are encoded one at a time, so that memory
// does not grow with their number.
func writeXML(w io.Writer, doc feeds.XmlFeed) error {
	out := bufio.NewWriter(w)
	// The encoder would flush a *bufio.Writer after each entry.
	if err := feeds.WriteXML(doc, struct{ io.Writer }{out}); err != nil {
		return err
	}
	if err := out.WriteByte('\n'); err != nil {
		return err
	}
	return out.Flush()
}

// xmlEntries are the entries of a feed, encoded one at a time.
type xmlEntries struct {
	all     iter.Seq2[feed.Entry, error]
	element func(feed.Entry) any
}

// MarshalXML implements xml.Marshaler.
func (x xmlEntries) MarshalXML(enc *xml.Encoder, start xml.StartElement) error {
	for e, err := range x.all {
		if err == nil {
			err = enc.EncodeElement(x.element(e), start)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// entryAuthor returns the author of an entry. Readers take the author of the feed for
// that of an entry without one, so an entry of a merged feed has its source's author
// or title.
func entryAuthor(e feed.Entry) string {
	if e.Source == nil {
		return e.Author
	}
	return cmp.Or(e.Author, e.Source.Author, e.Source.Title)
}

// statedTime returns a time in UTC to the second, or zero if documents cannot state
// it: RFC 3339 has the years from 0 to 9999.
func statedTime(t time.Time) time.Time {
	if t = t.UTC().Truncate(time.Second); t.Year() < 0 || t.Year() > 9999 {
		return time.Time{}
	}
	return t
}

// globalID returns an id as Atom requires it, an absolute IRI (RFC 4287, section
// 4.2.6): the id itself if it is one, else that of [NewID].
func globalID(feedID, id string) string {
	if isIRI(id) && !isOurs(id) {
		return id
	}
	return NewID(feedID, id)
}

// entryID returns the id under which an entry of f, or of its source, is written.
func entryID(e feed.Entry, f *feed.Feed) string {
	return globalID(cmp.Or(e.Source, f).ID, e.ID)
}

// feedID returns the id under which a feed is written. An id that is not an IRI is
// replaced by one made from the feed's URL.
func feedID(f *feed.Feed) string {
	if isIRI(f.ID) {
		return f.ID
	}
	return NewID(cmp.Or(f.Self, f.Link), f.ID)
}

// mergedID returns the id of an entry for formats in which an id is any text: its own
// within one feed, a global one in a merged feed.
func mergedID(e feed.Entry) string {
	if e.Source == nil {
		return e.ID
	}
	return globalID(e.Source.ID, e.ID)
}

// NewID returns a UUID of version 8 (RFC 9562, section 5.8) for an id of a feed:
// always the same for the same feed and id, and different for others. If a document
// states such a UUID itself, it is replaced as well, so that no feed can claim that
// of another in advance.
func NewID(feedID, id string) string {
	sum := sha256.Sum256([]byte(feedID + "\n" + id))
	sum[6], sum[8] = sum[6]&0x0f|0x80, sum[8]&0x3f|0x80
	h := hex.EncodeToString(sum[:16])
	return ourPrefix + strings.Join([]string{h[:8], h[8:12], h[12:16], h[16:20], h[20:]}, "-")
}

const ourPrefix = "urn:uuid:"

// isOurs reports whether an id has the form of those that NewID returns.
func isOurs(id string) bool {
	const version = len(ourPrefix) + len("xxxxxxxx-xxxx-")
	return len(id) > version && strings.EqualFold(id[:len(ourPrefix)], ourPrefix) && id[version] == '8'
}

// isIRI reports whether s is an absolute IRI: a scheme, and only characters that an
// IRI may contain (RFC 3987, section 2.2).
func isIRI(s string) bool {
	if strings.ContainsFunc(s, notInIRI) {
		return false
	}
	u, err := url.Parse(s)
	return err == nil && u.Scheme != "" && len(s) > len(u.Scheme)+len(":")
}

// hasHost reports whether s is an absolute URL with a host.
func hasHost(s string) bool {
	u, err := url.Parse(s)
	return isIRI(s) && err == nil && u.Host != ""
}

func notInIRI(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) || r == unicode.ReplacementChar ||
		unicode.Is(unicode.Bidi_Control, r) || strings.ContainsRune("<>\"{}|\\^`", r)
}
