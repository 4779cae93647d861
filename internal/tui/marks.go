package tui

import (
	"context"
	"errors"

	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/show"
)

// toggleRead marks the entry as read, or as unread.
func (r *reader) toggleRead() {
	if e, ok := r.subject(); ok {
		said := "marked as unread"
		if e.Unread {
			said = "marked as read"
		}
		r.markUnread(e, !e.Unread, said)
	}
}

// markUnread marks an entry, and says something about it.
func (r *reader) markUnread(e model.Entry, unread bool, said string) {
	e.Unread = unread
	r.mark(e, said, func(ctx context.Context) error {
		_, err := r.App.MarkUnread(ctx, app.EntryQuery{Named: app.ThisEntry(e)}, unread)
		return err
	})
}

// toggleStar stars the entry, or takes the star off.
func (r *reader) toggleStar() {
	e, ok := r.subject()
	if !ok {
		return
	}
	said := "starred"
	if e.Starred {
		said = "star taken off"
	}
	e.Starred = !e.Starred
	r.mark(e, said, func(ctx context.Context) error {
		_, err := r.App.MarkStarred(ctx, app.EntryQuery{Named: app.ThisEntry(e)}, e.Starred)
		return err
	})
}

// mark stores the marks of an entry, and shows them once they are stored.
func (r *reader) mark(e model.Entry, said string, store func(context.Context) error) {
	r.marking[e.ID] = e
	r.store(func(ctx context.Context) (func(), error) {
		return func() {
			r.marked(e)
			if said != "" {
				r.say(said)
			}
		}, store(ctx)
	})
}

// marked shows marks that were stored, wherever the entry is shown.
func (r *reader) marked(e model.Entry) {
	for _, l := range r.lists {
		for i, row := range l.rows {
			if row.ID == e.ID || row.URL == e.URL {
				l.rows[i].Unread, l.rows[i].Starred = e.Unread, e.Starred
				l.touched[row.ID] = true
				l.version++
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
		if change.Entries == 0 {
			return "no unread entry here", err
		}
		return show.Change(change) + " (u takes that back)", err
	}, func() {
		r.read(l, true, func(ctx context.Context, l *entryList) error {
			clear(l.touched)
			return l.first(ctx, r.App, false)
		}, r.loadFeeds)
	})
}

// undo takes back the last change, whoever made it.
func (r *reader) undo() {
	r.change(func(ctx context.Context) (string, error) {
		undone, err := r.App.Undo(ctx)
		return show.Undone(undone), err
	}, r.renew)
}

// change changes what may be very many entries, and says what was done.
func (r *reader) change(work func(context.Context) (string, error), then func()) {
	clear(r.marking)
	r.store(func(ctx context.Context) (func(), error) {
		done, err := work(ctx)
		return func() {
			then()
			r.printer().Say("%s", done)
		}, err
	})
}

// patience is how often a change is tried again that others kept waiting for too long.
const patience = 10

// store stores a change beside the screen, after those before it and to the end: an
// update may keep it waiting for a second.
func (r *reader) store(work func(context.Context) (then func(), err error)) {
	r.changing++
	before, stored := r.stored, make(chan struct{})
	r.stored = stored
	r.do(context.WithoutCancel(r.ctx), func(ctx context.Context) func() {
		defer close(stored)
		if before != nil {
			<-before
		}
		then, err := work(ctx)
		for range patience {
			if !errors.Is(err, app.ErrBusy) {
				break
			}
			then, err = work(ctx)
		}
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
