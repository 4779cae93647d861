package tui

// nextUnread moves the cursor to the next unread entry, or to the one before. It reports false where there is none.
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
	l.query.UnreadOnly = only
	clear(l.touched)
	r.readList(l, l.staying(), func() {
		if only {
			r.say("only unread entries; a marks them as read")
		} else {
			r.say("all entries are listed, read ones too; a marks them as read")
		}
	})
}
