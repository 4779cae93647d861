package tui

import (
	"context"

	"gemsub/internal/app"
	"gemsub/internal/model"
)

// nextUnread moves the cursor to the next unread entry that was read of the list, or to
// the one before. It reports false where there is none.
func (l *entryList) nextUnread(backwards bool) bool {
	by := 1
	if backwards {
		by = -1
	}
	for i := l.at + by; i >= 0 && i < len(l.rows); i += by {
		if l.rows[i].Unread {
			l.at = i
			return true
		}
	}
	return false
}

// findUnread does so for the part of the list that was not read yet.
func (l *entryList) findUnread(ctx context.Context, a *app.App, backwards bool) (bool, error) {
	if l.whole || len(l.rows) == 0 || backwards && l.begins || !backwards && l.ends {
		return false, nil
	}
	edge := &l.rows[len(l.rows)-1]
	if backwards {
		edge = &l.rows[0]
	}
	q := l.query
	q.UnreadOnly = true
	found, err := a.EntryPage(ctx, q, app.Page{Beside: edge, Backwards: backwards, Size: 1})
	if err != nil || len(found) == 0 {
		return false, err
	}
	l.rows, l.cursor = []model.Entry{found[0]}, cursor{}
	return true, l.renew(ctx, a)
}

// toggleUnreadOnly lists only unread entries, or all; on the left, feeds likewise.
func (r *reader) toggleUnreadOnly() {
	l := r.list()
	if r.focus == onFeeds {
		r.toggleFeeds()
		return
	}
	if l.whole {
		r.say("this list has all that was found")
		return
	}
	only := !l.query.UnreadOnly
	r.read(l, true, func(ctx context.Context, l *entryList) error {
		l.query.UnreadOnly = only
		clear(l.touched)
		return l.renew(ctx, r.App)
	}, func() {
		if only {
			r.say("only unread entries; a marks them as read")
		} else {
			r.say("all entries are listed, read ones too; a marks them as read")
		}
	})
}
