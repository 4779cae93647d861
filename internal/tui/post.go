package tui

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"gemsub/internal/address"
	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/render"
	"gemsub/internal/term"
	"gemsub/internal/view"
)

// preReach is the column at which preformatted text is cut.
const preReach = 1000

// A post is a post on the screen.
type post struct {
	wanted app.PostToShow
	view   view.Post
	canAdd bool // whether it is a page that the user can subscribe to
	text
}

// layOutPost returns the lines of a post for a width; its text is at most widest columns wide.
func layOutPost(ctx context.Context, v view.Post, width, widest int) []render.Line {
	layout := render.Layout{Width: max(10, min(widest, width)), ScreenWidth: max(10, width), ScrollWidth: preReach}
	return limitLines(ctx, v.WithoutRepeats().Lines(layout, readable))
}

// openEntry shows the post of an entry, and requests it if it is not stored.
func (r *reader) openEntry(e model.Entry) {
	r.fetch(app.PostToShow{Entry: e}, false, r.showFirst, r.fail)
}

// showFirst shows a post from which nothing leads back to others.
func (r *reader) showFirst(p *post) {
	r.posts = nil
	r.showPost(p)
}

// fetch reads a post and then shows it. If the capsule asks a question, it asks the user for the
// answer, and shows the page for that. If the post cannot be shown, it calls otherwise.
func (r *reader) fetch(w app.PostToShow, refresh bool, show func(*post), otherwise func(error)) {
	width := r.postWidth()
	r.ask(w.String(), func(ctx context.Context) (func(), error) {
		p, notices, err := r.readPost(ctx, w, width, refresh)
		if _, unfit := errors.AsType[*app.PostError](err); unfit {
			return func() {
				question, asks := app.QuestionOf(err)
				if !asks || w.Passing {
					otherwise(err)
					return
				}
				label := term.Cut(readable(question.Text), 60) + ": "
				r.typing = &prompt{label: label, isSecret: question.IsSecret, do: func(answer string) {
					r.fetch(question.Answer(answer), false, r.showPost, r.fail)
				}}
			}, ctx.Err()
		}
		return func() {
			r.leave()
			show(p)
			r.printer().Tell(view.Notices(notices))
		}, err
	})
}

// readNextUnread shows the next unread post; in a list it begins with the post under the cursor.
// It passes over posts that cannot be shown: it names them, and they stay unread.
func (r *reader) readNextUnread(passed int) {
	const mostPassed = 10
	l := r.list()
	here, _ := l.current()
	if begins := passed == 0 && r.focus == onEntries && here.Unread; !begins && !l.next(1, func(e entryLine) bool { return e.Unread }) {
		if passed == 0 {
			r.sayNoUnread(1)
		}
		return
	}
	here, _ = l.current()
	r.fetch(app.PostToShow{Entry: here.Entry, Passing: true}, false, func(p *post) {
		r.showFirst(p)
		if passed > 1 {
			r.say(fmt.Sprintf("%d entries cannot be shown and stay unread; L says why", passed))
		}
	}, func(err error) {
		if r.fail(err); passed < mostPassed {
			r.readNextUnread(passed + 1)
		}
	})
}

// readPost reads a post and lays it out, in the background.
func (r *reader) readPost(ctx context.Context, w app.PostToShow, width int, refresh bool) (p *post, notices []string, err error) {
	opened, err := r.App.OpenPost(ctx, w, refresh)
	if err != nil {
		return nil, nil, err
	}
	shown := view.Post(opened)
	p = &post{wanted: w, view: shown, canAdd: r.App.CanAdd(ctx, w, shown.Post), text: text{width: width, links: shown.Links()}}
	p.lay = func(ctx context.Context, width int) []render.Line { return layOutPost(ctx, shown, width, r.Width) }
	p.rows = p.lay(ctx, width)
	return p, shown.Notices, ctx.Err()
}

