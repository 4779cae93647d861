package feed

import (
	"bufio"
	"cmp"
	"io"
	"time"

	"github.com/gorilla/feeds"
)

// writeXML writes a document whose entries are made one by one as they are
// written, so that memory does not grow with what they are written as.
func writeXML(w io.Writer, doc feeds.XmlFeed) error {
	out := bufio.NewWriter(w)
	// The encoder flushes a bufio.Writer that it knows as one at each entry.
	if err := feeds.WriteXML(doc, struct{ io.Writer }{out}); err != nil {
		return err
	}
	if err := out.WriteByte('\n'); err != nil {
		return err
	}
	return out.Flush()
}

// entryAuthor is who wrote an entry. Where a merged feed has an author, that one
// would stand in, so an entry copied into it names its source's author or title.
func entryAuthor(e Entry) string {
	if e.Source == nil {
		return e.Author
	}
	return cmp.Or(e.Author, e.Source.Author, e.Source.Title)
}

// statedTime is a time in UTC to the second, or zero if documents cannot state
// it: the year 1 and those before stand for no date, RFC 3339 ends with 9999.
func statedTime(t time.Time) time.Time {
	return saneTime(&t)
}
