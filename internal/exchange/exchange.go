// Package exchange reads the subscription files of other programs.
//
// These kinds of files are known:
//   - OPML 1.0, 1.1 and 2.0 (http://opml.org/spec2.opml, Subscription lists);
//   - plain lists of URLs: newsboat's urls with tags and titles, gmi2email's list;
//   - the links of a gemtext page: moku-pona's sites.txt;
//   - amfora's subscriptions.json;
//   - Lagrange's bookmarks.ini.
//
// Every entry of a file becomes a [Subscription], or a problem with its line, or adds to
// [List.Skipped] under the reason. Blank lines, comments, text around the links of a page and
// groups with entries do not count as entries.
//
// The package does no input or output of its own, has no clock, and does not look for
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
	maxExcerpt = 200     // bytes of an entry in a message
	maxTag     = 128     // bytes
	maxTags    = 32      // of a subscription: each group around a feed is a tag
)

// ErrUnknownKind reports a file whose name and content do not show its kind.
var ErrUnknownKind = errors.New("unknown kind of file")

// A List is the content of a file, each part in the file's order.
type List struct {
	Kind          Kind // of the file, never [Auto]
	Subscriptions []Subscription
	// Problems are the entries that gemsub cannot subscribe to, and the places where the file is
	// damaged. The URL of a problem is the text of the entry as one printable line, or empty if
	// the problem concerns the whole file.
	Problems []model.ImportLine
	// Skipped counts, by reason, the entries that are not subscriptions, such as plain bookmarks,
	// and all entries after the first [MaxEntries].
	Skipped map[string]int
}

// A Subscription is one feed to follow. Only these fields are set:
//   - URL can be requested: it has the form of [address.Parse];
//   - Title is one printable line of at most [feed.MaxTitle] bytes, empty if the file has no
//     title, or the URL as title. For OPML that gemsub wrote, FeedTitle may be set instead;
//   - Tags are at most 32. Each is one printable line of 1 to 128 bytes, and no two are
//     equal. Feeds of one group may share the slice;
//   - Format is from the file, else [feed.Auto].
type Subscription struct {
	model.Subscription
	Line int // the first line of the entry, counted from 1; always 1 in JSON
}

// Parse reads a file of the given kind. For [Auto] the name or the content decides. Parse fails if
// the file is empty, binary, larger than [MaxSize] or not of that kind, and with [ErrUnknownKind] if
// the kind is unknown. A fault inside the file becomes a problem, and Parse reads the rest as far as
// possible. A byte order mark of UTF-8 or UTF-16 decides the encoding.
func Parse(name string, data []byte, kind Kind) (*List, error) {
	if len(data) > MaxSize {
		return nil, fmt.Errorf("the file is larger than %d MiB", MaxSize>>20)
	}
	doc, fault := feed.DecodeXML(data, "") // decodes other text too
	start := doc[:min(len(doc), maxStart)]
	r := findKind(kind, name, start)
	switch {
	case strings.TrimSpace(doc) == "":
		return nil, errors.New("the file is empty")
	case strings.Contains(start, "\x00"):
		return nil, errors.New("this is binary data, not text")
	case r == nil:
		return nil, ErrUnknownKind
	}
	l := &List{Kind: r.kind, Skipped: map[string]int{}}
	if fault != nil && l.Kind == OPML {
		l.addProblem(fault.Line, "", fault.Message)
	}
	if err := r.read(l, doc); err != nil {
		return nil, err
	}
	slices.SortStableFunc(l.Problems, func(a, b model.ImportLine) int { return a.Line - b.Line })
	return l, nil
}

// add adds an entry as a subscription, or as a problem if its URL is invalid.
func (l *List) add(line int, s model.Subscription) {
	if l.skipIfFull() {
		return
	}
	u, err := address.Parse(s.URL)
	if err != nil {
		l.addProblem(line, s.URL, address.Reason(err))
		return
	}
	for _, title := range []*string{&s.Title, &s.FeedTitle} {
		if *title = words.SafeTitle(*title, feed.MaxTitle); *title == s.URL { // some programs write the URL if there is no title
			*title = ""
		}
	}
	s.URL, s.Format = u.String(), cmp.Or(s.Format, string(feed.Auto))
	l.Subscriptions = append(l.Subscriptions, Subscription{s, line})
}

// addProblem adds a problem. text is the raw text of the entry, or empty.
func (l *List) addProblem(line int, text, message string) {
	if l.skipIfFull() {
		return
	}
	// Cut first: a bad line may be the whole file.
	text = words.SafeTitle(address.WithoutUser(text[:min(len(text), 4*maxExcerpt)]), maxExcerpt)
	l.Problems = append(l.Problems, model.ImportLine{Line: line, Result: model.ImportRefused, URL: text, Detail: message})
}

// skipIfFull reports whether the list is full. If so, it counts an entry as skipped.
func (l *List) skipIfFull() bool {
	if len(l.Subscriptions)+len(l.Problems) < MaxEntries {
		return false
	}
	l.Skipped["entry after the first 20000"]++
	return true
}

// addTag returns tags with one more, unless the new tag is empty or a duplicate, or there are
// maxTags already. addTag never changes an array that another slice of tags uses.
func addTag(tags []string, tag string) []string {
	tag = words.SafeTitle(tag, maxTag)
	if tag == "" || len(tags) == maxTags || slices.Contains(tags, tag) {
		return tags
	}
	return append(slices.Clip(tags), tag)
}
