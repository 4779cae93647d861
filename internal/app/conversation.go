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
	// underPost is how many answers of a feed are told under a post, inThread how many
	// posts of one are in a thread that nobody answers there.
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
		posts = append(posts, model.ThreadPost{Entry: g.entryOf(place.ID), Depth: place.Depth, Answers: g.urls(forest.Answers(place.ID), place.ID)})
	}
	for _, page := range forest.SeeAlso(tree) {
		posts = append(posts, model.ThreadPost{Entry: g.entryOf(page), SeeAlso: true})
	}
	if posts, err = a.named(ctx, posts); err != nil {
		return nil, nil, err
	}
	posts, more := fewOfFeed(posts, e.ID, g.moreOf(""))
	return posts, more, nil
}

// fewOfFeed leaves of a thread the newest posts of each feed that nobody answers, and all
// that somebody does. It returns what is left out, with how many more there are already.
func fewOfFeed(posts []model.ThreadPost, start int64, more map[int64]int) ([]model.ThreadPost, []model.MorePosts) {
	ends := map[int64][]model.ThreadPost{} // by feed
	for i, p := range posts {
		isAnswered := i+1 < len(posts) && posts[i+1].Depth > p.Depth
		if !isAnswered && p.ID != start {
			ends[p.SubscriptionID] = append(ends[p.SubscriptionID], p)
		}
	}
	away := map[int64]bool{}
	for feed, all := range ends {
		slices.SortStableFunc(all, func(p, q model.ThreadPost) int {
			if p.SeeAlso != q.SeeAlso {
				return map[bool]int{true: 1, false: -1}[p.SeeAlso]
			}
			return q.SortTime.Compare(p.SortTime)
		})
		for _, p := range all[min(len(all), inThread):] {
			away[p.ID] = true
			more[feed]++
		}
	}
	posts = slices.DeleteFunc(posts, func(p model.ThreadPost) bool { return away[p.ID] })
	var entries []model.Entry
	for _, p := range posts {
		entries = append(entries, p.Entry)
	}
	return posts, morePosts(entries, more)
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
	r.AnsweredBy, err = a.entriesAt(ctx, g, forest.AnsweredBy(g.start))
	r.More = morePosts(r.AnsweredBy, g.moreOf(g.start))
	r.Elsewhere = g.elsewhere(g.start)
	return r, err
}

// entriesAt returns the entries of posts in their order.
func (a *App) entriesAt(ctx context.Context, g *graph, pages []string) ([]model.Entry, error) {
	var posts []model.ThreadPost
	for _, page := range pages {
		posts = append(posts, model.ThreadPost{Entry: g.entryOf(page)})
	}
	posts, err := a.named(ctx, posts)
	var entries []model.Entry
	for _, p := range posts {
		entries = append(entries, p.Entry)
	}
	return entries, err
}

// named completes the entries of posts, of which the numbers are known. One that was
// removed meanwhile is left out.
func (a *App) named(ctx context.Context, posts []model.ThreadPost) ([]model.ThreadPost, error) {
	if len(posts) == 0 {
		return nil, nil
	}
	f := store.EntryFilter{WithKept: true, WithAnswers: true}
	for _, p := range posts {
		f.IDs = append(f.IDs, store.Range{First: p.ID, Last: p.ID})
	}
	entries := map[int64]model.Entry{}
	for e, err := range a.db.Entries(ctx, f) {
		if err != nil {
			return nil, err
		}
		entries[e.ID] = e
	}
	for i := range posts {
		posts[i].Entry = entries[posts[i].ID]
	}
	return slices.DeleteFunc(posts, func(p model.ThreadPost) bool { return p.ID == 0 }), nil
}

// A graph is the posts around one, by page, and their links to other authors.
type graph struct {
	start string
	posts map[string]model.LinkedPost
	links map[string][]model.PageLink
	read  map[string]bool // pages that were looked for
	more  map[leftOut]int // how many posts there are of each kind
}

// A leftOut stands for posts of a feed that link to a page and are not in the graph.
type leftOut struct {
	page    string
	feed    int64
	answers bool // or only link there
}

// moreOf returns how many posts of each feed were left out that answer a page, or that
// link to any in whatever way for "".
func (g *graph) moreOf(answered string) map[int64]int {
	more := map[int64]int{}
	for l, n := range g.more {
		if answered == "" || l.answers && l.page == answered {
			more[l.feed] += n
		}
	}
	return more
}

