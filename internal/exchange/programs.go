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

// readAmfora reads the keys of "feeds", whose values have titles, and of "pages". It fails if the
// JSON is broken, or has neither key. It ignores amfora's formats, because the user did not choose
// them. Only the URL is needed, so an entry counts even if its value has an unexpected type.
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
	line   int // the line of the table's header
	values map[string]string
}

// readLagrange reads bookmarks.ini. The file has a table for each bookmark and folder, with a key
// and a text or number on each line. readLagrange ignores lines that Lagrange does not write.
func (l *List) readLagrange(doc string) error {
	var all []bookmark
	byNumber := map[string]bookmark{}
	number := 0
	for line := range strings.Lines(doc) {
		number++
		if header, isHeader := strings.CutPrefix(line, "["); isHeader {
			if len(all) == MaxEntries {
				l.addProblem(number, "", "only the first 20000 bookmarks are read")
				break
			}
			all = append(all, bookmark{number, map[string]string{}})
			header, _, _ = strings.Cut(header, "]")
			byNumber[header] = all[len(all)-1]
		} else if key, value, ok := strings.Cut(line, "="); ok && len(all) > 0 {
			all[len(all)-1].values[strings.TrimSpace(key)] = strings.TrimSpace(value)
		}
	}
	for _, b := range all {
		l.addBookmark(b, byNumber)
	}
	return nil
}

// text returns a text of a bookmark. A value of another type counts as missing, as in Lagrange.
func (b bookmark) text(key string) string {
	quoted, _ := strconv.QuotedPrefix(b.values[key])
	text, _ := strconv.Unquote(quoted)
	return text
}

// folder returns the bookmark's folder; the zero value for none.
func (b bookmark) folder(byNumber map[string]bookmark) bookmark {
	number, _, _ := strings.Cut(b.values["parent"], " ")
	return byNumber[number]
}

// addBookmark adds a bookmark, or counts it as skipped if Lagrange does not subscribe to it. The
// folders around the bookmark are tags too. Special tags begin with a dot since Lagrange 1.11.
func (l *List) addBookmark(b bookmark, byNumber map[string]bookmark) {
	s := model.Subscription{URL: b.text("url"), Title: b.text("title")}
	for folder, depth := b.folder(byNumber), 0; folder.line > 0 && depth < maxTags; depth++ {
		s.Tags = addTag(s.Tags, folder.text("title"))
		folder = folder.folder(byNumber)
	}
	isSubscribed := false
	for tag := range strings.FieldsSeq(b.text("tags")) {
		switch strings.TrimPrefix(tag, ".") {
		case "subscribed": // new entries of the page are shown
			isSubscribed = true
		case "headings": // new headings count as entries
			s.Format = string(feed.Headings)
		case tag:
			s.Tags = addTag(s.Tags, tag)
		}
	}
	if !isSubscribed {
		l.Skipped["bookmark or folder that is not subscribed to"]++
		return
	}
	l.add(b.line, s)
}
