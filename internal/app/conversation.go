package app

import (
	"context"
	"maps"
	"net/url"
	"slices"

	"gemsub/internal/address"
	"gemsub/internal/model"
	"gemsub/internal/thread"
	"gemsub/store"
)

const (
	// maxThread is how many posts around one are looked at.
	maxThread = 2000
	// maxElsewhere is how many URLs are told that a post answers of authors whom the user
	// does not follow.
	maxElsewhere = 5
)

// Thread returns the conversation of an entry: the oldest post first and under each what
// answers it, then what stands outside. A post without answers is alone.
func (a *App) Thread(ctx context.Context, e model.Entry) ([]model.ThreadPost, error) {
	if err := a.db.LinkPosts(ctx); err != nil {
		return nil, err
	}
	g, err := a.around(ctx, e, maxThread)
	if err != nil {
		return nil, err
	}
	forest, of := thread.Grow(g.list()), g.start
	tree := forest.Tree(of)
	var posts []model.ThreadPost
	for _, place := range tree {
		posts = append(posts, model.ThreadPost{Entry: model.Entry{URL: g.posts[place.ID].URL}, Depth: place.Depth, Answers: g.urls(forest.Answers(place.ID), place.ID)})
	}
	for _, id := range forest.SeeAlso(tree) {
		posts = append(posts, model.ThreadPost{Entry: model.Entry{URL: g.posts[id].URL}, SeeAlso: true})
	}
	return a.named(ctx, posts)
}

// Replies returns what an entry answers and what answers it.
func (a *App) Replies(ctx context.Context, e model.Entry) (r model.Replies, err error) {
	if e.ID == 0 {
		return r, nil // a document of no entry
	}
	g, err := a.around(ctx, e, 1)
	if err != nil {
		return r, err
	}
	forest := thread.Grow(g.list())
	if r.Answers, err = a.entriesAt(ctx, g, forest.Answers(g.start)); err != nil {
		return r, err
	}
	r.AnsweredBy, err = a.entriesAt(ctx, g, forest.AnsweredBy(g.start))
	r.Elsewhere = g.elsewhere(g.start)
	return r, err
}

// entriesAt returns the entries of posts in their order.
func (a *App) entriesAt(ctx context.Context, g *graph, pages []int64) ([]model.Entry, error) {
	var posts []model.ThreadPost
	for _, page := range pages {
		posts = append(posts, model.ThreadPost{Entry: model.Entry{URL: g.posts[page].URL}})
	}
	posts, err := a.named(ctx, posts)
	var entries []model.Entry
	for _, p := range posts {
		entries = append(entries, p.Entry)
	}
	return entries, err
}

// named completes the entries of posts, of which the URLs are known, in the words of the
// feeds that are preferred for them. One that was removed meanwhile is left out.
func (a *App) named(ctx context.Context, posts []model.ThreadPost) ([]model.ThreadPost, error) {
	if len(posts) == 0 {
		return nil, nil
	}
	f := store.EntryFilter{Distinct: true, WithTags: true, WithKept: true, WithAnswers: true}
	for _, p := range posts {
		f.URLs = append(f.URLs, p.URL)
	}
	entries := map[string]model.Entry{}
	for e, err := range a.db.Entries(ctx, f) {
		if err != nil {
			return nil, err
		}
		if entries[e.URL].ID == 0 { // of several entries of one page the newest
			entries[e.URL] = e
		}
	}
	for i := range posts {
		posts[i].Entry = entries[posts[i].URL]
	}
	return slices.DeleteFunc(posts, func(p model.ThreadPost) bool { return p.ID == 0 }), nil
}

// A graph is the posts around one, by page, and their links to other authors.
type graph struct {
	start int64
	posts map[int64]model.LinkedPost
	links map[int64][]model.PageLink
	url   map[int64]string // of pages that posts link to
	read  map[int64]bool   // pages that were looked for
}

// around reads the posts of an entry's conversation and those that it links to or that
// link to it, the nearest first. It follows the answers of so many posts at most.
func (a *App) around(ctx context.Context, e model.Entry, most int) (*graph, error) {
	g := &graph{posts: map[int64]model.LinkedPost{}, links: map[int64][]model.PageLink{}, url: map[int64]string{}, read: map[int64]bool{}}
	g.start, _ = store.PageOf(e.URL)
	g.url[g.start] = e.URL
	if err := a.read(ctx, g, []int64{g.start}); err != nil {
		return nil, err
	}
	followed := map[int64]bool{}
	for wave := []int64{g.start}; len(wave) > 0 && len(followed) < most; {
		for _, page := range wave {
			followed[page] = true
		}
		links, err := a.neighbours(ctx, g, wave)
		if err != nil {
			return nil, err
		}
		wave = g.conversing(links, followed)
	}
	return g, nil
}

