package store

import (
	"time"

	"gemsub/internal/model"
)

// A Range is the numbers from First to Last, both included.
type Range struct{ First, Last int64 }

// An EntryFilter selects the entries that meet all conditions that are set. IDs and
// URLs are one condition: they select the entries named by either. The zero value
// selects everything, a list that is empty and not nil nothing.
type EntryFilter struct {
	IDs           []Range
	URLs          []string // of entries
	Subscriptions []int64
	Tag           string // of the subscription
	Since         time.Time
	Before        time.Time // only entries with an earlier date
	UnreadOnly    bool
	StarredOnly   bool
	WithoutLater  bool   // leaves out the feed "Read later"
	Distinct      bool   // of entries with equal links in several feeds, only those of the preferred feed
	WithKept      bool   // says whether the text of its post is kept
	Conversing    bool   // only posts that answer another one, or are answered
	WithAnswers   bool   // says whether the post is part of a conversation
	Prunable      bool   // only entries that are neither unread nor starred, and have a date, or a post if WithPost is set
	WithPost      bool   // only entries with the text of a post
	NotMailedTo   int64  // only entries that this destination has not got by mail
	Limit         int    // at most so many, the newest; 0: all
	Order         Order  // by what the newest are chosen
	ListByDate    bool   // lists by date what Order chose
	OldestFirst   bool   // reverses the order of the chosen entries
	Words         string // only entries with these, those with all in their titles first; see search.go
	TitlesOnly    bool   // looks for words in titles alone
	isCounted     bool   // all are read, to be counted
}

// An Order says by what lists are ordered, newest first; the empty one is ByDate.
type Order string

// The orders. Entries are numbered as they arrive, those of one page from the oldest.
const (
	ByDate    Order = "date"
	ByArrival Order = "arrival"
)

// sql returns the terms that order the newest first, as the indexes do.
func (o Order) sql() string {
	if o == ByArrival {
		return `e.id DESC`
	}
	return `e.sort_time DESC, e.subscription_id, e.rank DESC, e.id DESC`
}

// clauses returns the clauses that follow FROM entry e, with the newest first, and their arguments.
func (f EntryFilter) clauses() (string, []any) {
	w, order := f.where(), f.Order.sql()
	if f.Words != "" {
		order = titlesFirst + order
		w.args = append(w.args, matchAll(searchTerms(f.Words)))
	}
	clauses := w.sql() + " ORDER BY " + order
	if f.Limit > 0 {
		clauses += " LIMIT ?"
		w.args = append(w.args, f.Limit)
	}
	return clauses, w.args
}

func (f EntryFilter) where() *where {
	w := new(where)
	if f.IDs != nil || f.URLs != nil {
		w.and(isNamed, jsonList(f.IDs), jsonList(f.URLs))
	}
	f.scope(w, "e")
	if f.Words != "" {
		f.hasWords(w)
	}
	if f.NotMailedTo > 0 { // before what takes longer
		w.and(notMailed(), f.NotMailedTo, f.NotMailedTo)
	}
	if f.Distinct {
		among := new(where)
		f.scope(among, "o")
		condition := isPreferred(among)
		if f.isCounted { // few links are in several feeds: these are found at once
			condition = `(e.url NOT IN (SELECT url FROM entry WHERE NOT repeated GROUP BY url HAVING COUNT(*) > 1) OR ` + condition + `)`
		}
		w.and(condition, among.args...)
	}
	if !f.Since.IsZero() {
		w.and("e.sort_time >= ?", unixTime(f.Since))
	}
	if !f.Before.IsZero() {
		w.and("e.sort_time < ?", unixTime(f.Before))
	}
	if f.Conversing {
		if f.UnreadOnly || f.StarredOnly {
			w.and(isConversing())
		} else {
			w.and(conversing())
		}
	}
	if f.Prunable {
		w.and("e.unread = 0 AND e.starred = 0")
		if !f.WithPost {
			w.and(isDated)
		}
	}
	if f.WithPost {
		w.and("EXISTS (SELECT 1 FROM post p WHERE p.entry_id = e.id AND p.length > 0)")
	}
	return w
}

// isDated holds for an entry e with a date of its own that is not far ahead: after a prune, dates
// tell which entries of the page are no longer new. The date of any other entry is the time when
// it was first seen; if the entry is a whole page, this counts as a date of its own.
const isDated = `(e.updated = e.sort_time AND e.updated <> e.first_seen OR (SELECT format FROM subscription WHERE id = e.subscription_id) = 'page')`

// scope adds the conditions of f on feed, tag and marks; entry is the alias of the table. Distinct
// chooses among the entries that meet these conditions.
func (f EntryFilter) scope(w *where, entry string) {
	switch {
	case len(f.Subscriptions) == 1: // an index has its entries in order
		w.and(entry+".subscription_id = ?", f.Subscriptions[0])
	case f.Subscriptions != nil:
		w.and(entry+".subscription_id IN (SELECT value FROM JSON_EACH(?))", jsonList(f.Subscriptions))
	}
	if f.Tag != "" {
		w.and("EXISTS (SELECT 1 FROM tag WHERE tag = ? AND subscription_id = "+entry+".subscription_id)", model.FoldTag(f.Tag))
	}
	if f.UnreadOnly {
		w.and(entry + ".unread = 1")
	}
	if f.StarredOnly {
		w.and(entry + ".starred = 1")
	}
	if f.WithoutLater {
		w.and(entry + ".subscription_id NOT IN (SELECT s.id FROM subscription s WHERE " + isLater + ")")
	}
}

// isNamed selects by number and URL. The lists are JSON, since a user may name more entries than a
// statement can have terms. CROSS JOIN makes SQLite look up the entries of each range, not the
// range of each entry: without it BenchmarkConversations/mentions takes 30 times as long.
const isNamed = `e.id IN (
	SELECT x.id FROM JSON_EACH(?) r CROSS JOIN entry x ON x.id BETWEEN r.value ->> 'First' AND r.value ->> 'Last'
	UNION SELECT x.id FROM JSON_EACH(?) u JOIN entry x ON x.url = u.value)`
