package exchange

import (
	"cmp"
	"fmt"
	"slices"

	"gemsub/feed"
	"gemsub/internal/model"
)

// A Kind is a kind of subscription file.
type Kind string

// The kinds.
const (
	OPML     Kind = "opml"     // outlines with an xmlUrl
	URLs     Kind = "urls"     // one URL per line; newsboat's urls, gmi2email's list
	Gemtext  Kind = "gemtext"  // the links of a page; moku-pona's sites.txt
	Amfora   Kind = "amfora"   // subscriptions.json
	Lagrange Kind = "lagrange" // bookmarks.ini, since Lagrange 1.7
)

// Kinds returns all kinds in the order in which help shows them.
func Kinds() []Kind {
	return []Kind{OPML, URLs, Gemtext, Amfora, Lagrange}
}

// Bounds of files: the size in bytes, enough for the maximum number of subscriptions
// as [WriteOPML] writes them, and that number.
const (
	MaxSize          = 32 << 20
	MaxSubscriptions = 100_000
)

// A List is the content of a file, each part in the file's order.
type List struct {
	Kind Kind
	// Subscriptions are at most [MaxSubscriptions]; further ones are counted in
	// Skipped.
	Subscriptions []Subscription
	// Problems are the entries that cannot be subscribed to and the places where
	// the file is damaged. There are at most 10,000; further ones are counted in
	// Skipped.
	Problems []Problem
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

// A Problem is an entry or a place in the file that cannot be read.
type Problem struct {
	// Line counts from 1.
	Line int
	// Text is the entry in the file as one printable line of at most 200 bytes;
	// empty if the problem concerns the whole file.
	Text string
	// Message says what is wrong, in lower case and without a final period.
	Message string
}

// Parse reads a file of the given kind. It fails only if the file is larger than
// [MaxSize] or the kind is none of [Kinds]. An error inside the file becomes a
// [Problem], and the rest is read. A byte order mark of UTF-8 or UTF-16 is honoured.
func Parse(data []byte, kind Kind) (*List, error) {
	if len(data) > MaxSize {
		return nil, fmt.Errorf("read subscriptions: file is larger than %d MiB", MaxSize>>20)
	}
	l := &List{Kind: kind}
	doc, fault := feed.DecodeXML(data, "") // or other text
	switch kind {
	case OPML:
		l.readOPML(doc, fault)
	case URLs:
		l.readURLs(doc)
	case Gemtext:
		l.readGemtext(doc)
	case Amfora:
		l.readAmfora(doc)
	case Lagrange:
		l.readLagrange(doc)
	default:
		return nil, fmt.Errorf("read subscriptions: unknown kind %q", excerpt(string(kind)))
	}
	slices.SortStableFunc(l.Problems, func(a, b Problem) int { return a.Line - b.Line })
	return l, nil
}

// add adds an entry as a subscription, or as a problem if its URL cannot be subscribed to.
func (l *List) add(s Subscription) {
	if len(l.Subscriptions) == MaxSubscriptions {
		l.skip("feed after the first 100000")
		return
	}
	checked, problem := checkURL(s.URL)
	if problem != "" {
		l.problem(s.Line, s.URL, problem)
		return
	}
	s.Title, s.FeedTitle = title(s.Title, s.URL), title(s.FeedTitle, s.URL)
	s.URL, s.Format = checked, cmp.Or(s.Format, feed.Auto)
	l.Subscriptions = append(l.Subscriptions, s)
}

// title returns a title in the form of a Subscription's. Some programs write the URL
// if there is none.
func title(s, url string) string {
	if s = clean(s); s == url {
		return ""
	}
	return s
}

// problem adds a problem.
func (l *List) problem(line int, text, message string) {
	if len(l.Problems) == maxProblems {
		l.skip("problem after the first 10000")
		return
	}
	l.Problems = append(l.Problems, Problem{Line: line, Text: excerpt(text), Message: message})
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
