package publish

import (
	"cmp"
	"encoding/csv"
	"io"
	"iter"
	"strings"
	"time"
	"unicode/utf8"

	"gemsub/feed"
)

// CSV writes entries as a table (RFC 4180, with CRLF) with the header
// feed,feed_url,title,url,author,updated,published,id. Times are RFC 3339 in UTC. An
// unknown time or author is empty. A text that a spreadsheet would take for a formula
// is quoted by a leading apostrophe.
//
// Entries without a Source belong to f. Errors are those of w and of entries.
func CSV(w io.Writer, f *feed.Feed, entries iter.Seq2[feed.Entry, error]) error {
	table := csv.NewWriter(w)
	table.UseCRLF = true
	if err := table.Write([]string{"feed", "feed_url", "title", "url", "author", "updated", "published", "id"}); err != nil {
		return err
	}
	for e, err := range entries {
		if err != nil {
			return err
		}
		source := cmp.Or(e.Source, f)
		row := []string{
			source.Title, cmp.Or(source.Self, source.ID),
			e.Title, e.Link, e.Author, tableTime(e.Updated), tableTime(e.Published), e.ID,
		}
		for i, cell := range row {
			if first, _ := utf8.DecodeRuneInString(cell); strings.ContainsRune("=+-@＝＋－＠\t\r\n", first) {
				row[i] = "'" + cell
			}
		}
		if err := table.Write(row); err != nil {
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
