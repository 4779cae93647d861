package exchange

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"gemsub/feed"
	"gemsub/internal/model"
	"gemsub/internal/words"
)

// readAmfora reads the keys of "feeds", whose values have titles, and of "pages", or fails if the
// JSON is broken or has neither. It ignores amfora's formats, which the user did not choose. Only
// the URL is needed, so an entry counts even if its value is of another type than amfora writes.
func (l *List) readAmfora(doc string) error {
	type entries map[string]struct{ Title string }
	var file struct{ Feeds, Pages entries }
	err := json.Unmarshal([]byte(doc), &file)
	if _, wrongType := errors.AsType[*json.UnmarshalTypeError](err); err != nil && !wrongType {
		return errors.New("JSON is broken: " + words.SafeTitle(strings.Replace(err.Error(), "unexpected end of JSON input", "it ends too early", 1), maxExcerpt))
	}
	if file.Feeds == nil && file.Pages == nil {
		return errors.New(`neither "feeds" nor "pages" in this file`)
	}
	for _, of := range []entries{file.Feeds, file.Pages} {
		for _, url := range slices.Sorted(maps.Keys(of)) {
			l.add(1, model.Subscription{URL: url, Title: of[url].Title})
		}
	}
	return nil
}

// A bookmark is a table of bookmarks.ini. A folder is a bookmark with only a title.
type bookmark struct {
	Subscription        // Line is that of the table's header
	tags         string // separated by spaces
	parent       string // the number of its folder
}

// readLagrange reads bookmarks.ini: a table for each bookmark and folder, with a key and a
// text or number on each line. It ignores lines that Lagrange does not write.
func (l *List) readLagrange(doc string) error {
	var all []*bookmark
	byNumber := map[string]*bookmark{}
	number := 0
	for line := range strings.Lines(doc) {
		number++
		if header, isHeader := strings.CutPrefix(line, "["); isHeader {
			if len(all) == MaxEntries {
				l.addProblem(number, "", "only the first 20000 bookmarks are read")
				break
			}
			all = append(all, &bookmark{Subscription: Subscription{Line: number}})
			header, _, _ = strings.Cut(header, "]")
			byNumber[header] = all[len(all)-1]
		} else if key, value, ok := strings.Cut(line, "="); ok && len(all) > 0 {
			all[len(all)-1].setValue(strings.TrimSpace(key), strings.TrimSpace(value))
		}
	}
	for _, b := range all {
		l.addBookmark(b, byNumber)
	}
	return nil
}

// setValue sets a value of a bookmark. A value of a wrong type counts as missing, as in
// Lagrange.
func (b *bookmark) setValue(key, value string) {
	quoted, _ := strconv.QuotedPrefix(value)
	text, _ := strconv.Unquote(quoted)
	switch key {
	case "url":
		b.URL = text
	case "title":
		b.Title = text
	case "tags":
		b.tags = text
	case "parent":
		b.parent, _, _ = strings.Cut(value, " ")
	}
}

// addBookmark adds a bookmark, or counts it as skipped if it is not subscribed to. The folders
// around it are tags too. Special tags begin with a dot, but not in Lagrange before 1.11.
func (l *List) addBookmark(b *bookmark, byNumber map[string]*bookmark) {
	folder := byNumber[b.parent]
	for depth := 0; folder != nil && depth < maxTags; depth++ {
		b.Tags = addTag(b.Tags, folder.Title)
		folder = byNumber[folder.parent]
	}
	isSubscribed := false
	for tag := range strings.FieldsSeq(b.tags) {
		switch strings.TrimPrefix(tag, ".") {
		case "subscribed": // new entries of the page are shown
			isSubscribed = true
		case "headings": // new headings count as entries
			b.Format = string(feed.Headings)
		case tag:
			b.Tags = addTag(b.Tags, tag)
		}
	}
	if !isSubscribed {
		l.Skipped["bookmark or folder that is not subscribed to"]++
		return
	}
	l.add(b.Line, b.Subscription.Subscription)
}
