package tui

import (
	"context"
	"fmt"
	"slices"

	"gemsub/internal/app"
	"gemsub/internal/model"
)

const (
	mostRows  = 5000 // entries that are read of a list
	firstRows = 200  // that are read before the first screen is shown
)

// An entryList is a list of entries.
type entryList struct {
	title string
	query app.EntryQuery
	// whole lists, which a search or a thread found, are read once; drawn are the lines
	// before the titles of a thread.
	whole  bool
	drawn  []string
	sought string // what a search was for

	rows []model.Entry
	more int // how many entries follow that are not read
	cursor
	// touched are the entries that were changed here. They stay in the list, though they
	// may not be what it was to show.
	touched map[int64]bool

	reading *turn
	changes int // of marks in it
}

// newList returns a list of what a query selects.
func newList(title string, q app.EntryQuery) *entryList {
	q.WithKept, q.WithAnswers = true, true
	return &entryList{title: title, query: q, touched: map[int64]bool{}}
}

// wholeList returns a list that is there already.
func wholeList(title string, rows []model.Entry) *entryList {
	return &entryList{title: title, rows: rows, whole: true, touched: map[int64]bool{}}
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

// current returns the entry under the cursor.
func (l *entryList) current() (e model.Entry, ok bool) {
	if l.at < 0 || l.at >= len(l.rows) {
		return e, false
	}
	return l.rows[l.at], true
}

// end says how many entries are not in the list, and how to find them; "" where all are.
func (l *entryList) end() string {
	if l.more == 0 || l.at < len(l.rows)-1 {
		return ""
	}
	return fmt.Sprintf("%d more entries are not listed; F lists a feed or tag, / searches", l.more)
}

// rowsOf reads the first entries that a query selects.
func rowsOf(ctx context.Context, a *app.App, q app.EntryQuery, most int) (rows []model.Entry, err error) {
	q.Limit = most
	for e, err := range a.Entries(ctx, q) {
		if err != nil {
			return nil, err
		}
		rows = append(rows, e)
	}
	return rows, nil
}

// allRows reads so many entries as are listed, and how many more there are.
func allRows(ctx context.Context, a *app.App, q app.EntryQuery) (rows []model.Entry, more int, err error) {
	rows, err = rowsOf(ctx, a, q, mostRows)
	if err != nil || len(rows) < mostRows {
		return rows, 0, err
	}
	all, err := a.CountEntries(ctx, q)
	return rows, max(0, all-mostRows), err
}

// readList reads a list again beside the screen. Some entries stay, whatever they are now.
// What was marked meanwhile is read once more.
func (r *reader) readList(l *entryList, stay []model.Entry, then func()) {
	q, whole, changes := l.query, l.whole, l.changes
	r.newest(&l.reading, "", func(ctx context.Context) (func(), error) {
		var rows []model.Entry
		more := 0
		fresh, err := readAgain(ctx, r.App, stay)
		if err == nil && !whole {
			rows, more, err = allRows(ctx, r.App, q)
		}
		return func() {
			switch {
			case l.changes != changes:
				r.readList(l, l.staying(), then)
				return
			case whole:
				l.replace(fresh)
			default:
				l.more = more
				l.join(rows, fresh)
			}
			then()
		}, err
	})
}

// renewList reads a list again as it is.
func (r *reader) renewList(l *entryList) { r.readList(l, l.staying(), func() {}) }

// staying are the entries that stay in the list: those that were touched and the one under
// the cursor, or all of a whole list.
func (l *entryList) staying() (stay []model.Entry) {
	for i, e := range l.rows {
		if l.whole || l.touched[e.ID] || i == l.at {
			stay = append(stay, e)
		}
	}
	return stay
}

// readAgain returns entries as they are now, by their numbers.
func readAgain(ctx context.Context, a *app.App, entries []model.Entry) (map[int64]model.Entry, error) {
	fresh := map[int64]model.Entry{}
	if len(entries) == 0 {
		return fresh, nil
	}
	q := app.EntryQuery{Named: app.TheseEntries(entries)}
	q.WithKept, q.WithAnswers = true, true
	for e, err := range a.Entries(ctx, q) {
		if err != nil {
			return nil, err
		}
		fresh[e.ID] = e
	}
	return fresh, nil
}

// replace puts fresh entries in the place of the old ones, and leaves out those that are
// gone.
func (l *entryList) replace(fresh map[int64]model.Entry) {
	var rows []model.Entry
	var drawn []string
	for i, e := range l.rows {
		e, still := fresh[e.ID]
		if !still {
			continue
		}
		rows = append(rows, e)
		if l.drawn != nil {
			drawn = append(drawn, l.drawn[i])
		}
	}
	l.rows, l.drawn = rows, drawn
}

// join makes the list of what was read, and of those that stay. The cursor stays on its
// entry, and where it is on the screen, unless what is new fits above it.
func (l *entryList) join(rows []model.Entry, stay map[int64]model.Entry) {
	here, ok := l.current()
	above := l.at - l.top
	for _, e := range rows {
		delete(stay, e.ID)
	}
	for _, e := range stay {
		at, _ := slices.BinarySearchFunc(rows, e, inOrder)
		rows = slices.Insert(rows, at, e)
	}
	l.rows = rows
	if !ok {
		return
	}
	l.at = slices.IndexFunc(rows, func(e model.Entry) bool { return e.ID == here.ID })
	if l.at < 0 { // it is gone
		l.at, _ = slices.BinarySearchFunc(rows, here, inOrder)
	}
	if l.top > 0 {
		l.top = max(0, l.at-above)
	}
}

// inOrder compares entries as lists have them.
func inOrder(a, b model.Entry) int {
	if a.Precedes(b) {
		return -1
	}
	return 1
}
