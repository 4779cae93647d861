package app

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"gemsub/internal/address"
	"gemsub/internal/model"
	"gemsub/internal/update"
	"gemsub/internal/words"
)

// A PostToShow is a post to show: that of an entry, or the one at a URL.
type PostToShow struct {
	Entry model.Entry // without number for a URL
	URL   *url.URL
	From  model.Entry // whose post led to URL, if one did
	// Asked says that the user gave the URL of Entry, so that no feed led there.
	Asked bool
}

// String names the post in messages.
func (w PostToShow) String() string {
	if w.Entry.ID != 0 {
		return fmt.Sprintf("entry %d <%s>", w.Entry.ID, w.Entry.URL)
	}
	return w.URL.String()
}

// A PostError says why a post cannot be shown.
type PostError struct {
	Wanted PostToShow
	error
}

func (e *PostError) Error() string { return fmt.Sprintf("show %s: %v", e.Wanted, e.error) }

func (e *PostError) Unwrap() error { return e.error }

// PostsToShow returns the posts that selectors name: of entries, and of URLs that are of
// none. A selector that is neither is an [*address.Error].
func (a *App) PostsToShow(ctx context.Context, selectors []string) (posts []PostToShow, err error) {
	for _, selector := range selectors {
		entries, err := a.EntriesOf(ctx, selector)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			posts = append(posts, PostToShow{Entry: e, Asked: strings.Trim(selector, "0123456789-") != ""})
		}
		if len(entries) == 0 {
			u, err := address.Parse(selector)
			if err != nil {
				return nil, err
			}
			posts = append(posts, PostToShow{URL: u})
		}
	}
	return posts, nil
}

// LinkedPost returns the post to which a link of another leads.
func (a *App) LinkedPost(ctx context.Context, of PostToShow, link string) (PostToShow, error) {
	u, err := address.Parse(link)
	if err != nil {
		return PostToShow{}, WithHint(err, "gemsub open ENTRY --link N opens links in a browser")
	}
	entries, err := a.EntriesOf(ctx, link) // a fragment can be part of which entry it is
	if err == nil && len(entries) == 0 {
		entries, err = a.EntriesOf(ctx, u.String())
	}
	if err != nil {
		return PostToShow{}, err
	}
	if len(entries) > 0 {
		return PostToShow{Entry: entries[0]}, nil
	}
	return PostToShow{URL: u, From: of.Entry}, nil
}

// TextPost returns a post that is text: of an entry what is kept, unless refresh asks for
// it again; else what its capsule sends to one person. Of an entry that is kept from then
// on. If the post of an entry led to it, no public capsule leads to a private address. Its
// error is a [*PostError].
func (a *App) TextPost(ctx context.Context, w PostToShow, refresh bool) (post model.Post, notices []string, err error) {
	switch {
	case w.Entry.ID != 0:
		post, notices, err = a.post(ctx, w, refresh)
	case w.From.ID != 0:
		post, notices, err = a.ledPost(ctx, w.From, w.URL)
	default:
		post, notices, err = a.requestPost(ctx, update.Request{URL: w.URL, Purpose: update.ForPerson})
	}
	if err == nil && post.Text == "" && post.Size > 0 {
		err = fmt.Errorf("it is no text but %s, %s", post.MediaType, words.Size(int64(post.Size)))
		if w.Entry.ID != 0 {
			err = WithHint(err, fmt.Sprintf("gemsub open %d", w.Entry.ID))
		}
	}
	if err != nil {
		err = &PostError{w, err}
	}
	return post, notices, err
}

// NoLinkError reports a number that none of so many links of a post has.
func NoLinkError(number, links int) error {
	return WithHint(fmt.Errorf("there is no link %d: the post has %d", number, links), "gemsub show ENTRY --links lists them")
}
