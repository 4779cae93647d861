package publish

import (
	"cmp"
	"encoding/csv"
	"io"
	"time"

	"gemsub/feed"
)

// CSV writes the entries of f as a table (RFC 4180, with its CRLF) under the header
// feed,feed_url,title,url,author,updated,published,id. Times are RFC 3339 in UTC, and
// empty where unknown; so is the author. Nothing is left out and nothing changed,
// also not what a spreadsheet would take for a formula.
//
// Errors are those of w.
func CSV(w io.Writer, f *feed.Feed) error {
	table := csv.NewWriter(w)
	table.UseCRLF = true
	if err := table.Write([]string{"feed", "feed_url", "title", "url", "author", "updated", "published", "id"}); err != nil {
		return err
	}
	for _, e := range f.Entries {
		source := cmp.Or(e.Source, f)
		err := table.Write([]string{
			source.Title, cmp.Or(source.Self, source.ID),
			e.Title, e.Link, e.Author, tableTime(e.Updated), tableTime(e.Published), e.ID,
		})
		if err != nil {
			return err
		}
	}
	table.Flush()
	return table.Error()
}

func tableTime(t time.Time) string {
	if !isDated(t) {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}
