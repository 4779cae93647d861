package exchange

import (
	"slices"
	"strings"

	"gemsub/feed"
)

// Lagrange's own tags. They carry a dot since 1.11, and none before.
const (
	tagSubscribed = "subscribed" // new entries of the page are shown
	tagHeadings   = "headings"   // new headings count as entries
)

// specialTags are the tags in which Lagrange stores the settings of a bookmark.
func specialTags() []string {
	return []string{tagSubscribed, tagHeadings, "homepage", "ignoreweb", "linksplit", "remotesource", "usericon"}
}

// A bookmark is an entry of one of Lagrange's files.
type bookmark struct {
	line    int
	url     string
	title   string
	tags    string   // separated by spaces
	folders []string // titles of the folders around it, outermost first
}

// addBookmark adds a bookmark that is subscribed to. Its tags are its folders and its
// tags in Lagrange, except for special ones.
func (l *List) addBookmark(b bookmark) {
	s := Subscription{URL: b.url, Title: b.title, Line: b.line}
	for _, folder := range b.folders {
		s.Tags = addTag(s.Tags, folder)
	}
	subscribed := false
	for tag := range strings.FieldsSeq(b.tags) {
		name := strings.TrimPrefix(tag, ".")
		switch {
		case name == tagSubscribed:
			subscribed = true
		case name == tagHeadings:
			s.Format = feed.Headings
		case name == tag && !slices.Contains(specialTags(), name):
			s.Tags = addTag(s.Tags, tag)
		}
	}
	if !subscribed {
		l.skip("bookmark that is not subscribed to")
		return
	}
	l.add(s)
}
