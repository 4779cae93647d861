package tui

import (
	"context"
	"slices"

	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/view"
)

// toggleRead marks the entry as read, or as unread.
func (r *reader) toggleRead() {
	if e, ok := r.subject(); ok {
		e.Unread = !e.Unread
		r.mark(e, r.App.MarkUnread, e.Unread)
	}
}

// markOpened marks an entry as read, since it was opened; of that no change is reported.
func (r *reader) markOpened(e model.Entry) {
	opened := e
	e.Unread = false
	r.mark(e, func(ctx context.Context, _ app.EntryQuery, _ bool) (model.Change, error) {
		return model.Change{}, r.App.MarkShown(ctx, []model.Entry{opened})
	}, false)
}

// toggleStar stars the entry, or takes the star off.
func (r *reader) toggleStar() {
	if e, ok := r.subject(); ok {
		e.Starred = !e.Starred
		r.mark(e, r.App.MarkStarred, e.Starred)
	}
}

// A marker sets a mark of entries, or removes it.
type marker func(ctx context.Context, entries app.EntryQuery, set bool) (model.Change, error)

// mark stores a mark of an entry, then shows the entry's marks.
func (r *reader) mark(e model.Entry, storeMark marker, set bool) {
	r.marking[e.ID] = e
	r.storeMarks(app.These(e), storeMark, set, func() {
		rows := r.list().rows
		if i := slices.IndexFunc(rows, is(e)); i >= 0 {
			rows[i].Unread, rows[i].Starred = e.Unread, e.Starred
		}
		r.markPosts(e)
		r.reloadPlaces()
		if r.reloadJob != nil { // it may have read the list before
			r.renew()
		}
	})
}

// storeMarks stores a mark of entries, then says in words what was done, and calls then.
func (r *reader) storeMarks(q app.EntryQuery, storeMark marker, set bool, then func()) {
	r.storeChange(func(ctx context.Context) (func(), error) {
		change, err := storeMark(ctx, q, set)
		return func() {
			done := view.Change(change)
			if change.Entries > 0 {
				done += " (u takes that back)"
			}
			if done != "" {
				r.printer().Say("%s", done)
			}
			then()
		}, err
	})
}

// markPosts shows the marks of an entry where its post is shown.
func (r *reader) markPosts(e model.Entry) {
	for _, p := range r.posts {
		if p.wanted.Entry.ID == e.ID {
			p.wanted.Entry.Unread, p.wanted.Entry.Starred = e.Unread, e.Starred
		}
	}
}

// readAll marks all listed entries as read, of a list that is cut also those that are not listed; in
// the left pane all of the place under the cursor.
func (r *reader) readAll() {
	l := r.list()
	q := l.query
	switch p, ok := r.feeds.current(); {
	case r.focus == onFeeds && ok:
		q = p.query()
	case r.focus == onFeeds, len(l.rows) == 0:
		return // a query without a place or an entry selects all entries
	case l.whole, !l.isCut():
		q = app.These(entriesOf(l.rows)...)
	}
	clear(r.marking)
	r.storeMarks(q, r.App.MarkUnread, false, func() {
		if r.focus == onEntries && l.query.UnreadOnly {
			l.list = list[entryLine]{} // only what came later is left
		}
		r.reload(nil)
	})
}

// readPart marks the entry under the cursor, and all entries below or above it in the list, as
// read. The cursor stays.
func (r *reader) readPart(below bool) {
	l := r.list()
	if _, ok := r.subject(); !ok {
		return
	}
	rows := l.rows[:l.at+1]
	if below {
		rows = l.rows[l.at:]
	}
	clear(r.marking)
	r.storeMarks(app.These(entriesOf(rows)...), r.App.MarkUnread, false, func() {
		r.renew()
		if below && l.isCut() {
			r.messages.last += "; entries that are not listed yet stay as they are"
		}
	})
}

// entriesOf returns the entries of lines.
func entriesOf(rows []entryLine) (entries []model.Entry) {
	for _, row := range rows {
		entries = append(entries, row.Entry)
	}
	return entries
}

// later keeps the link, page or entry on which keys act, to read later.
func (r *reader) later() {
	url, e := r.target()
	if url == "" {
		return
	}
	from, line := app.LinkOrigin{From: e}, url
	switch p := r.reading(); {
	case p != nil && p.link > 0:
		line, from = "=> "+url+" "+p.links[p.link-1].Label, p.view.Link
	case p != nil && e.ID != 0:
		from = p.view.Link
	case p != nil:
		from = p.wanted.Link
	}
	r.ask(url, func(ctx context.Context) (func(), error) {
		_, failures, notices, err := r.App.KeepLater(ctx, []string{line}, from)
		return func() {
			r.renew()
			r.say("kept to read later: " + url + " (u takes that back)")
			r.printer().Tell(view.Notices(notices))
			for _, failure := range failures {
				r.fail(failure)
			}
		}, err
	})
}

// undo undoes the last change since the reader began, also one made outside it.
func (r *reader) undo() {
	clear(r.marking)
	r.storeChange(func(ctx context.Context) (func(), error) {
		changes, err := r.App.Changes(ctx)
		i := slices.IndexFunc(changes, func(c model.Change) bool { return c.ID > r.earlier && c.ByPerson() })
		if err != nil || i < 0 {
			return func() { r.say("nothing more to take back here; :undo --list shows earlier changes") }, err
		}
		undone, err := r.App.Undo(ctx, 0)
		return func() {
			r.renew()
			r.printer().Say("%s", view.Undone(undone))
		}, err
	})
}

// storeChange stores a change in the background, after earlier changes. The work is not cancelled; an
// update may delay it for a second.
func (r *reader) storeChange(work func(context.Context) (then func(), err error)) {
	before, stored := r.stored, make(chan struct{})
	r.stored = stored
	r.do(context.WithoutCancel(r.ctx), func(ctx context.Context) func() {
		defer close(stored)
		if before != nil {
			<-before
		}
		then, err := work(ctx)
		return func() {
			if r.stored == stored {
				r.stored = nil
				clear(r.marking)
			}
			if err != nil {
				r.fail(err)
				return
			}
			then()
		}
	})
}
