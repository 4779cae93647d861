package store

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"gemsub/internal/model"
)

// A Range is the numbers from First to Last, both included.
type Range struct{ First, Last int64 }

// An EntryFilter selects the entries that meet all conditions that are set. IDs and
// URLs are one condition: they select the entries named by either. The zero value
// selects everything.
type EntryFilter struct {
	IDs           []Range
	URLs          []string // of entries
	Subscriptions []int64
	Tag           string // of the subscription
	Since         time.Time
	Before        time.Time // only entries with an earlier date
	UnreadOnly    bool
	StarredOnly   bool
	Distinct      bool  // of entries with equal links in several feeds, only those of the preferred feed
	Merged        bool  // tells whose ids are taken, for one feed of all
	WithTags      bool  // the entries have the tags of their feeds
	WithKept      bool  // tells whether the text of its post is kept
	Conversing    bool  // only posts that answer another one, or are answered
	WithAnswers   bool  // tells whether that is so
	Prunable      bool  // only entries that are neither unread nor starred
	WithPost      bool  // only entries of which a post has a text here
	NotMailedTo   int64 // only entries of which nothing is noted for this destination
	BeyondNewest  int   // no entry that is among so many newest of its feed
	Limit         int   // at most so many, the newest; 0: all
	OldestFirst   bool  // the order of those; not of a search
	TitlesOnly    bool  // a search looks in titles alone
}

// byTime is the order of lists, newest first. The indexes have the same order.
func byTime() string { return sortTime("e") + ` DESC, e.subscription_id, e.rank DESC, e.id DESC` }

func byTimeBackwards() string { return sortTime("e") + `, e.subscription_id DESC, e.rank, e.id` }

// clauses returns what follows FROM entry e, newest first or as f says, and its
// arguments.
func (f EntryFilter) clauses() (string, []any, error) {
	w, err := f.where()
	if err != nil {
		return "", nil, err
	}
	switch {
	case !f.OldestFirst:
		return f.ordered(w, byTime()), w.args, nil
	case f.Limit == 0:
		return f.ordered(w, byTimeBackwards()), w.args, nil
	}
	newest := f.ordered(w, byTime())
	return `WHERE e.id IN (SELECT e.id FROM entry e ` + newest + `) ORDER BY ` + byTimeBackwards(), w.args, nil
}

// ordered returns the conditions of w with an order and the limit.
func (f EntryFilter) ordered(w *where, order string) string {
	clauses := w.sql() + " ORDER BY " + order
	if f.Limit > 0 {
		clauses += " LIMIT ?"
		w.args = append(w.args, f.Limit)
	}
	return clauses
}

func (f EntryFilter) where() (*where, error) {
	w := new(where)
	switch {
	case f.isOne():
		w.and("e.id = ?", f.IDs[0].First)
	case len(f.IDs) > 0 || len(f.URLs) > 0:
		args, err := f.namedArgs()
		if err != nil {
			return nil, err
		}
		w.and(isNamed, args...)
	}
	feed := "e.subscription_id"
	if f.Limit > 0 && len(f.Subscriptions) == 0 {
		feed = "+" + feed // the newest of a tag's many feeds are found in the order of time
	}
	f.scope(w, feed, isMarked)
	if f.NotMailedTo > 0 { // before what takes longer
		w.and(notNoted(), f.NotMailedTo, f.NotMailedTo)
	}
	if f.Distinct {
		posts := f.posts()
		w.and(posts.conditions[0], posts.args...)
	}
	if !f.Since.IsZero() {
		w.and(sortTime("e")+" >= ?", unixTime(f.Since))
	}
	if !f.Before.IsZero() {
		w.and(sortTime("e")+" < ?", unixTime(f.Before))
	}
	if f.Conversing {
		w.and(isConversing())
	}
	if f.Prunable {
		w.and("e.unread = 0 AND e.starred = 0")
	}
	if f.WithPost {
		w.and("EXISTS (SELECT 1 FROM post p WHERE p.entry_id = e.id AND p.length > 0)")
	}
	if f.BeyondNewest > 0 {
		f.leaveNewest(w)
	}
	return w, nil
}

// posts is the condition that leaves of a post in several feeds the entries of one.
func (f EntryFilter) posts() *where {
	among, w := new(where), new(where)
	f.scope(among, "o.subscription_id", func(column string) string { return "o." + column + " = 1" })
	w.and(isPreferred(among), among.args...)
	return w
}

// scope adds the conditions that select one of several entries with equal links.
// feed is the column with an entry's subscription; a plus before it keeps SQLite from
// looking entries up by it.
func (f EntryFilter) scope(w *where, feed string, marked func(column string) string) {
	if len(f.Subscriptions) > 0 {
		w.and(feed+" IN ("+placeholders(len(f.Subscriptions))+")", asArgs(f.Subscriptions)...)
	}
	if f.Tag != "" {
		w.and(feed+" IN (SELECT subscription_id FROM tag WHERE tag = ?)", model.FoldTag(f.Tag))
	}
	if f.UnreadOnly {
		w.and(marked("unread"))
	}
	if f.StarredOnly {
		w.and(marked("starred"))
	}
}

// isMarked writes the value into the query, since SQLite plans by it.
func isMarked(column string) string { return "e." + column + " = 1" }

// leaveNewest adds the condition that holds for entries older than the last of the
// newest of their feed. If there are fewer, the comparison is with NULL and holds for
// none. Of a single feed SQLite looks for that entry once.
func (f EntryFilter) leaveNewest(w *where) {
	feed, args := "e.subscription_id", []any{f.BeyondNewest - 1}
	if len(f.Subscriptions) == 1 {
		feed, args = "?", []any{f.Subscriptions[0], f.BeyondNewest - 1}
	}
	w.and(`(`+sortTime("e")+`, e.rank, e.id) < (
		SELECT `+sortTime("n")+`, n.rank, n.id FROM entry n WHERE n.subscription_id = `+feed+`
		ORDER BY `+sortTime("n")+` DESC, n.rank DESC, n.id DESC LIMIT 1 OFFSET ?)`, args...)
}

// isOne reports whether f names one number and no URL, as commands mostly do. That needs
// no list.
func (f EntryFilter) isOne() bool {
	return len(f.URLs) == 0 && len(f.IDs) == 1 && f.IDs[0].First == f.IDs[0].Last
}

// isNamed selects by number and URL. The lists are JSON, since a user may name more
// entries than a statement can have terms.
const isNamed = `e.id IN (
	SELECT x.id FROM JSON_EACH(?) r CROSS JOIN entry x ON x.id BETWEEN r.value ->> 'First' AND r.value ->> 'Last'
	UNION SELECT x.id FROM JSON_EACH(?) u CROSS JOIN entry x ON x.url = u.value)`

func (f EntryFilter) namedArgs() ([]any, error) {
	urls := []byte("[]")
	if len(f.URLs) > 0 {
		var err error
		if urls, err = json.Marshal(f.URLs); err != nil {
			return nil, err
		}
	}
	return []any{rangeList(f.IDs), string(urls)}, nil
}

// rangeList is the JSON of ranges. Package json would take longer to learn their type
// than most commands to read an entry.
func rangeList(ranges []Range) string {
	var b strings.Builder
	for i, r := range ranges {
		fmt.Fprintf(&b, `%c{"First":%d,"Last":%d}`, "[,"[min(i, 1)], r.First, r.Last)
	}
	return cmp.Or(b.String(), "[") + "]"
}
