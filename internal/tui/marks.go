package tui

import (
	"context"
	"slices"

	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/term"
	"gemsub/internal/view"
)

// toggleRead marks the entry as read, or as unread.
func (r *reader) toggleRead() {
	if e, ok := r.subject(); ok {
		r.markUnread(e, !e.Unread, false)
	}
}

// markUnread marks an entry as unread, or as read.
func (r *reader) markUnread(e model.Entry, unread bool, quietly bool) {
	done := "marked as read"
	if unread {
		done = "marked as unread"
	}
	e.Unread = unread
	r.mark(e, done, quietly, r.App.MarkUnread, unread)
}

// toggleStar stars the entry, or takes the star off.
func (r *reader) toggleStar() {
	e, ok := r.subject()
	if !ok {
		return
	}
	done := "starred"
	if e.Starred {
		done = "star removed"
	}
	e.Starred = !e.Starred
	r.mark(e, done, false, r.App.MarkStarred, e.Starred)
}

// A marker sets a mark of entries, or removes it.
type marker func(ctx context.Context, entries app.EntryQuery, set bool) (model.Change, error)

// mark stores a mark of an entry, then shows the entry's marks and, unless quietly is set, says
// what was done.
func (r *reader) mark(e model.Entry, done string, quietly bool, storeMark marker, set bool) {
	const others = 46 // columns of the line, beside the title
	done += ": " + term.Cut(readable(e.Title), max(20, r.whole().width-others))
	r.marking[e.ID] = e
	r.storeChange(func(ctx context.Context) (func(), error) {
		_, err := storeMark(ctx, app.These(e), set)
		return func() {
			r.showMarks(e)
			if !quietly {
				r.say(done + " (u takes that back)")
			}
		}, err
	})
}

// showMarks shows the stored marks of an entry in all lists and posts. Other feeds may list the
// same post; an entry with the same URL in the same feed is another part of the page.
func (r *reader) showMarks(e model.Entry) {
	for _, l := range r.lists {
		for i := range l.rows {
			if row := &l.rows[i]; row.ID == e.ID || row.URL == e.URL && row.SubscriptionID != e.SubscriptionID {
				row.Unread, row.Starred = e.Unread, e.Starred
			}
		}
	}
	r.markPosts(e)
	r.renew()
}

// markPosts shows the marks of an entry where its post is shown.
func (r *reader) markPosts(e model.Entry) {
	for _, p := range r.posts {
		if p.wanted.Entry.ID == e.ID {
			p.wanted.Entry.Unread, p.wanted.Entry.Starred = e.Unread, e.Starred
		}
	}
}

// readAll marks all entries of the list as read, or of the feed under the cursor.
func (r *reader) readAll() {
	l := r.list()
	q := l.query
	switch {
	case r.focus == onFeeds:
		p, ok := r.feeds.current()
		if !ok {
			return // no row: the query of a zero place selects all entries
		}
		q = p.query()
	case l.whole && len(l.rows) == 0:
		return
	case l.whole:
		q = app.These(entriesOf(l.rows)...)
	}
	r.readSelected(q, func() {
		l.at, l.top = 0, 0
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
	r.readSelected(app.These(entriesOf(rows)...), func() {
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

// readSelected marks entries as read, says how many there were, and calls then.
func (r *reader) readSelected(q app.EntryQuery, then func()) {
	clear(r.marking)
	r.storeChange(func(ctx context.Context) (func(), error) {
		change, err := r.App.MarkUnread(ctx, q, false)
		return func() {
			done := "no unread entry here"
			if change.Entries > 0 {
				done = view.Change(change) + " (u takes that back)"
			}
			r.printer().Say("%s", done)
			then()
		}, err
	})
}

// later keeps the link, page or entry on which keys act, to read later.
func (r *reader) later() {
	url, e := r.target()
	if url == "" {
		return
	}
	r.ask(url, func(ctx context.Context) (func(), error) {
		_, failures, notices, err := r.App.KeepLater(ctx, []string{url}, e)
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
	r.changing++
	before, stored := r.stored, make(chan struct{})
	r.stored = stored
	r.do(context.WithoutCancel(r.ctx), func(ctx context.Context) func() {
		defer close(stored)
		if before != nil {
			<-before
		}
		then, err := work(ctx)
		return func() {
			if r.changing--; r.changing == 0 {
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
