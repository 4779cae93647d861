package tui

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"gemsub/internal/app"
	"gemsub/internal/model"
)

const (
	mostRows  = 5000 // most entries read for a list
	firstRows = 200  // entries read before the first screen is shown
)

// An entryLine is a line of a list of entries.
type entryLine struct {
	model.Entry
	tree string // the branches of a conversation, before the title
	// touched entries stay in the list even if they no longer match it: those that the
	// user changed here, and those under the cursor when they changed.
	touched bool
}

// An entryList is a list of entries.
type entryList struct {
	list[entryLine]
	title string
	of    place          // the place it lists, unless it is whole
	query app.EntryQuery // selects its entries
	// whole lists come from a search or are a conversation.
	whole  bool
	read   func(context.Context, app.EntryQuery) (listing, error)
	sought string  // the words of a search
	over   []*post // the posts it was opened from, nil for a list
	more   int     // how many further entries were not loaded, or uncounted
}

// A listing is the loaded part of a list.
type listing struct {
	rows []entryLine
	more int // how many follow
}

// uncounted means that only the first entries are loaded yet.
const uncounted = -1

// newList returns the list of a place.
func (r *reader) newList(p place) *entryList {
	return &entryList{title: p.title, of: p, query: p.query(), read: r.selected}
}

// heading is the title of the list as it is.
func (l *entryList) heading() string {
	switch {
	case l.title == unreadPlace && !l.query.UnreadOnly && !l.whole:
		return "Unread and read"
	case l.title != unreadPlace && l.query.UnreadOnly:
		return l.title + ", only unread"
	}
	return l.title
}

// position says where in the list the cursor is.
func (l *entryList) position() string {
	switch {
	case len(l.rows) == 0:
		return ""
	case l.more == uncounted:
		return strconv.Itoa(l.at + 1)
	}
	return fmt.Sprintf("%d/%d", l.at+1, len(l.rows)+l.more)
}

// sayEnd says at the end of the list how many entries it lacks, and how to find them.
func (r *reader) sayEnd(l *entryList) {
	if l.more > 0 && l.at == len(l.rows)-1 {
		r.say(fmt.Sprintf("%d more entries are not listed; F lists a feed or tag, / searches", l.more))
	}
}

// selected reads the entries of a query, at most mostRows, and counts the others.
func (r *reader) selected(ctx context.Context, q app.EntryQuery) (all listing, err error) {
	all.rows, err = r.first(ctx, q, mostRows)
	if err == nil && len(all.rows) == mostRows {
		all.more, err = r.App.CountEntries(ctx, q)
		all.more = max(0, all.more-mostRows)
	}
	return all, err
}

// first reads the first entries that a query selects.
func (r *reader) first(ctx context.Context, q app.EntryQuery, most int) (rows []entryLine, err error) {
	q.Limit, q.WithKept, q.WithAnswers = most, true, true
	for e, err := range r.App.Entries(ctx, q) {
		if err != nil {
			return nil, err
		}
		rows = append(rows, entryLine{Entry: e})
	}
	return rows, nil
}

// renew reads again what is shown.
func (r *reader) renew() { r.renewWith(r.list().staying()) }

// renewWith reloads, in the background, the places, the list and the marks of the shown
// posts. The entries in stay remain in the list.
func (r *reader) renewWith(stay []model.Entry) {
	l := r.list()
	q, order, named := l.query, r.feeds.order, slices.Clone(stay)
	for _, p := range r.posts {
		if p.wanted.Entry.ID != 0 {
			named = append(named, p.wanted.Entry)
		}
	}
	r.newest(&r.reading, "", func(ctx context.Context) (func(), error) {
		places, err := readPlaces(ctx, r.App, order)
		if err != nil {
			return nil, err
		}
		all, err := l.read(ctx, q)
		if err != nil {
			return nil, err
		}
		fresh, err := r.readAgain(ctx, named)
		return func() {
			r.feeds.set(places, r.feeds.here(), r.height())
			if i := slices.IndexFunc(places, l.of.same); i >= 0 {
				l.of, l.title = places[i], places[i].title
			}
			l.join(all, fresh, stay)
			for _, p := range r.posts {
				if e, ok := fresh[p.wanted.Entry.ID]; ok {
					p.wanted.Entry.Unread, p.wanted.Entry.Starred = e.Unread, e.Starred
				}
			}
		}, err
	})
}

// staying are the entries that stay in the list: those that were touched, and the one
// under the cursor.
func (l *entryList) staying() (stay []model.Entry) {
	for i, e := range l.rows {
		if !l.whole && (e.touched || i == l.at) {
			stay = append(stay, e.Entry)
		}
	}
	return stay
}

// readAgain reloads entries, and returns them by their numbers.
func (r *reader) readAgain(ctx context.Context, entries []model.Entry) (map[int64]model.Entry, error) {
	fresh := map[int64]model.Entry{}
	if len(entries) == 0 {
		return fresh, nil
	}
	rows, err := r.first(ctx, app.These(entries...), len(entries))
	for _, e := range rows {
		fresh[e.ID] = e.Entry
	}
	return fresh, err
}

// join merges the loaded entries with those in stay that still exist. The cursor stays on
// its entry and at its place on the screen, unless the new entries fit above it.
func (l *entryList) join(all listing, fresh map[int64]model.Entry, stay []model.Entry) {
	here, ok := l.current()
	above := l.at - l.top
	touched := map[int64]bool{}
	for _, row := range l.rows {
		touched[row.ID] = row.touched
	}
	l.rows, l.more = all.rows, all.more
	for i := range l.rows {
		l.rows[i].touched = touched[l.rows[i].ID]
	}
	for _, e := range stay {
		e, still := fresh[e.ID]
		if still && !slices.ContainsFunc(l.rows, is(e)) {
			at, _ := slices.BinarySearchFunc(l.rows, e, inOrder)
			l.rows = slices.Insert(l.rows, at, entryLine{Entry: e, touched: true})
		}
	}
	if !ok {
		return
	}
	l.goTo(here.Entry)
	if l.top > 0 {
		l.top = max(0, l.at-above)
	}
}

// goTo moves the cursor to an entry, or to the next one if it is not listed.
func (l *entryList) goTo(e model.Entry) {
	l.at = slices.IndexFunc(l.rows, is(e))
	if l.at < 0 {
		l.at, _ = slices.BinarySearchFunc(l.rows, e, inOrder)
	}
}

// is returns a test for lines of an entry.
func is(e model.Entry) func(entryLine) bool {
	return func(l entryLine) bool { return l.ID == e.ID }
}

// inOrder compares entries as lists have them.
func inOrder(a entryLine, b model.Entry) int {
	if a.Precedes(b) {
		return -1
	}
	return 1
}
