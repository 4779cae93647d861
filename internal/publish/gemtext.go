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

// writeGemtext writes a page that follows "Subscribing to Gemini pages": each entry is a link
// line with its date, its author or else its feed's title, and its title. Subscribers to the
// page get the same links with the same dates in the same order; of entries with the same
// link they get the newest.
//
// Level-2 headings group the page by day. Undated entries have a heading of their own; for
// subscribers they are plain links. Subscribers do not see separators at the beginning of a
// title. A dash before a digit prevents them from removing a time of day there.
func (d Document) writeGemtext(out *bufio.Writer, entries iter.Seq[feed.Entry]) error {
	lines, last := []gemtext.Line{headingLine(1, safeTitle(d.Feed.Title))}, ""
	if subtitle := safeTitle(d.Feed.Subtitle); subtitle != "" {
		lines = append(lines, headingLine(2, subtitle))
	}
	// Without a line of text, the first day's heading would be the page's subtitle.
	lines = append(lines, gemtext.Line{}, gemtext.Line{Text: "Newest first."})
	for e := range entries {
		if day := cmp.Or(formatTime(e.Updated, time.DateOnly), "Undated"); day != last {
			lines, last = append(lines, gemtext.Line{}, headingLine(2, day)), day
		}
		lines = append(lines, entryLine(e))
	}
	return gemtext.Print(out, slices.Values(lines))
}

func headingLine(level int, text string) gemtext.Line {
	return gemtext.Line{Kind: gemtext.Heading, Level: level, Text: text}
}

// entryLine returns the link line of an entry.
func entryLine(e feed.Entry) gemtext.Line {
	title, link := safeTitle(e.Title), e.Link
	if author := safeTitle(cmp.Or(e.Author, sourceOf(e).Title)); author != "" {
		title = author + ": " + title
	}
	if title != "" && '0' <= title[0] && title[0] <= '9' {
		title = "- " + title // subscribers would remove a time of day
	}
	label := safeTitle(cmp.Or(formatTime(e.Updated, time.DateOnly), "undated") + " " + title)
	if strings.HasPrefix(e.ID, link+"#") { // a section of a page: subscribers distinguish entries by their links
		link = e.ID
	}
	return gemtext.Line{Kind: gemtext.Link, URL: strings.Join(strings.Fields(link), "%20"), Text: label}
}

// safeTitle returns a safe title as one line of any length.
func safeTitle(s string) string { return words.SafeTitle(s, math.MaxInt) }
