package feed

import (
	"bufio"
	"cmp"
	"encoding/xml"
	"io"
	"iter"
	"time"

	"github.com/gorilla/feeds"
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
	all     iter.Seq2[Entry, error]
	element func(Entry) any
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
func entryAuthor(e Entry) string {
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
