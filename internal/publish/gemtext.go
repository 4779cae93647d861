package publish

import (
	"bufio"
	"cmp"
	"iter"
	"math"
	"slices"
	"strings"
	"time"

	"gemsub/feed"
	"gemsub/gemtext"
	"gemsub/internal/words"
)

// gemtext writes a page that follows "Subscribing to Gemini pages": each entry is a link
// line with its date, its author or else its feed's title, and its title. Subscribers to the
// page get the same links with the same dates in the same order, and the newest of entries
// with the same link.
//
// Level-2 headings group the page by day. Undated entries come under a heading of
// their own; for subscribers they are plain links. Subscribers do not see separators
// at the beginning of a title; a dash keeps them from removing a time of day there.
func (d Document) gemtext(out *bufio.Writer, entries iter.Seq[feed.Entry]) error {
	lines, last := []gemtext.Line{heading(1, line(d.Feed.Title))}, ""
	if subtitle := line(d.Feed.Subtitle); subtitle != "" {
		lines = append(lines, heading(2, subtitle))
	}
	// Text keeps the first day's heading from being the page's subtitle.
	lines = append(lines, gemtext.Line{}, gemtext.Line{Text: "Newest first."})
	for e := range entries {
		if day := cmp.Or(format(e.Updated, time.DateOnly), "Undated"); day != last {
			lines, last = append(lines, gemtext.Line{}, heading(2, day)), day
		}
		lines = append(lines, entryLine(e))
	}
	return gemtext.Print(out, slices.Values(lines))
}

func heading(level int, text string) gemtext.Line {
	return gemtext.Line{Kind: gemtext.Heading, Level: level, Text: text}
}

func entryLine(e feed.Entry) gemtext.Line {
	title, link := line(e.Title), e.Link
	if author := line(cmp.Or(e.Author, sourceOf(e).Title)); author != "" {
		title = author + ": " + title
	}
	if title != "" && '0' <= title[0] && title[0] <= '9' {
		title = "- " + title // subscribers would remove a time of day
	}
	label := line(cmp.Or(format(e.Updated, time.DateOnly), "undated") + " " + title)
	if strings.HasPrefix(e.ID, link+"#") { // a section of a page: subscribers know entries by their links
		link = e.ID
	}
	return gemtext.Line{Kind: gemtext.Link, URL: strings.Join(strings.Fields(link), "%20"), Text: label}
}

// line makes a title one line, of any length.
func line(s string) string { return words.Line(s, math.MaxInt) }
