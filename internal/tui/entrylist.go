package tui

import (
	"context"
	"slices"

	"gemsub/internal/app"
	"gemsub/internal/model"
)

const (
	pageSize = 100  // entries that are read at once
	mostRows = 1000 // that are kept of a list; the others are read again
)

// An entryList is a list of entries, or the part of it around the cursor.
type entryList struct {
	title string
	query app.EntryQuery
	// whole lists, which a search or a thread found, are not read in pages; drawn are
	// the lines before the titles of a thread.
	whole  bool
	drawn  []string
	sought string // what a search was for

	rows         []model.Entry
	begins, ends bool // the first, the last row is that of the list
	cursor
	// touched are the entries that were changed here. They stay in the list, though they
	// may not be what it was to show.
	touched map[int64]bool

	reading *reading // what is being read of it; nil for nothing
	stale   bool     // it is to be read again after that
	version int      // another one whenever the rows change
}

// newList returns a list that is read in pages.
func newList(title string, q app.EntryQuery) *entryList {
	q.WithKept, q.WithAnswers = true, true
	return &entryList{title: title, query: q, touched: map[int64]bool{}}
}

// wholeList returns a list that is there already.
func wholeList(title string, rows []model.Entry) *entryList {
	return &entryList{title: title, rows: rows, whole: true, begins: true, ends: true, touched: map[int64]bool{}}
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

// first reads the beginning of the list, or its end.
func (l *entryList) first(ctx context.Context, a *app.App, backwards bool) error {
	if l.whole {
		l.at = 0
		if backwards {
			l.at = len(l.rows) - 1
		}
		return nil
	}
	rows, err := a.EntryPage(ctx, l.query, app.Page{Size: pageSize, Backwards: backwards})
	if err != nil {
		return err
	}
	l.rows, l.cursor = rows, cursor{}
	l.begins, l.ends = !backwards || len(rows) < pageSize, backwards || len(rows) < pageSize
	if backwards {
		l.at = len(rows) - 1
	}
	return nil
}

// reach reads more of the list where fewer than some rows are left beside the cursor.
func (l *entryList) reach(ctx context.Context, a *app.App, some int) error {
	for l.lacksAfter(some) {
		page, err := a.EntryPage(ctx, l.query, app.Page{Beside: &l.rows[len(l.rows)-1], Size: pageSize})
		if err != nil {
			return err
		}
		l.ends = len(page) < pageSize
		l.rows = append(l.rows, page...)
		if over := len(l.rows) - mostRows; over > 0 {
			l.rows, l.begins = slices.Clone(l.rows[over:]), false
			l.shift(-over)
		}
	}
	for l.lacksBefore(some) {
		page, err := a.EntryPage(ctx, l.query, app.Page{Beside: &l.rows[0], Backwards: true, Size: pageSize})
		if err != nil {
			return err
		}
		l.begins = len(page) < pageSize
		l.rows = append(page, l.rows...)
		l.shift(len(page))
		if len(l.rows) > mostRows {
			l.rows, l.ends = slices.Clone(l.rows[:mostRows]), false
		}
	}
	return nil
}

func (l *entryList) lacksAfter(some int) bool {
	return !l.ends && l.at+some >= len(l.rows) && len(l.rows) > 0
}

func (l *entryList) lacksBefore(some int) bool {
	return !l.begins && l.at < some && len(l.rows) > 0
}

// indexOf is where in the list an entry is, below 0 for nowhere.
func (l *entryList) indexOf(id int64) int {
	return slices.IndexFunc(l.rows, func(e model.Entry) bool { return e.ID == id })
}

func (l *entryList) shift(by int) { l.at, l.top = l.at+by, l.top+by }

// renew reads the list around the cursor again. The cursor stays on its entry, and where
// it is on the screen, unless what is new fits above it.
func (l *entryList) renew(ctx context.Context, a *app.App) error {
	here, ok := l.current()
	if !ok && !l.whole {
		return l.first(ctx, a, false)
	}
	fresh, err := l.known(ctx, a)
	if err != nil || !ok {
		return err
	}
	if l.whole {
		l.replace(fresh)
		return nil
	}
	before, err := a.EntryPage(ctx, l.query, app.Page{Beside: &here, Backwards: true, Size: pageSize})
	if err != nil {
		return err
	}
	after, err := a.EntryPage(ctx, l.query, app.Page{Beside: &here, Size: pageSize})
	if err != nil {
		return err
	}
	l.begins, l.ends = len(before) < pageSize, len(after) < pageSize
	l.join(here, slices.Concat(before, after), fresh)
	return nil
}

// known reads the entries again that stay whatever they are: those that were touched,
// and that under the cursor, or all of a whole list.
func (l *entryList) known(ctx context.Context, a *app.App) (map[int64]model.Entry, error) {
	var stay []model.Entry
	for i, e := range l.rows {
		if l.whole || l.touched[e.ID] || i == l.at {
			stay = append(stay, e)
		}
	}
	return readAgain(ctx, a, stay)
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

// join makes the list of what was read beside an entry, and of those that stay.
func (l *entryList) join(here model.Entry, page []model.Entry, fresh map[int64]model.Entry) {
	rows := page
	for id, e := range fresh {
		if !slices.ContainsFunc(page, func(o model.Entry) bool { return o.ID == id }) {
			rows = append(rows, e)
		}
	}
	slices.SortFunc(rows, func(a, b model.Entry) int {
		if a.Precedes(b) {
			return -1
		}
		return 1
	})
	above := l.at - l.top
	l.rows = rows
	l.at = l.indexOf(here.ID)
	if l.at < 0 { // its feed was removed
		l.at, _ = slices.BinarySearchFunc(rows, here, func(e, _ model.Entry) int {
			if e.Precedes(here) {
				return -1
			}
			return 1
		})
	}
	if l.top > 0 || !l.begins {
		l.top = max(0, l.at-above)
	}
}
