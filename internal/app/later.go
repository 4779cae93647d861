package app

import (
	"context"
	"fmt"

	"gemsub/internal/address"
	"gemsub/internal/model"
	"gemsub/internal/update"
	"gemsub/internal/words"
	"gemsub/store"
)

// KeepLater fetches pages as one person does and keeps them as entries of the feed "Read
// later", see [store.Store.KeepLater]; of the web it keeps links alone. It returns the entries
// that stand for the pages, each with the reason why its text is not here, and what was
// noticed. If some of given are no URLs it is a [BadURLsError], and nothing was kept.
func (a *App) KeepLater(ctx context.Context, given []string) (kept []model.EntryResult, notices []string, err error) {
	urls, err := parseGiven(given, address.ParseLink)
	if err != nil {
		return nil, nil, err
	}
	pages, posts, failures := make([]model.LaterPage, len(urls)), make([]*model.Post, len(urls)), make([]error, len(urls))
	for i, url := range urls {
		post, noticed, err := a.fetchLater(ctx, url)
		if ctx.Err() != nil {
			return nil, notices, ctx.Err()
		}
		pages[i] = model.LaterPage{URL: url, Title: store.LaterTitle(url, post)}
		posts[i], failures[i], notices = post, err, append(notices, noticed...)
	}
	_, ids, err := a.db.KeepLater(ctx, pages)
	if err != nil {
		return nil, notices, err
	}
	var batch store.Batch
	for i, post := range posts {
		if post != nil {
			batch.Posts = append(batch.Posts, &model.PostResult{EntryID: ids[i], Link: urls[i], Asked: true, Post: post})
		}
	}
	if err := a.db.Commit(ctx, batch); err != nil {
		return nil, notices, err
	}
	for i, id := range ids {
		e, err := a.firstEntry(ctx, store.EntryFilter{IDs: []store.Range{{First: id, Last: id}}, WithKept: true})
		if err != nil {
			return nil, notices, err
		}
		kept = append(kept, model.EntryResult{Entry: e, Err: failures[i]})
	}
	return kept, notices, nil
}

// fetchLater fetches a page, unless its text is kept or it is of the web.
func (a *App) fetchLater(ctx context.Context, url string) (*model.Post, []string, error) {
	u, err := address.Parse(url)
	if err != nil {
		return nil, nil, nil
	}
	known, err := a.entriesToShow(ctx, url)
	if err != nil || len(known) > 0 && known[0].Kept {
		return nil, nil, err
	}
	p, notices, err := a.requestPost(ctx, update.Request{URL: u, Purpose: update.ForPerson}, model.Entry{})
	switch {
	case err != nil:
		return nil, notices, err
	case p.Text == "" && p.Size > 0:
		err = fmt.Errorf("only text/* can be kept, this is %q, %s", p.MediaType, words.Size(int64(p.Size)))
	}
	return &p, notices, err
}
