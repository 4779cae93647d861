package app

import (
	"context"
	"fmt"
	"slices"

	"gemsub/internal/address"
	"gemsub/internal/model"
	"gemsub/internal/thread"
	"gemsub/store"
)

const (
	// underPost is how many answers of a feed are told under a post, inThread how many
	// posts of one are in a thread.
	underPost, inThread = 3, 10
)

// Thread returns the conversation of an entry: the oldest post first and under each what
// answers it, then what stands outside. A post without answers is alone. Of a feed with
// very many posts there are the newest, and how many more.
func (a *App) Thread(ctx context.Context, e model.Entry) ([]model.ThreadPost, []model.MorePosts, error) {
	g, err := a.around(ctx, e, maxThread, inThread)
	if err != nil {
		return nil, nil, err
	}
	forest := thread.Grow(g.list())
	tree := forest.Tree(g.start)
	var posts []model.ThreadPost
	for _, place := range tree {
		posts = append(posts, model.ThreadPost{Entry: g.entryOf(place.Page), Depth: place.Depth, Answers: g.urls(forest.Answers(place.Page), place.Page)})
	}
	for _, page := range forest.SeeAlso(tree) {
		posts = append(posts, model.ThreadPost{Entry: g.entryOf(page), SeeAlso: true})
	}
	whole, err := a.whole(ctx, entriesOf(posts))
	if err != nil {
		return nil, nil, err
	}
	for i := range posts {
		posts[i].Entry = whole[posts[i].ID]
	}
	posts = slices.DeleteFunc(posts, func(p model.ThreadPost) bool { return p.ID == 0 })
	posts, more := fewOfFeed(posts, e.ID, g.more(func(model.LinkedPost) bool { return true }))
	return posts, more, nil
}

// fewOfFeed shortens a thread: of each feed it keeps the posts that have answers, and the
// newest others, ten in all. It returns what is left out, with how many more there are
// already.
func fewOfFeed(posts []model.ThreadPost, start int64, more map[int64]int) ([]model.ThreadPost, []model.MorePosts) {
	ends, room := map[int64][]model.ThreadPost{}, map[int64]int{} // by feed
	for i, p := range posts {
		if _, known := room[p.SubscriptionID]; !known {
			room[p.SubscriptionID] = inThread
		}
		isAnswered := i+1 < len(posts) && posts[i+1].Depth > p.Depth
		if isAnswered || p.ID == start {
			room[p.SubscriptionID]--
		} else {
			ends[p.SubscriptionID] = append(ends[p.SubscriptionID], p)
		}
	}
	away := map[int64]bool{}
	for feed, all := range ends {
		slices.SortStableFunc(all, func(p, q model.ThreadPost) int { return q.SortTime.Compare(p.SortTime) })
		for _, p := range all[min(len(all), max(0, room[feed])):] {
			away[p.ID] = true
			more[feed]++
		}
	}
	posts = slices.DeleteFunc(posts, func(p model.ThreadPost) bool { return away[p.ID] })
	return posts, morePosts(entriesOf(posts), more)
}

func entriesOf(posts []model.ThreadPost) (entries []model.Entry) {
	for _, p := range posts {
		entries = append(entries, p.Entry)
	}
	return entries
}

// morePosts returns how many more posts there are of the feeds of entries.
func morePosts(entries []model.Entry, more map[int64]int) (all []model.MorePosts) {
	for _, e := range entries {
		if n := more[e.SubscriptionID]; n > 0 {
			all = append(all, model.MorePosts{SubscriptionID: e.SubscriptionID, FeedTitle: e.FeedTitle, Posts: n})
			delete(more, e.SubscriptionID)
		}
	}
	return all
}

// Replies returns what an entry answers and what answers it, of each feed the newest
// three answers.
func (a *App) Replies(ctx context.Context, e model.Entry) (r model.Replies, err error) {
	if e.ID == 0 {
		return r, nil // a document of no entry
	}
	g, err := a.around(ctx, e, 1, underPost)
	if err != nil {
		return r, err
	}
	forest := thread.Grow(g.list())
	if r.Answers, err = a.entriesAt(ctx, g, forest.Answers(g.start)); err != nil {
		return r, err
	}
	start := g.posts[g.start]
	more, of := g.more(func(p model.LinkedPost) bool { return p.Answers(start) }), map[int64]int{}
	var pages []string
	for _, page := range slices.Backward(forest.AnsweredBy(g.start)) {
		feed := g.posts[page].Feed
		if of[feed]++; of[feed] > underPost {
			more[feed]++
		} else {
			pages = append(pages, page)
		}
	}
	slices.Reverse(pages)
	r.AnsweredBy, err = a.entriesAt(ctx, g, pages)
	r.More = morePosts(r.AnsweredBy, more)
	r.Elsewhere = g.elsewhere(g.start)
	return r, err
}

// entriesAt returns the entries of posts in their order.
func (a *App) entriesAt(ctx context.Context, g *graph, pages []string) (entries []model.Entry, err error) {
	for _, page := range pages {
		entries = append(entries, g.entryOf(page))
	}
	whole, err := a.whole(ctx, entries)
	for i := range entries {
		entries[i] = whole[entries[i].ID]
	}
	return slices.DeleteFunc(entries, func(e model.Entry) bool { return e.ID == 0 }), err
}

// whole returns entries of which the numbers are known, by number. One that was removed
// meanwhile is left out.
func (a *App) whole(ctx context.Context, numbers []model.Entry) (map[int64]model.Entry, error) {
	entries := map[int64]model.Entry{}
	if len(numbers) == 0 {
		return entries, nil
	}
	q := These(numbers...)
	q.WithKept, q.WithAnswers = true, true
	for e, err := range a.db.Entries(ctx, q.EntryFilter) {
		if err != nil {
			return nil, err
		}
		entries[e.ID] = e
	}
	return entries, nil
}

// Mentions returns the kept posts that link to a page under any of some URLs, newest
// first, without those by the authors of these pages. The error of an invalid URL is an
// [address.Error]. Of each feed there are the newest ten, and how many more.
func (a *App) Mentions(ctx context.Context, under []string) ([]model.Mention, []model.MorePosts, error) {
	urls, err := mentionable(under)
	if err != nil {
		return nil, nil, err
	}
	all, more, err := a.db.Mentions(ctx, store.MentionFilter{Under: urls})
	entries := make([]model.Entry, len(all))
	for i, m := range all {
		entries[i] = m.Entry
	}
	return all, morePosts(entries, more), err
}

// LinkedSites returns the capsules and holes that kept posts of others link to and of
// which the user follows nothing, those of most feeds first. The user's own URLs are left
// out. It makes no request. There are 50 of a feed and 200 in all, and how many more.
func (a *App) LinkedSites(ctx context.Context, own []string) (sites []model.LinkedSite, more int, err error) {
	urls, err := mentionable(own)
	if err != nil {
		return nil, 0, err
	}
	return a.db.LinkedSites(ctx, urls)
}

// CheckURLs returns an error if not all are URLs.
func CheckURLs(raw []string) error {
	if _, err := mentionable(raw); err != nil {
		return fmt.Errorf("must be a list of URLs: %w", err)
	}
	return nil
}

// mentionable returns URLs in the form of links.
func mentionable(raw []string) (urls []string, err error) {
	for _, r := range raw {
		u, err := address.Parse(r)
		if err != nil {
			return nil, err
		}
		urls = append(urls, u.String())
	}
	return urls, nil
}