// around reads the posts of an entry's conversation and those that it links to or that
// link to it, the nearest first; of those that link to a post a few of each feed. It
// follows the answers of so many posts at most.
func (a *App) around(ctx context.Context, e model.Entry, most, few int) (*graph, error) {
	g := &graph{
		start: address.KeyOf(e.URL), posts: map[string]model.LinkedPost{}, links: map[string][]model.PageLink{},
		read: map[string]bool{}, more: map[leftOut]int{},
	}
	if g.start == "" {
		g.start = e.URL // no page, and so without links
		g.posts[g.start] = model.LinkedPost{Page: g.start, Entry: e.ID}
		return g, nil
	}
	if err := a.read(ctx, g, []string{g.start}); err != nil {
		return nil, err
	}
	followed := map[string]bool{}
	for wave := []string{g.start}; len(wave) > 0 && len(followed) < most; {
		for _, page := range wave {
			followed[page] = true
		}
		links, err := a.neighbours(ctx, g, wave, few)
		if err != nil {
			return nil, err
		}
		wave = g.conversing(links, followed)
	}
	return g, nil
}

// neighbours adds the posts that those of pages link to, and that link to them, to the
// graph. It returns these links.
func (a *App) neighbours(ctx context.Context, g *graph, pages []string, few int) (links []model.PageLink, err error) {
	var posts []model.LinkedPost
	for _, page := range pages {
		if p, known := g.posts[page]; known {
			posts = append(posts, p)
			links = append(links, g.links[page]...)
		}
	}
	answers, err := a.db.LinksTo(ctx, posts, few)
	if err != nil {
		return nil, err
	}
	links = append(links, answers...)
	var next []string
	for _, l := range links {
		next = append(next, l.From, l.To)
	}
	if err := a.read(ctx, g, next); err != nil {
		return nil, err
	}
	for _, l := range answers {
		g.more[leftOut{l.To, l.Feed, g.isAnswer(l)}] = l.More
	}
	return links, nil
}

// isAnswer reports whether a link makes of its post an answer to the other.
func (g *graph) isAnswer(l model.PageLink) bool {
	from, isKnown := g.posts[l.From]
	to, areBoth := g.posts[l.To]
	return isKnown && areBoth && asThread(from).Answers(asThread(to))
}

// conversing returns the posts at the ends of links of which one answers the other,
// without those that were followed.
func (g *graph) conversing(links []model.PageLink, followed map[string]bool) (pages []string) {
	for _, l := range links {
		if !g.isAnswer(l) {
			continue
		}
		for _, page := range []string{l.From, l.To} {
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
func (a *App) read(ctx context.Context, g *graph, pages []string) error {
	var wanted []string
	for _, page := range pages {
		if !g.read[page] && len(g.read) < 2*maxThread {
			g.read[page] = true
			wanted = append(wanted, page)
		}
	}
	found, err := a.db.LinkedPosts(ctx, wanted)
	if err != nil {
		return err
	}
	for _, p := range found {
		g.posts[p.Page] = p
	}
	links, err := a.db.LinksFrom(ctx, wanted)
	for _, l := range links {
		g.links[l.From] = append(g.links[l.From], l)
	}
	return err
}

// entryOf is the entry of a page's post, of which only the number is known.
func (g *graph) entryOf(page string) model.Entry { return model.Entry{ID: g.posts[page].Entry} }

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
	return thread.Post{ID: p.Page, Author: p.Author, Date: p.Date, Seen: p.Seen, Joins: p.Joins}
}

// urls returns the URLs of the posts that one answers, then those elsewhere.
func (g *graph) urls(answered []string, of string) (all []string) {
	for _, page := range answered {
		all = append(all, g.posts[page].URL)
	}
	return append(all, g.elsewhere(of)...)
}

// elsewhere returns to which URLs of unknown posts a post links, if it joins
// conversations. The homes of authors and the web are none.
func (g *graph) elsewhere(of string) (all []string) {
	if !g.posts[of].Joins {
		return nil
	}
	for _, l := range g.links[of] {
		u, err := url.Parse(l.URL)
		_, known := g.posts[l.To]
		if err == nil && !known && address.IsSupported(u.Scheme) && l.To != address.AuthorOf(l.To) && len(all) < maxElsewhere {
			all = append(all, l.URL)
		}
	}
	return all
}
