package tui

import (
	"context"
	"time"

	"gemsub/internal/app"
)

// previewDelay is how long the cursor stays on an entry before its post is shown beside the list.
const previewDelay = 150 * time.Millisecond

// previews starts the wait for the cursor to rest, if it is on another entry than before
// and the screen has room for a post beside the list.
func (r *reader) previews() {
	line, ok := r.list().current()
	if !ok || r.focus != onEntries || r.view != nil || r.panes()[onPost].width == 0 || line.ID == r.previewed {
		return
	}
	r.previewed = line.ID
	r.previewTimer.Reset(previewDelay)
}

// preview shows the post of the entry under the cursor beside the list. The entry is not
// marked as read, and a post that is not kept is not requested.
func (r *reader) preview() {
	line, ok := r.list().current()
	wanted := func() bool { return ok && r.focus == onEntries && r.previewed == line.ID }
	if p := r.shown(); !wanted() || p != nil && p.wanted.Entry.ID == line.ID {
		return
	}
	width := r.textWidth()
	r.runLatest(&r.previewJob, "", func(ctx context.Context) (func(), error) {
		var p *post
		if line.Kept { // an error is shown once the post is opened
			p, _, _ = r.readPost(ctx, app.PostToShow{Entry: line.Entry}, width, false)
		}
		return func() {
			if !wanted() {
				return
			}
			r.posts = nil
			if p != nil {
				r.posts = []*post{p}
				r.place(p)
			}
		}, ctx.Err()
	})
}

// toPost moves the focus to the post beside the list.
func (r *reader) toPost() {
	r.focus = onPost
	if e := r.shown().wanted.Entry; e.ID != 0 && e.Unread {
		r.markUnread(e, false, true)
	}
}
