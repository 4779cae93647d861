package tui

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/view"
	"gemsub/internal/words"
)

// handOver gives the terminal to another program until the program ends, and returns its error.
func (r *reader) handOver(run func() error) error {
	r.drain()
	if err := r.screen.Suspend(); err != nil {
		return err
	}
	defer r.screen.Sync() // the other program wrote to the terminal
	return cmp.Or(run(), r.screen.Resume())
}

// drain drops waiting keys until none come for a while: when the library stops, it would wait
// for ever for room for them. drain looks several times: on a busy machine one moment may pass
// before the library runs at all.
func (r *reader) drain() {
	const moments = 10
	if !r.pasting && len(r.screen.EventQ()) == 0 {
		return
	}
	r.pasting = false // the end of a paste is dropped too
	for quiet := 0; quiet < moments; {
		select {
		case <-r.screen.EventQ():
			quiet = 0
		case <-time.After(tickInterval / moments):
			quiet++
		}
	}
}

// reportResult shows an error, or done if there is none.
func (r *reader) reportResult(err error, done string) {
	if err != nil {
		r.fail(err)
	} else {
		r.say(done)
	}
}

// target returns the URL of the selected link, otherwise of the shown page, otherwise of the
// entry under the cursor, "" for none. In a post e is its entry.
func (r *reader) target() (url string, e model.Entry) {
	p := r.reading()
	if p == nil {
		e, _ = r.subject()
		return e.URL, e
	}
	if p.link > 0 {
		return p.links[p.link-1].URL, p.wanted.Entry
	}
	return p.entry().URL, p.wanted.Entry
}

// browse opens what keys act on in the browser, and marks an entry that it opened as read.
func (r *reader) browse() {
	if url, e := r.target(); url != "" {
		r.openInBrowser(url, func() {
			if url == e.URL && e.Unread {
				r.markOpened(e)
			}
		})
	}
}

// openInBrowser opens a link in the browser, and calls then if the browser has started. A browser in
// the terminal gets the screen until it ends; any other runs beside the reader.
func (r *reader) openInBrowser(link string, then func()) {
	done := "opened in the browser: " + link
	if r.InTerminal(link) {
		r.reportResult(r.handOver(func() error {
			wait, err := r.Browse(link)
			if err != nil {
				return err
			}
			then()
			return wait()
		}), done)
		return
	}
	r.say("opening in the browser: " + link)
	r.do(r.ctx, func(context.Context) func() {
		_, err := r.Browse(link)
		return func() {
			if r.reportResult(err, done); err == nil {
				then()
			}
		}
	})
}

// copyURL asks the terminal to copy the URL of what keys act on. Some terminals refuse, and none
// reports it, so the URL is shown too.
func (r *reader) copyURL() {
	if url, _ := r.target(); url != "" {
		url = words.Safe(url)
		r.screen.SetClipboard([]byte(url))
		r.say("copied, if the terminal allows it: " + url)
	}
}

// withPost calls do with the shown post. In a list it first shows that of the entry under the cursor.
func (r *reader) withPost(do func(*post)) {
	if p := r.reading(); p != nil {
		do(p)
	} else if e, ok := r.subject(); ok {
		r.fetch(app.PostToShow{Entry: e}, false, func(p *post) {
			r.showFirst(p)
			do(p)
		}, r.fail)
	}
}

// promptPipe asks for the command that gets the text of the post.
func (r *reader) promptPipe() {
	r.withPost(func(p *post) {
		r.typing = &prompt{label: "pipe the post into: ", do: func(command string) {
			r.reportResult(r.handOver(func() error { return r.Pipe(command, p.entry(), p.view.SafeText(), true) }), "")
		}}
	})
}

// promptSave asks for the file in which the text of the post is saved, again if it cannot be saved
// there.
func (r *reader) promptSave() {
	r.withPost(func(p *post) {
		asked := &prompt{label: "save the post as: "}
		asked.do = func(name string) {
			path, err := r.Save(name, p.view.SafeText())
			if r.reportResult(err, "saved: "+path); err != nil {
				r.typing = asked
			}
		}
		asked.replace(0, 0, p.view.FileName())
		r.typing = asked
	})
}

// promptSet begins the command that changes a subscription: the feed under the cursor, or the
// feed of the current entry.
func (r *reader) promptSet() {
	if of := r.subjectFeed(); of.feed != 0 {
		r.promptCommand()
		r.typing.replace(0, 0, fmt.Sprintf("set %d ", of.feed))
	}
}

// togglePause pauses that subscription, or resumes it.
func (r *reader) togglePause() {
	switch of := r.subjectFeed(); {
	case of.feed == 0:
	case of.paused:
		r.command(fmt.Sprintf("set %d --resume", of.feed))
	default:
		r.command(fmt.Sprintf("set %d --pause", of.feed))
	}
}

// subjectFeed returns the place under the cursor on the left, else the feed of the current entry. It
// has no number if it is no feed.
func (r *reader) subjectFeed() place {
	if of, ok := r.feeds.current(); r.focus == onFeeds && ok {
		return of
	}
	e, _ := r.subject()
	return r.feeds.feedOf(e)
}

// start runs a command of the shell on the shown post, or on the kept post of the entry under
// the cursor.
func (r *reader) start(command string) {
	run := func(e model.Entry, text string) {
		r.reportResult(r.handOver(func() error { return r.Pipe(command, e, text, false) }), "done: !"+command)
	}
	if p := r.reading(); p != nil {
		run(p.entry(), p.view.SafeText())
		return
	}
	if e, ok := r.subject(); ok {
		r.ask("the post", func(ctx context.Context) (func(), error) {
			var opened app.OpenedPost
			if e.Kept { // otherwise the text is empty
				opened, _ = r.App.OpenPost(ctx, app.PostToShow{Entry: e}, false)
			}
			return func() { run(e, view.Post(opened).SafeText()) }, nil
		})
	}
}
