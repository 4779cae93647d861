package main

import (
	"context"
	"fmt"
	"net/url"

	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/show"
	"gemsub/internal/words"
)

// A wantedPost is a post to show: that of an entry, or the one at a URL.
type wantedPost struct {
	entry model.Entry // without number for a URL
	url   *url.URL
	from  model.Entry // whose post led to url, if one did
}

// String names the post in messages.
func (w wantedPost) String() string {
	if w.entry.ID != 0 {
		return fmt.Sprintf("entry %d", w.entry.ID)
	}
	return w.url.String()
}

// A postError says why a post cannot be shown.
type postError struct {
	wanted wantedPost
	error
}

func (e *postError) Error() string { return fmt.Sprintf("show %s: %v", e.wanted, e.error) }

func (e *postError) Unwrap() error { return e.error }

// showPosts shows posts one after the other, and marks the entries of those that were
// shown as read. What cannot be had is told, and stays unread.
func (p *program) showPosts(ctx context.Context, a *app.App, wanted []wantedPost, o postOptions) error {
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
			view := show.PostView{Entry: w.entry, Post: post, Feed: names[w.entry.SubscriptionID]}
			if err := p.Post(view, o.style, i > failed); err != nil {
				return err
			}
			shown = append(shown, w.entry)
		}
		return nil
	})
	if markErr := p.markShown(ctx, a, shown, o); err == nil {
		err = markErr
	}
	switch {
	case err != nil || failed == 0:
		return err
	case failed < len(wanted):
		return errPartly
	}
	return errReported
}

// markShown marks entries that were shown as read.
func (p *program) markShown(ctx context.Context, a *app.App, shown []model.Entry, o postOptions) error {
	var unread []model.Entry
	for _, e := range shown {
		if e.ID != 0 && e.Unread {
			unread = append(unread, e)
		}
	}
	if o.keepUnread || len(unread) == 0 {
		return nil
	}
	_, err := a.MarkUnread(ctx, app.EntryQuery{Named: app.TheseEntries(unread)}, false)
	return err
}

// post returns a post that can be shown.
func (p *program) post(ctx context.Context, a *app.App, w wantedPost, refresh bool) (post model.Post, err error) {
	waiting := p.Waiting()
	var notices []string
	if w.entry.ID != 0 {
		post, notices, err = a.Post(ctx, w.entry, refresh)
	} else {
		post, notices, err = a.Linked(ctx, w.from, w.url)
	}
	waiting.Done()
	for _, notice := range notices {
		p.Say("%s", notice)
	}
	switch {
	case err != nil:
		return post, &postError{w, err}
	case post.Text == "" && post.Size > 0:
		err = fmt.Errorf("it is no text but %s, %s", post.MediaType, words.Size(int64(post.Size)))
		if w.entry.ID != 0 {
			err = app.WithHint(err, fmt.Sprintf("gemsub open %d", w.entry.ID))
		}
		return post, &postError{w, err}
	}
	return post, nil
}

// link returns where a link of a post leads.
func (p *program) link(ctx context.Context, a *app.App, of wantedPost, number int) (string, error) {
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