// neighbours adds the posts that those of pages link to, and that link to them, to the
// graph. It returns these links.
func (a *App) neighbours(ctx context.Context, g *graph, pages []int64) (links []model.PageLink, err error) {
	var posts []model.LinkedPost
	for _, page := range pages {
		if p, known := g.posts[page]; known {
			posts = append(posts, p)
			links = append(links, g.links[page]...)
		}
	}
	answers, err := a.db.LinksTo(ctx, posts, maxThread)
	if err != nil {
		return nil, err
	}
	links = append(links, answers...)
	var next []int64
	for _, l := range links {
		next = append(next, l.From, l.To)
	}
	return links, a.read(ctx, g, next)
}

// conversing returns the posts at the ends of links of which one answers the other,
// without those that were followed.
func (g *graph) conversing(links []model.PageLink, followed map[int64]bool) (pages []int64) {
	for _, l := range links {
		from, isKnown := g.posts[l.From]
		to, areBoth := g.posts[l.To]
		if !isKnown || !areBoth || !asThread(from).Answers(asThread(to)) {
			continue
		}
		for _, page := range []int64{l.From, l.To} {
			if !followed[page] {
				pages = append(pages, page)
			}
		}
	}
	slices.Sort(pages)
	return slices.Compact(pages)
}

// read adds the posts of pages to the graph that were not read yet, and to what they
// link.
func (a *App) read(ctx context.Context, g *graph, pages []int64) error {
	var wanted []int64
	for _, page := range pages {
		if !g.read[page] && len(g.read) < 2*maxThread {
			g.read[page] = true
			wanted = append(wanted, page)
		}
	}
	found, err := a.postsAt(ctx, g, wanted)
	if err != nil {
		return err
	}
	for _, p := range found {
		g.posts[p.Page] = p
	}
	links, err := a.db.LinksFrom(ctx, pagesOf(found))
	for _, l := range links {
		if _, author := store.PageOf(l.URL); author != g.posts[l.From].Author {
			g.links[l.From], g.url[l.To] = append(g.links[l.From], l), l.URL
		}
	}
	return err
}

// postsAt returns the posts of pages, also of those of which only the entry is known.
func (a *App) postsAt(ctx context.Context, g *graph, pages []int64) ([]model.LinkedPost, error) {
	found, err := a.db.LinkedPosts(ctx, pages)
	if err != nil {
		return nil, err
	}
	kept := map[int64]bool{}
	for _, p := range found {
		kept[p.Page] = true
	}
	f := store.EntryFilter{Distinct: true}
	for _, page := range pages {
		if link := g.url[page]; !kept[page] && link != "" {
			f.URLs = append(f.URLs, link)
		}
	}
	if len(f.URLs) == 0 {
		return found, nil
	}
	for e, err := range a.db.Entries(ctx, f) {
		if err != nil {
			return nil, err
		}
		page, author := store.PageOf(e.URL)
		found = append(found, model.LinkedPost{Page: page, URL: e.URL, Author: author, Date: e.SortTime, Seen: e.FirstSeen})
	}
	return found, nil
}

func pagesOf(posts []model.LinkedPost) []int64 {
	pages := make([]int64, len(posts))
	for i, p := range posts {
		pages[i] = p.Page
	}
	return pages
}

// list returns the posts as package thread knows them.
func (g *graph) list() []thread.Post {
	var posts []thread.Post
	for _, page := range slices.Sorted(maps.Keys(g.posts)) {
		p := asThread(g.posts[page])
		for _, l := range g.links[page] {
			p.Links = append(p.Links, l.To)
		}
		posts = append(posts, p)
	}
	return posts
}

func asThread(p model.LinkedPost) thread.Post {
	return thread.Post{ID: p.Page, Author: p.Author, Date: p.Date, Seen: p.Seen, Authors: p.Authors, Growths: p.Growths, OnePage: p.OnePage}
}

// urls returns the URLs of the posts that one answers, then those elsewhere.
func (g *graph) urls(answered []int64, of int64) (all []string) {
	for _, page := range answered {
		all = append(all, g.url[page])
	}
	return append(all, g.elsewhere(of)...)
}

// elsewhere returns to which URLs of unknown posts a post links, if it joins
// conversations. The homes of authors and the web are none.
func (g *graph) elsewhere(of int64) (all []string) {
	if !asThread(g.posts[of]).Joins() {
		return nil
	}
	for _, l := range g.links[of] {
		u, err := url.Parse(l.URL)
		_, known := g.posts[l.To]
		if err == nil && !known && address.IsSupported(u.Scheme) && address.Key(u) != address.AuthorKey(u) && len(all) < maxElsewhere {
			all = append(all, l.URL)
		}
	}
	return all
}
