package tui

import (
	"context"
	"strconv"

	"gemsub/internal/address"
	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/render"
	"gemsub/internal/show"
	"gemsub/internal/term"
)

// widestText is where the text of posts is wrapped at the latest, and preReach where
// preformatted text is cut, in columns.
const (
	widestText = 80
	preReach   = 1000
)

// A post is one that is shown.
type post struct {
	wanted app.WantedPost
	view   show.PostView
	links  []render.Link
	width  int // for which the lines are
	text
}

// lay lays the post out for a width. What is seen stays about the same.
func (p *post) lay(width int) {
	if p.width == width {
		return
	}
	layout := render.Layout{Width: max(10, min(widestText, width)), Screen: max(10, width), Reach: preReach}
	p.replace(bounded(p.view.Lines(layout, func(s string) string { return address.Readable(term.Safe(s)) })))
	p.width = width
}

// openEntry shows the post of an entry. One that is not kept is requested: a person asks.
func (r *reader) openEntry(e model.Entry) {
	r.fetch(app.WantedPost{Entry: e}, !e.Kept, false)
}

// fetch shows a post once it is there: over the one that led to it, or in place of all.
func (r *reader) fetch(w app.WantedPost, refresh, over bool) {
	r.ask(w.String(), func(ctx context.Context) (func(), error) {
		text, notices, err := r.App.TextPost(ctx, w, refresh)
		if err != nil {
			return nil, err
		}
		view := show.PostView{Entry: w.Entry, Post: text}
		view.Replies, err = r.App.Replies(ctx, w.Entry)
		return func() {
			r.printer().Notices(notices)
			r.showPost(&post{wanted: w, view: view, links: show.Document(text).Links()}, over)
		}, err
	})
}

// showPost shows a post, and marks its entry as read.
func (r *reader) showPost(p *post, over bool) {
	r.leave()
	if !over {
		r.posts = nil
	}
	r.posts = append(r.posts, p)
	r.focus, r.view = onPost, nil
	p.place = r.positions[p.view.Post.URL]
	p.lay(r.textWidth())
	r.draw() // it is read once it was shown
	if e := p.wanted.Entry; e.ID != 0 && e.Unread {
		r.markUnread(e, false, "")
	}
}

// leave remembers where the shown post was left.
func (r *reader) leave() {
	if p := r.shown(); p != nil {
		r.positions[p.view.Post.URL] = p.place
	}
}

// requestAgain requests the shown post again, or that of the entry under the cursor.
func (r *reader) requestAgain() {
	if p := r.shown(); r.focus == onPost && p != nil {
		r.posts = r.posts[:len(r.posts)-1]
		over := len(r.posts) > 0
		r.posts = append(r.posts, p)
		r.fetch(p.wanted, true, over)
		return
	}
	if e, ok := r.list().current(); ok && r.focus == onEntries {
		r.fetch(app.WantedPost{Entry: e}, true, false)
	}
}

// digit takes a digit of the number of a link, and follows that once it is whole.
func (r *reader) digit() {
	p := r.shown()
	if r.focus != onPost || p == nil || r.view != nil {
		r.say("numbers follow the links of a post")
		return
	}
	r.number += r.key
	n, err := strconv.Atoi(r.number)
	if err != nil || n == 0 || n > len(p.links) {
		err := &app.NoLinkError{Number: n, Links: len(p.links)}
		r.number = ""
		r.say(err.Error())
		return
	}
	if n*10 > len(p.links) {
		r.followNumber()
	}
}

// followNumber follows the link whose number was typed.
func (r *reader) followNumber() {
	n, err := strconv.Atoi(r.number)
	r.number = ""
	p := r.shown()
	if err != nil || p == nil || n < 1 || n > len(p.links) {
		return
	}
	r.follow(p, p.links[n-1].URL)
}

// follow shows what a link of a post leads to, in the browser where gemsub cannot.
func (r *reader) follow(p *post, link string) {
	if u, err := address.Parse(link); err != nil {
		r.openInBrowser(link)
	} else {
		r.ask(u.String(), func(ctx context.Context) (func(), error) {
			w, err := r.App.LinkedPost(ctx, p.wanted, link)
			return func() { r.fetch(w, false, true) }, err
		})
	}
}

// browse opens in the browser what keys speak of.
func (r *reader) browse() {
	if p := r.shown(); r.focus == onPost && p != nil {
		r.openInBrowser(p.view.Post.URL)
		return
	}
	e, ok := r.subject()
	if ok && r.openInBrowser(e.URL) && e.Unread {
		r.markUnread(e, false, "")
	}
}

// openInBrowser hands the terminal to the browser until that ends: it may need it.
func (r *reader) openInBrowser(link string) (opened bool) {
	if err := r.screen.Suspend(); err != nil {
		r.fail(err)
		return false
	}
	ended, err := r.Browse(link)
	opened = err == nil
	if opened {
		err = <-ended
	}
	if resumeErr := r.screen.Resume(); err == nil {
		err = resumeErr
	}
	r.redraw()
	if err != nil {
		r.fail(err)
	}
	return opened
}
