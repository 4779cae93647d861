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

// Bounds of files: the size in bytes, enough for the maximum number of subscriptions
// as [WriteOPML] writes them, and that number, which bounds problems too.
const (
	MaxSize          = 8 << 20
	MaxSubscriptions = 20_000
)

// ErrUnknownKind reports a file whose kind neither its name nor its content shows.
var ErrUnknownKind = errors.New("unknown kind of file")

// A List is the content of a file, each part in the file's order.
type List struct {
	// Kind is that of the file, never [Auto].
	Kind Kind
	// Subscriptions are at most [MaxSubscriptions]; further ones are counted in
	// Skipped.
	Subscriptions []Subscription
	// Problems are the entries that cannot be subscribed to and the places where
	// the file is damaged: as many as Subscriptions at most. A URL is the text of the
	// entry as one printable line, and empty if the problem concerns the whole file.
	Problems []model.ImportedLine
	// Skipped counts, by reason, the entries that are no subscriptions, such as
	// plain bookmarks.
	Skipped []model.LeftOut
}

// A Subscription is one feed to follow.
type Subscription struct {
	// URL can be requested; it has the form of [address.Parse].
	URL string
	// Title is one printable line of at most [feed.MaxTitle] bytes, empty if the
	// file gives none, or gives the URL as title.
	Title string
	// FeedTitle is the feed's own title, in the same form. Only OPML written by
	// this package distinguishes it from Title; one of the two is empty.
	FeedTitle string
	// Tags are distinct, not empty, and one printable line of at most 128 bytes
	// each. There are at most 32; a file's further ones are left out. Feeds of one
	// group may share the slice: append to it, but change no element.
	Tags []string
	// Format is the format that the file states, else [feed.Auto].
	Format feed.Format
	// Line is the first line of the entry in the file, counted from 1. In JSON all is on
	// line 1.
	Line int
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
func (l *List) add(s Subscription) {
	u, err := address.Parse(s.URL)
	switch {
	case err != nil:
		l.problem(s.Line, s.URL, address.Reason(err))
	case len(l.Subscriptions) == MaxSubscriptions:
		l.skip("feed after the first 20000")
	default:
		s.Title, s.FeedTitle = title(s.Title, s.URL), title(s.FeedTitle, s.URL)
		s.URL, s.Format = u.String(), cmp.Or(s.Format, feed.Auto)
		l.Subscriptions = append(l.Subscriptions, s)
	}
}

// title returns a title in the form of a Subscription's. Some programs write the URL
// if there is none.
func title(s, url string) string {
	if s = clean(s); s == url {
		return ""
	}
	return s
}

// problem adds a problem. Text is the entry in the file, or empty.
func (l *List) problem(line int, text, message string) {
	if len(l.Problems) == MaxSubscriptions {
		l.skip("problem after the first 20000")
		return
	}
	// What is cut off need not be cleaned: a bad line may be the whole file.
	text = words.Line(address.WithoutUser(text[:min(len(text), 4*maxExcerpt)]), maxExcerpt)
	l.Problems = append(l.Problems, model.ImportedLine{Line: line, Result: model.ImportRefused, URL: text, Detail: message})
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
