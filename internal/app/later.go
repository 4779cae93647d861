package app

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"gemsub/internal/address"
	"gemsub/internal/fetch"
	"gemsub/internal/model"
	"gemsub/internal/update"
	"gemsub/internal/words"
	"gemsub/store"
)

// KeepLater fetches pages for a person, so robots.txt does not stop it, and keeps them as
// entries of "Read later", see [store.Store.KeepLater]. Of web pages it keeps only the link. It
// returns a query for the entries that stand for the pages, the reasons why texts are missing,
// and notices. If some of given are no URLs, it fails with a [BadURLsError] and keeps nothing.
// from is the entry whose post led to the pages, if any: if that post may not lead to a page,
// KeepLater keeps nothing either, since the next update would request the page.
func (a *App) KeepLater(ctx context.Context, given []string, from model.Entry) (kept EntryQuery, failures []error, notices []string, err error) {
	urls, err := parseGiven(given, address.ParseLink)
	if err != nil {
		return kept, nil, nil, err
	}
	kept.WithKept = true
	pages, texts := make([]model.LaterPage, len(urls)), store.Batch{}
	for i, url := range urls {
		post, noticed, err := a.fetchLater(ctx, url, from)
		switch {
		case ctx.Err() != nil:
			return kept, nil, notices, ctx.Err()
		case from.ID != 0 && isRefused(err):
			return kept, nil, notices, err
		case err != nil:
			failures = append(failures, fmt.Errorf("%s is kept without its text: %w", url, err))
		}
		pages[i] = model.LaterPage{URL: url, Title: store.LaterTitle(url, post)}
		texts.Posts = append(texts.Posts, &model.PostResult{Link: url, Asked: true, Post: post})
		notices = append(notices, noticed...)
	}
	_, ids, err := a.db.KeepLater(ctx, pages)
	for i, id := range ids {
		texts.Posts[i].EntryID = id
		kept.IDs = append(kept.IDs, store.Range{First: id, Last: id})
	}
	texts.Posts = slices.DeleteFunc(texts.Posts, func(p *model.PostResult) bool { return p.Post == nil })
	if err == nil {
		err = a.db.Commit(ctx, texts)
	}
	return kept, failures, notices, err
}

// isRefused reports whether a request was not made because the post that led to it may not lead
// there.
func isRefused(err error) bool {
	_, refused := errors.AsType[*address.Error](err)
	failure, failed := errors.AsType[*fetch.Error](err)
	return refused || failed && failure.Kind == fetch.PrivateAddress
}

// fetchLater fetches a page, unless its text is kept or it is a web page.
func (a *App) fetchLater(ctx context.Context, url string, from model.Entry) (*model.Post, []string, error) {
	u, err := address.Parse(url)
	if err != nil {
		return nil, nil, nil
	}
	known, err := a.entriesToShow(ctx, url)
	if err != nil || len(known) > 0 && known[0].Kept {
		return nil, nil, err
	}
	var p model.Post
	var notices []string
	if from.ID != 0 {
		p, notices, err = a.ledPost(ctx, PostToShow{From: from, URL: u})
	} else {
		p, notices, err = a.requestPost(ctx, update.Request{URL: u, Purpose: update.ForPerson}, model.Entry{})
	}
	switch {
	case err != nil:
		return nil, notices, err
	case p.Text == "" && p.Size > 0:
		err = fmt.Errorf("only text/* can be kept, this is %q, %s", p.MediaType, words.Size(int64(p.Size)))
	}
	return &p, notices, err
}
