package exchange

import (
	"slices"
	"strconv"
	"strings"

	"gemsub/feed"
)

// A bookmark is a table of bookmarks.ini.
type bookmark struct {
	line             int    // of its header
	url, title, tags string // the URL is empty for a folder, tags are separated by spaces
	parent           string // number of the folder around it
}

// readLagrange reads bookmarks.ini: a table for each bookmark and folder, with a key and
// a text or number on each line. Lines that Lagrange does not write are passed over.
func (l *List) readLagrange(doc string) error {
	var all []*bookmark
	folders := map[string]*bookmark{} // by number
	number := 0
	for line := range strings.Lines(doc) {
		number++
		if header, isHeader := strings.CutPrefix(line, "["); isHeader {
			if len(all) == MaxSubscriptions {
				l.problem(number, "", "only the first 20000 bookmarks are read")
				break
			}
			all = append(all, &bookmark{line: number})
			header, _, _ = strings.Cut(header, "]")
			folders[header] = all[len(all)-1]
		} else if key, value, ok := strings.Cut(line, "="); ok && len(all) > 0 {
			all[len(all)-1].set(strings.TrimSpace(key), strings.TrimSpace(value))
		}
	}
	for _, b := range all {
		if b.url == "" {
			l.skip("folder")
		} else {
			l.addBookmark(b, folders)
		}
	}
	return nil
}

// set sets a value of a bookmark. One of a wrong type counts as missing, as in Lagrange.
func (b *bookmark) set(key, value string) {
	quoted, _ := strconv.QuotedPrefix(value)
	text, _ := strconv.Unquote(quoted)
	switch key {
	case "url":
		b.url = text
	case "title":
		b.title = text
	case "tags":
		b.tags = text
	case "parent":
		b.parent, _, _ = strings.Cut(value, " ")
	}
}

// oldSettings are the special tags of Lagrange before 1.11. Later ones begin with a dot.
const oldSettings = " subscribed headings homepage ignoreweb linksplit remotesource usericon "

// addBookmark adds a bookmark that is subscribed to. Its tags are the folders around it,
// outermost first, and its own, except for special ones.
func (l *List) addBookmark(b *bookmark, folders map[string]*bookmark) {
	s := Subscription{URL: b.url, Title: b.title, Line: b.line}
	var around []string
	for folder := folders[b.parent]; folder != nil && len(around) < maxTags; folder = folders[folder.parent] {
		around = append(around, folder.title)
	}
	for _, title := range slices.Backward(around) {
		s.Tags = addTag(s.Tags, title)
	}
	isSubscribed := false
	for tag := range strings.FieldsSeq(b.tags) {
		switch {
		case tag == ".subscribed", tag == "subscribed": // new entries of the page are shown
			isSubscribed = true
		case tag == ".headings", tag == "headings": // new headings count as entries
			s.Format = feed.Headings
		case tag[0] != '.' && !strings.Contains(oldSettings, " "+tag+" "):
			s.Tags = addTag(s.Tags, tag)
		}
	}
	if !isSubscribed {
		l.skip("bookmark that is not subscribed to")
		return
	}
	l.add(s)
}
