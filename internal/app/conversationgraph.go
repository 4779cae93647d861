package app

import (
	"context"
	"maps"
	"net/url"
	"slices"

	"gemsub/internal/address"
	"gemsub/internal/model"
	"gemsub/internal/thread"
)

const (
	// maxThread is how many posts around one are looked at.
	maxThread = 2000
	// maxElsewhere is how many URLs are told that a post answers of authors whom the user
	// does not follow.
	maxElsewhere = 5
)

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
