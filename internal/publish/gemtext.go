package publish

import (
	"cmp"
	"io"
	"iter"
	"math"
	"slices"
	"strings"
	"time"

	"gemsub/feed"
	"gemsub/gemtext"
	"gemsub/internal/words"
)

// Gemtext writes entries, newest first, as a page that follows "Subscribing to Gemini
// pages": each entry is a link line with its date, its author or else its feed's
// title, and its title. Subscribers to the page get the same links with the same dates
// in the same order, and the newest of entries with the same link.
//
// Level-2 headings group the page by day. Undated entries come under a heading of
// their own; for subscribers they are plain links. Subscribers do not see separators
// at the beginning of a title; a dash keeps them from removing a time of day there.
//
// Gemtext uses the title and subtitle of f. Errors are those of w and of entries.
func Gemtext(w io.Writer, f *feed.Feed, entries iter.Seq2[feed.Entry, error]) error {
	lines, last := pageHead(f), ""
	for e, err := range entries {
		if err != nil {
			return err
		}
		if day := cmp.Or(dateOf(e), "Undated"); day != last {
			lines, last = append(lines, gemtext.Line{}, heading(2, day)), day
		}
		lines = append(lines, entryLine(e))
	}
	return gemtext.Print(w, slices.Values(lines))
}

// pageHead returns the lines before the first day, of which the last keeps that day's
// heading from being the page's subtitle.
func pageHead(f *feed.Feed) []gemtext.Line {
	head := []gemtext.Line{heading(1, line(f.Title))}
	if subtitle := line(f.Subtitle); subtitle != "" {
		head = append(head, heading(2, subtitle))
	}
	return append(head, gemtext.Line{}, gemtext.Line{Text: "Newest first."})
}

func heading(level int, text string) gemtext.Line {
	return gemtext.Line{Kind: gemtext.Heading, Level: level, Text: text}
}

func entryLine(e feed.Entry) gemtext.Line {
	title, author := line(e.Title), line(byline(e))
	if author != "" {
		title = author + ": " + title
	}
	if title != "" && '0' <= title[0] && title[0] <= '9' {
		title = "- " + title // subscribers would remove a time of day
	}
	label := line(cmp.Or(dateOf(e), "undated") + " " + title)
	link := e.Link
	if strings.HasPrefix(e.ID, link+"#") { // a section of a page: subscribers know entries by their links
		link = e.ID
	}
	return gemtext.Line{Kind: gemtext.Link, URL: strings.Join(strings.Fields(link), "%20"), Text: label}
}

// byline returns who the page says wrote an entry, "" if unknown.
func byline(e feed.Entry) string {
	if e.Source == nil {
		return e.Author
	}
	return cmp.Or(e.Author, e.Source.Title)
}

// line makes a title one line, of any length.
func line(s string) string { return words.Line(s, math.MaxInt) }

// dateOf returns the day of an entry in UTC, "" if it is undated.
func dateOf(e feed.Entry) string {
	if !isDated(e.Updated) {
		return ""
	}
	return e.Updated.UTC().Format(time.DateOnly)
}

// isDated reports whether all formats can state a time; others mean no date.
func isDated(t time.Time) bool {
	year := t.UTC().Year()
	return !t.IsZero() && 0 <= year && year <= 9999
}
