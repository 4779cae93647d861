package app

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"gemsub/internal/model"
	"gemsub/internal/thread"
	"gemsub/store"
)

const (
	maxThread    = 500 // the nearest posts of a thread, and as many others beside it
	maxElsewhere = 5   // URLs of unknown posts that a post answers
)

// MorePosts are the older posts of a feed that a list leaves out.
type MorePosts struct {
	SubscriptionID int64
	FeedTitle      string
	Posts          int
}

// Thread returns the conversation of an entry: the oldest post first, under each post its
// answers, and then the posts that join no thread. A post without answers stands alone. It has
// the newest three answers of each feed to a post, and how many more there are.
func (a *App) Thread(ctx context.Context, e model.Entry) ([]model.ThreadPost, []MorePosts, error) {
	start, err := a.db.PostEntry(ctx, e.ID)
	if err != nil {
		return nil, nil, err
	}
	links, near, err := a.around(ctx, start)
	if err != nil {
		return nil, nil, err
	}
	posts, err := a.oldestFirst(ctx, near)
	if err != nil {
		return nil, nil, err
	}
	elsewhere, more := map[int64][]string{}, map[int64]int{}
	for _, l := range links {
		if l.To == 0 {
			elsewhere[l.From] = append(elsewhere[l.From], l.URL)
		}
		if l.Answers && l.Place == store.MaxOfFeed {
			more[l.Feed] += l.Total - l.Place
		}
	}
	tree := thread.Tree(start, posts, links)
	for i, p := range tree {
		if other := elsewhere[p.ID]; !p.SeeAlso {
			tree[i].Answers = append(p.Answers, other[:min(len(other), maxElsewhere)]...)
		}
	}
	return tree, morePosts(posts, more), nil
}

// around returns the posts nearest to start in its conversation and others to which they are linked
// (near, by number), at most maxThread of each, and the links of the nearest ones.
func (a *App) around(ctx context.Context, start int64) (links []model.PostLink, near map[int64]bool, err error) {
	near = map[int64]bool{start: true}
	others := map[int64]bool{}
	for wave := []int64{start}; len(wave) > 0; {
		found, err := a.db.PostLinks(ctx, wave)
		if err != nil {
			return nil, nil, err
		}
		links, wave = append(links, found...), nil
		for _, l := range found {
			for _, post := range []int64{l.From, l.To} {
				switch {
				case post == 0 || near[post]:
				case !l.Answers && len(others) < maxThread:
					others[post] = true
				case l.Answers && len(near) < maxThread:
					near[post], wave = true, append(wave, post)
				}
			}
		}
	}
	maps.Copy(near, others)
	return links, near, nil
}

// morePosts lists the feeds of entries that have a count in more, and removes that from more.
func morePosts(entries []model.Entry, more map[int64]int) (all []MorePosts) {
	for _, e := range entries {
		if n := more[e.SubscriptionID]; n > 0 {
			all = append(all, MorePosts{SubscriptionID: e.SubscriptionID, FeedTitle: e.FeedTitle, Posts: n})
			delete(more, e.SubscriptionID)
		}
	}
	return all
}

// Replies are the posts that a post answers, and those that answer it.
type Replies struct {
	Answers    []model.Entry
	AnsweredBy []model.Entry
	// More counts further answers of the same feeds.
	More []MorePosts
	// Elsewhere has at most five URLs of answered posts whose authors the user does not follow.
	Elsewhere []string
}

// Replies returns the posts that an entry answers, and the newest three of each feed that answer
// it, all with the oldest first.
func (a *App) Replies(ctx context.Context, e model.Entry) (r Replies, err error) {
	start, err := a.db.PostEntry(ctx, e.ID)
	if err != nil || start == 0 {
		return r, err // no entry has this post
	}
	links, err := a.db.PostLinks(ctx, []int64{start})
	if err != nil {
		return r, err
	}
	answered, answers, more := map[int64]bool{}, map[int64]bool{}, map[int64]int{}
	for _, l := range links {
		switch {
		case !l.Answers:
		case l.To == 0 && len(r.Elsewhere) < maxElsewhere:
			r.Elsewhere = append(r.Elsewhere, l.URL)
		case l.To != start:
			answered[l.To] = true
		default:
			answers[l.From] = true
			if l.Place == store.MaxOfFeed {
				more[l.Feed] += l.Total - l.Place
			}
		}
	}
	if r.Answers, err = a.oldestFirst(ctx, answered); err != nil {
		return r, err
	}
	if r.AnsweredBy, err = a.oldestFirst(ctx, answers); err != nil {
		return r, err
	}
	nameApart, err := a.NameApart(ctx)
	for _, entries := range [][]model.Entry{r.Answers, r.AnsweredBy} {
		for i := range entries {
			nameApart(&entries[i])
		}
	}
	r.More = morePosts(r.AnsweredBy, more)
	return r, err
}

// oldestFirst returns the entries with these numbers that were not removed, the oldest first.
func (a *App) oldestFirst(ctx context.Context, numbers map[int64]bool) (entries []model.Entry, err error) {
	q := store.EntryFilter{IDs: []store.Range{}, WithKept: true, WithAnswers: true}
	for n := range numbers {
		q.IDs = append(q.IDs, store.Range{First: n, Last: n})
	}
	entries, err = collect(a.db.Entries(ctx, q))
	slices.SortFunc(entries, thread.Older)
	return entries, err
}

// Mentions returns the kept posts that link to a page under any of some URLs, newest
// first, without those by the authors of these pages: the newest three of each feed, and how
// many more there are. The error of invalid URLs is a [BadURLsError].
func (a *App) Mentions(ctx context.Context, under []string) ([]model.Mention, []MorePosts, error) {
	urls, err := parseURLs(under)
	if err != nil {
		return nil, nil, err
	}
	all, more, err := a.db.Mentions(ctx, urls)
	entries := make([]model.Entry, len(all))
	for i, m := range all {
		entries[i] = m.Entry
	}
	return all, morePosts(entries, more), err
}

// CheckURLs returns an error unless each text in raw is a URL.
func CheckURLs(raw []string) error {
	if _, err := parseURLs(raw); err != nil {
		return fmt.Errorf("must be a list of URLs: %v", err)
	}
	return nil
}
