// Package exchange reads the subscription files of other programs.
//
// It reads OPML (1.0, 1.1 and 2.0, http://opml.org/spec2.opml, Subscription
// lists), plain lists of URLs (newsboat's urls with tags and titles, gmi2email's
// list), the links of a gemtext page (moku-pona's sites.txt), amfora's
// subscriptions.json, and Lagrange's bookmarks.ini.
//
// Every entry of a file becomes a [Subscription] or a problem that names its line, or is
// counted in [List.Skipped] with the reason. Blank lines, comments, text around the links
// of a page and groups that are not empty do not count as entries.
//
// The package does no input or output of its own and has no clock. Callers look for
// duplicates.
package exchange

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/model"
	"gemsub/internal/words"
)

// Bounds of a file.
const (
	MaxSize    = 8 << 20 // bytes
	MaxEntries = 20_000  // subscriptions and problems together
	maxExcerpt = 200     // bytes of an entry that is told
	maxTag     = 128     // bytes
	maxTags    = 32      // of a subscription: groups of groups may have many
)

// ErrUnknownKind reports a file whose kind neither its name nor its content shows.
var ErrUnknownKind = errors.New("unknown kind of file")

// A List is the content of a file, each part in the file's order.
type List struct {
	Kind          Kind // of the file, never [Auto]
	Subscriptions []Subscription
	// Problems are the entries that cannot be subscribed to and the places where
	// the file is damaged. A URL is the text of the entry as one printable line, and empty
	// if the problem concerns the whole file.
	Problems []model.ImportedLine
	// Skipped counts, by reason, the entries that are no subscriptions, such as
	// plain bookmarks, and those after the first [MaxEntries].
	Skipped []model.LeftOut
}

// A Subscription is one feed to follow. The file says:
//   - its URL, which can be requested: it has the form of [address.Parse];
//   - its Title, one printable line of at most [feed.MaxTitle] bytes, empty if the file gives
//     none, or gives the URL as title; in OPML that gemsub wrote perhaps a FeedTitle instead;
//   - its Tags, which are distinct, not empty, and one printable line of at most 128 bytes
//     each; there are at most 32. Feeds of one group may share the slice;
//   - its Format, else [feed.Auto].
type Subscription struct {
	model.Subscription
	Line int // the first one of the entry, counted from 1; in JSON all is on line 1
}

// Parse reads a file of the given kind, or for [Auto] of the kind that its name or its
// content shows. It fails if the file is not of that kind, or is larger than [MaxSize]. An
// error inside the file becomes a problem, and the rest is read. A byte order mark of UTF-8
// or UTF-16 is honoured.
func Parse(name string, data []byte, kind Kind) (*List, error) {
	if len(data) > MaxSize {
		return nil, fmt.Errorf("the file is larger than %d MiB", MaxSize>>20)
	}
	doc, fault := feed.DecodeXML(data, "") // or other text
	start := doc[:min(len(doc), maxStart)]
	r := readerOf(kind, name, start)
	switch {
	case strings.TrimSpace(doc) == "":
		return nil, errors.New("the file is empty")
	case strings.Contains(start, "\x00"):
		return nil, errors.New("this is binary data, not text")
	case r == nil:
		return nil, ErrUnknownKind
	}
	l := &List{Kind: r.kind}
	if fault != nil && l.Kind == OPML {
		l.problem(fault.Line, "", fault.Message)
	}
	if err := r.read(l, doc); err != nil {
		return nil, err
	}
	slices.SortStableFunc(l.Problems, func(a, b model.ImportedLine) int { return a.Line - b.Line })
	return l, nil
}

// add adds an entry as a subscription, or as a problem if its URL cannot be subscribed to.
func (l *List) add(line int, s model.Subscription) {
	if l.isFull() {
		return
	}
	u, err := address.Parse(s.URL)
	if err != nil {
		l.problem(line, s.URL, address.Reason(err))
		return
	}
	for _, title := range []*string{&s.Title, &s.FeedTitle} {
		if *title = words.Line(*title, feed.MaxTitle); *title == s.URL { // some programs write that if there is none
			*title = ""
		}
	}
	s.URL, s.Format = u.String(), cmp.Or(s.Format, string(feed.Auto))
	l.Subscriptions = append(l.Subscriptions, Subscription{s, line})
}

// problem adds a problem. Text is the entry in the file, or empty.
func (l *List) problem(line int, text, message string) {
	if l.isFull() {
		return
	}
	// What is cut off need not be cleaned: a bad line may be the whole file.
	text = words.Line(address.WithoutUser(text[:min(len(text), 4*maxExcerpt)]), maxExcerpt)
	l.Problems = append(l.Problems, model.ImportedLine{Line: line, Result: model.ImportRefused, URL: text, Detail: message})
}

// isFull reports that no further entry has room, and counts it.
func (l *List) isFull() bool {
	if len(l.Subscriptions)+len(l.Problems) < MaxEntries {
		return false
	}
	l.skip("entry after the first 20000")
	return true
}

// skip counts an entry that is no subscription.
func (l *List) skip(reason string) {
	i := slices.IndexFunc(l.Skipped, func(s model.LeftOut) bool { return s.Reason == reason })
	if i < 0 {
		i = len(l.Skipped)
		l.Skipped = append(l.Skipped, model.LeftOut{Reason: reason})
	}
	l.Skipped[i].Count++
}

// addTag returns tags with one more, unless that is empty or a duplicate, or there are
// enough. It never changes an array that another slice of tags uses.
func addTag(tags []string, tag string) []string {
	tag = words.Line(tag, maxTag)
	if tag == "" || len(tags) == maxTags || slices.Contains(tags, tag) {
		return tags
	}
	return append(slices.Clip(tags), tag)
}
