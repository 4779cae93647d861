package tui

import (
	"context"

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
	r.change(func(ctx context.Context) (string, error) {
		change, err := r.App.MarkUnread(ctx, q, false)
		return show.Change(change) + " (u takes that back)", err
	}, func() {
		clear(l.touched)
		if err := l.first(r.ctx, r.App, false); err != nil {
			r.fail(err)
		}
	})
}

// undo takes back the last change, whoever made it.
func (r *reader) undo() {
	r.change(func(ctx context.Context) (string, error) {
		undone, err := r.App.Undo(ctx)
		return show.Undone(undone), err
	}, func() {})
}

// change changes what may be very many entries, beside the screen and to the end, and
// says what was done. then follows before what is shown is read again.
func (r *reader) change(work func(context.Context) (string, error), then func()) {
	r.changing++
	r.do(context.WithoutCancel(r.ctx), func(ctx context.Context) func() {
		done, err := work(ctx)
		return func() {
			r.changing--
			if err != nil {
				r.fail(err)
				return
			}
			then()
			r.renew()
			r.say(done)
		}
	})
}
