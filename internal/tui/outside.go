package tui

import (
	"fmt"

	"gemsub/internal/term"
)

// handOver hands the terminal to another program until that ends: it may need it.
func (r *reader) handOver(run func() error) error {
	if err := r.screen.Suspend(); err != nil {
		return err
	}
	err := run()
	if resumeErr := r.screen.Resume(); err == nil {
		err = resumeErr
	}
	r.redraw()
	return err
}

// browse opens in the browser what keys speak of.
func (r *reader) browse() {
	if p := r.shown(); r.focus == onPost && p != nil {
		r.openInBrowser(p.view.Post.URL)
		return
	}
	e, ok := r.subject()
	if ok && r.openInBrowser(e.URL) && e.Unread {
		r.markUnread(e, false, true)
	}
}

// openInBrowser opens a link in the browser, and reports whether that has started.
func (r *reader) openInBrowser(link string) (opened bool) {
	err := r.handOver(func() error {
		wait, err := r.Browse(link)
		if opened = err == nil; opened {
			err = wait()
		}
		return err
	})
	if err != nil {
		r.fail(err)
	} else {
		r.say("opened in the browser: " + link)
	}
	return opened
}

// copyURL asks the terminal to copy the URL of what keys speak of. Many do so unasked, some
// not at all, and none says so: the URL is shown too.
func (r *reader) copyURL() {
	url := ""
	if p := r.shown(); r.focus == onPost && p != nil {
		url = p.view.Post.URL
	} else if e, ok := r.subject(); ok {
		url = e.URL
	} else {
		return
	}
	url = term.Safe(url)
	r.screen.SetClipboard([]byte(url))
	r.say("copied, if this terminal lets programs do that: " + url)
}

// withPost asks for a line about the shown post.
func (r *reader) withPost(label, typed string, do func(p *post, typed string)) {
	p := r.shown()
	if r.focus != onPost || p == nil {
		r.say("open a post first, with enter")
		return
	}
	r.typing = &prompt{label: label, typed: typed, do: func(typed string) {
		if typed != "" {
			do(p, typed)
		}
	}}
}

// promptPipe asks for the command that gets the text of the shown post.
func (r *reader) promptPipe() {
	r.withPost("pipe the post into: ", "", func(p *post, command string) {
		if err := r.handOver(func() error { return r.Pipe(command, p.view.SafeText()) }); err != nil {
			r.fail(err)
		}
	})
}

// promptSave asks for the file in which the text of the shown post is saved.
func (r *reader) promptSave() {
	name := ""
	if p := r.shown(); p != nil {
		name = p.view.FileName()
	}
	r.withPost("save the post as: ", name, func(p *post, name string) {
		path, err := r.Save(name, p.view.SafeText())
		if err != nil {
			r.fail(err)
		} else {
			r.say("saved: " + path)
		}
	})
}

// promptSet begins the command that changes a subscription: that under the cursor, or of
// the entry that keys speak of.
func (r *reader) promptSet() {
	var feed int64
	if of, ok := r.feeds.current(); r.focus == onFeeds && ok {
		feed = of.feed
	} else if e, ok := r.subject(); ok {
		feed = e.SubscriptionID
	}
	if feed != 0 {
		r.promptCommand()
		r.typing.typed = fmt.Sprintf("set %d ", feed)
	}
}
