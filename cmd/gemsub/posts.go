package main

import (
	"cmp"
	"context"

	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/show"
)

// showPosts shows posts one after the other, and marks the entries of those that were
// shown as read. What cannot be had is told, and stays unread.
func (p *program) showPosts(ctx context.Context, a *app.App, wanted []app.PostToShow, o postOptions) error {
	names, err := p.distinctNames(ctx, a)
	if err != nil {
		return err
	}
	var shown []model.Entry
	failed := 0
	err = p.paged(ctx, func() error {
		for i, w := range wanted {
			post, err := p.post(ctx, a, w, o.refresh)
			if err != nil && (len(wanted) == 1 || ctx.Err() != nil) {
				return err
			}
			if err != nil {
				p.Error(err)
				failed++
				continue
			}
			view := show.PostView{Entry: w.Entry, Post: post, Feed: names[w.Entry.SubscriptionID]}
			if err := p.showPost(ctx, a, view, o.style, i > failed); err != nil {
				return err
			}
			shown = append(shown, w.Entry)
		}
		return nil
	})
	if !o.keepUnread {
		if markErr := a.MarkShown(ctx, shown); err == nil {
			err = markErr
		}
	}
	switch {
	case err != nil || failed == 0:
		return err
	case failed < len(wanted):
		return errPartly
	}
	return errReported
}

// showPost prints a post; another follows one that was printed before. What people read
// is on the screen before it is known what answers it.
func (p *program) showPost(ctx context.Context, a *app.App, view show.PostView, style show.PostStyle, another bool) (err error) {
	if style.JSON {
		if view.Replies, err = a.Replies(ctx, view.Entry); err != nil {
			return err
		}
	}
	if err := p.Post(view, style, another); err != nil || !p.LaysOut(style) {
		return err
	}
	replies, err := a.Replies(ctx, view.Entry)
	return cmp.Or(err, p.Replies(replies, style))
}

// post returns a post that can be shown, and says what was noticed on the way.
func (p *program) post(ctx context.Context, a *app.App, wanted app.PostToShow, refresh bool) (model.Post, error) {
	waiting := p.Waiting()
	post, notices, err := a.TextPost(ctx, wanted, refresh)
	waiting.Done()
	p.Notices(notices)
	return post, err
}

// link returns where a link of a post leads.
func (p *program) link(ctx context.Context, a *app.App, of app.PostToShow, number int) (string, error) {
	post, err := p.post(ctx, a, of, false)
	if err != nil {
		return "", err
	}
	links := show.Document(post).Links()
	if number > len(links) {
		return "", &app.NoLinkError{Number: number, Links: len(links)}
	}
	return links[number-1].URL, nil
}
