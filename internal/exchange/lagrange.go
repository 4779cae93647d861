package exchange

import (
	"slices"
	"strconv"
	"strings"

	"gemsub/feed"
)

// Tags in which Lagrange stores the settings of a bookmark. Since 1.11 they begin with a
// dot.
const (
	tagSubscribed = "subscribed" // new entries of the page are shown
	tagHeadings   = "headings"   // new headings count as entries
	otherTags     = " homepage ignoreweb linksplit remotesource usericon "
)

// A bookmark is a table of bookmarks.ini.
type bookmark struct {
	line   int    // of its header
	url    string // empty for a folder
	title  string
	tags   string // separated by spaces
	parent string // number of the folder around it
}

// readLagrange reads bookmarks.ini: a table for each bookmark and folder, with a key and
// a text or number on each line. Lines that Lagrange does not write are passed over.
func (l *List) readLagrange(doc string) {
	var all []*bookmark
	folders := map[string]*bookmark{} // by number
	number := 0
	for line := range strings.Lines(doc) {
		number++
		if header, ok := tableHeader(line); ok {
			all = append(all, &bookmark{line: number})
			folders[header] = all[len(all)-1]
		} else if key, value, ok := strings.Cut(line, "="); ok && len(all) > 0 {
			all[len(all)-1].set(strings.TrimSpace(key), strings.TrimSpace(value))
		}
	}
	for _, b := range all {
		if b.url == "" {
			l.skip("folder")
		} else {
			l.addBookmark(b, around(b, folders))
		}
	}
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

// around returns the titles of the folders around a bookmark, outermost first. If
// folders contain one another, it stops at the maximum number of tags.
func around(b *bookmark, folders map[string]*bookmark) []string {
	var titles []string
	for range maxTags {
		folder, ok := folders[b.parent]
		if !ok {
			break
		}
		titles = append(titles, folder.title)
		b = folder
	}
	slices.Reverse(titles)
	return titles
}

// addBookmark adds a bookmark that is subscribed to. Its tags are its folders and its
// tags in Lagrange, except for special ones.
func (l *List) addBookmark(b *bookmark, folders []string) {
	s := Subscription{URL: b.url, Title: b.title, Line: b.line}
	for _, folder := range folders {
		s.Tags = addTag(s.Tags, folder)
	}
	subscribed := false
	for tag := range strings.FieldsSeq(b.tags) {
		switch name := strings.TrimPrefix(tag, "."); {
		case name == tagSubscribed:
			subscribed = true
		case name == tagHeadings:
			s.Format = feed.Headings
		case name == tag && !strings.Contains(otherTags, " "+tag+" "):
			s.Tags = addTag(s.Tags, tag)
		}
	}
	if subscribed {
		l.add(s)
	} else {
		l.skip("bookmark that is not subscribed to")
	}
}

// tableHeader returns the text between the brackets of a line such as "[12]".
func tableHeader(line string) (string, bool) {
	line, _, _ = strings.Cut(line, "#")
	line = strings.TrimSpace(line)
	if len(line) < len("[1]") || line[0] != '[' || line[len(line)-1] != ']' {
		return "", false
	}
	return strings.TrimSpace(line[1 : len(line)-1]), true
}