// showPost shows a post over the one that has the focus, and marks its entry as read.
func (r *reader) showPost(p *post) {
	if r.focus != onPost {
		r.posts = nil
	}
	r.posts = append(r.posts, p)
	r.focus, r.view = onPost, nil
	r.scrollToOffset(p)
	r.draw() // a post counts as read only once it was shown
	r.toPost()
	if p.canAdd {
		r.say(":add subscribes to this page")
	}
}

// scrollToOffset scrolls a post to where the user left it, or to the first match of the search
// that found it.
func (r *reader) scrollToOffset(p *post) {
	offset, known := r.offsets[p.wanted.String()]
	p.offset = offset
	p.words = strings.Fields(strings.ToLower(r.list().query.Words))
	p.replace(p.rows)
	if all := p.matching(p.hasWords); !known && len(all) > 0 {
		if below := all[0] - p.top; below >= r.height() {
			p.scroll(below-r.height()/3, r.height()) // some lines before the match are shown too
		}
		p.at = all[0]
	}
}

// leave remembers where the shown post is scrolled to, and ends the search in it.
func (r *reader) leave() {
	if p := r.shown(); p != nil {
		r.offsets[p.wanted.String()] = p.offset
		p.sought = nil
	}
}

// requestAgain requests the shown post again; in a list it runs an update.
func (r *reader) requestAgain() {
	p := r.reading()
	if p == nil {
		r.toggleUpdate()
		return
	}
	r.fetch(p.wanted, true, func(fresh *post) {
		r.posts = slices.DeleteFunc(r.posts, func(o *post) bool { return o == p })
		r.showPost(fresh)
		if fresh.view.Post.Text == p.view.Post.Text {
			r.say("requested again: it is the same")
		} else {
			r.say("requested again: it has changed")
		}
	}, r.fail)
}

// follow shows the target of a link, in the browser if gemsub cannot show it.
func (r *reader) follow(from app.LinkOrigin, link string) {
	if _, err := address.Parse(link); err != nil {
		r.openInBrowser(link, func() {})
		return
	}
	r.ask(link, func(ctx context.Context) (func(), error) {
		w, err := r.App.LinkedPost(ctx, from, link)
		return func() { r.fetch(w, false, r.showPost, r.fail) }, err
	})
}

// previewDelay is how long the cursor stays on an entry before its post is shown beside the list.
const previewDelay = 150 * time.Millisecond

// startPreview shows the post of the entry under the cursor beside the list, if the screen has room
// for it, once the cursor has rested. The entry is not marked as read, and a post that is not kept
// is not requested.
func (r *reader) startPreview() {
	line, _ := r.list().current()
	if r.focus != onEntries || r.view != nil || r.panes(r.focus)[onPost].width == 0 || line.ID == r.previewed {
		return
	}
	r.previewed = line.ID
	width, delay := r.postWidth(), r.previewDelay
	r.runLatest(&r.previewJob, "", func(ctx context.Context) (func(), error) {
		select {
		case <-time.After(delay):
		case <-ctx.Done():
		}
		var p *post
		if line.Kept { // an error is shown only when the post is opened
			p, _, _ = r.readPost(ctx, app.PostToShow{Entry: line.Entry}, width, false)
		}
		return func() {
			if r.focus != onEntries {
				return
			}
			r.posts = nil
			if p != nil {
				r.posts = []*post{p}
				r.scrollToOffset(p)
			}
		}, ctx.Err()
	})
}

// toPost moves the focus to the post beside the list, and marks its entry as read.
func (r *reader) toPost() {
	r.focus = onPost
	if e := r.shown().wanted.Entry; e.ID != 0 && e.Unread {
		r.markOpened(e)
	}
}

// entry returns the entry of the post; for a page one with only its URL and title.
func (p *post) entry() model.Entry {
	e := p.wanted.Entry
	e.URL = cmp.Or(e.URL, p.view.Post.URL)
	if i := slices.IndexFunc(p.rows, isHeading); e.ID == 0 && i >= 0 {
		e.Title = strings.TrimLeft(p.rows[i].String(), "# ")
	}
	return e
}
