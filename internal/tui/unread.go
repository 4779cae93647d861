package tui

import (
	"context"

	"gemsub/internal/app"
	"gemsub/internal/model"
)

// toUnread moves the cursor to the next unread entry of the list, or to the one before.
// It reports false where there is none.
func (l *entryList) toUnread(ctx context.Context, a *app.App, backwards bool) (bool, error) {
	by := 1
	if backwards {
		by = -1
	}
	for i := l.at + by; i >= 0 && i < len(l.rows); i += by {
		if l.rows[i].Unread {
			l.at = i
			return true, nil
		}
	}
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

// toggleUnreadOnly lists only unread entries, or all.
func (r *reader) toggleUnreadOnly() {
	l := r.list()
	if l.whole {
		r.say("this list has all that was found")
		return
	}
	l.query.UnreadOnly = !l.query.UnreadOnly
	clear(l.touched)
	if err := l.renew(r.ctx, r.App); err != nil {
		r.fail(err)
		return
	}
	if l.query.UnreadOnly {
		r.say("only unread entries")
	} else {
		r.say("all entries")
	}
}
