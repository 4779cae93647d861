package tui

import (
	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/show"
)

// toggleRead marks the entry as read, or as unread. A mark is stored before it is shown.
func (r *reader) toggleRead() {
	if e, ok := r.subject(); ok {
		_, err := r.App.MarkUnread(r.ctx, app.EntryQuery{Named: app.ThisEntry(e)}, !e.Unread)
		r.marked(e, err, func(e *model.Entry) { e.Unread = !e.Unread })
	}
}

// toggleStar stars the entry, or takes the star off.
func (r *reader) toggleStar() {
	if e, ok := r.subject(); ok {
		_, err := r.App.MarkStarred(r.ctx, app.EntryQuery{Named: app.ThisEntry(e)}, !e.Starred)
		r.marked(e, err, func(e *model.Entry) { e.Starred = !e.Starred })
	}
}

// marked shows a mark that was stored, wherever the entry is shown.
func (r *reader) marked(e model.Entry, err error, set func(*model.Entry)) {
	if err != nil {
		r.fail(err)
		return
	}
	set(&e)
	for _, l := range r.lists {
		for i, row := range l.rows {
			if row.ID == e.ID || row.URL == e.URL {
				l.rows[i].Unread, l.rows[i].Starred = e.Unread, e.Starred
				l.touched[row.ID] = true
			}
		}
	}
	for _, p := range r.posts {
		if p.wanted.Entry.ID == e.ID {
			p.wanted.Entry.Unread, p.wanted.Entry.Starred = e.Unread, e.Starred
		}
	}
	r.loadFeeds()
}

// readAll marks all entries of the list as read, or of the feed under the cursor.
func (r *reader) readAll() {
	l := r.list()
	q := l.query
	switch {
	case r.focus == onFeeds && r.feeds.at < len(r.feeds.places):
		q = r.feeds.places[r.feeds.at].query()
	case l.whole:
		if len(l.rows) == 0 {
			return
		}
		q = app.EntryQuery{Named: app.TheseEntries(l.rows)}
	}
	q.WithKept, q.WithAnswers = false, false
	change, err := r.App.MarkUnread(r.ctx, q, false)
	if err != nil {
		r.fail(err)
		return
	}
	clear(l.touched)
	if err := l.first(r.ctx, r.App, false); err != nil {
		r.fail(err)
	}
	r.loadFeeds()
	r.say(show.Change(change) + " (u takes that back)")
}

// undo takes back the last change, whoever made it.
func (r *reader) undo() {
	undone, err := r.App.Undo(r.ctx)
	if err != nil {
		r.fail(err)
		return
	}
	r.renew()
	r.say(show.Undone(undone))
}
