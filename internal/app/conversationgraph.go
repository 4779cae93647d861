package app

import (
	"cmp"
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
	// maxElsewhere limits the listed URLs that a post answers of authors whom the user
	// does not follow.
	maxElsewhere = 5
)

// A graph is the posts around one, by page, and their links to other authors.
type graph struct {
	start    string
	posts    map[string]model.LinkedPost
	links    map[string][]model.PageLink
	followed map[string]bool             // whose answers were read
	ofFeed   map[int64]int               // how many of these are of a feed
	left     map[string]model.LinkedPost // that link to one of posts, and were too many of their feed
}

// more returns how many posts of each feed were left out that count.
func (g *graph) more(counts func(model.LinkedPost) bool) map[int64]int {
	more := map[int64]int{}
	for page, p := range g.left {
		if _, isThere := g.posts[page]; !isThere && counts(p) {
			more[p.Feed]++
		}
	}
	return more
}

// around reads the posts of an entry's conversation and those that it links to or that
// link to it, the nearest first; of those that link to a post a few of each feed. It
// follows the answers of so many posts at most, and of a few of each feed.
func (a *App) around(ctx context.Context, e model.Entry, most, few int) (*graph, error) {
	g := &graph{
		start: address.KeyOf(e.URL), posts: map[string]model.LinkedPost{}, links: map[string][]model.PageLink{},
		followed: map[string]bool{}, ofFeed: map[int64]int{}, left: map[string]model.LinkedPost{},
	}
	if g.start == "" {
		g.start = e.URL // no page, and so without links
		g.posts[g.start] = model.LinkedPost{Page: g.start, Entry: e.ID}
		return g, nil
	}
	if err := a.read(ctx, g, []string{g.start}); err != nil {
		return nil, err
	}
	for wave := []string{g.start}; len(wave) > 0; {
		links, err := a.follow(ctx, g, wave, few)
		if err != nil {
			return nil, err
		}
		wave = g.next(links, most, few)
	}
	return g, nil
}

// follow adds to the graph the posts that those of pages link to, and those that link to
// them. It returns these links.
func (a *App) follow(ctx context.Context, g *graph, pages []string, few int) (links []model.PageLink, err error) {
	for _, page := range pages {
		g.followed[page] = true
		g.ofFeed[g.posts[page].Feed]++
		links = append(links, g.links[page]...)
	}
	answers, err := a.db.LinksTo(ctx, pages)
	if err != nil {
		return nil, err
	}
	var from []string
	for _, l := range answers {
		from = append(from, l.From)
	}
	others, err := a.db.LinkedPosts(ctx, slices.Compact(slices.Sorted(slices.Values(from))))
	if err != nil {
		return nil, err
	}
	links = append(links, g.choose(answers, others, few)...)
	var next []string
	for _, l := range links {
		next = append(next, l.From, l.To)
	}
	return links, a.read(ctx, g, next)
}

// choose returns of the links to a post those of the newest few answers of each feed, and
// of the newest few others. It notes which posts are left out.
func (g *graph) choose(links []model.PageLink, others []model.LinkedPost, few int) (chosen []model.PageLink) {
	posts := map[string]model.LinkedPost{}
	for _, p := range others {
		posts[p.Page] = p
	}
	slices.SortFunc(links, func(a, b model.PageLink) int { return newestFirst(posts[a.From], posts[b.From]) })
	type kind struct {
		to      string
		feed    int64
		answers bool
	}
	of := map[kind]int{}
	for _, l := range links {
		p := posts[l.From]
		k := kind{l.To, p.Feed, p.Answers(g.posts[l.To])}
		if of[k]++; of[k] > few {
			g.left[l.From] = p
		} else {
			chosen = append(chosen, l)
		}
	}
	return chosen
}

func newestFirst(a, b model.LinkedPost) int {
	return cmp.Or(b.Date.Compare(a.Date), cmp.Compare(b.Entry, a.Entry))
}

// next returns the posts that are to be followed: those at the ends of links of which one
// answers the other, as far as that is not too many.
func (g *graph) next(links []model.PageLink, most, few int) (pages []string) {
	var posts []model.LinkedPost
	for _, l := range links {
		from, isKnown := g.posts[l.From]
		to, areBoth := g.posts[l.To]
		if isKnown && areBoth && from.Answers(to) {
			posts = append(posts, from, to)
		}
	}
	slices.SortFunc(posts, newestFirst)
	of := maps.Clone(g.ofFeed)
	for _, p := range slices.CompactFunc(posts, func(a, b model.LinkedPost) bool { return a.Page == b.Page }) {
		if !g.followed[p.Page] && len(g.followed)+len(pages) < most && of[p.Feed] < few {
			of[p.Feed]++
			pages = append(pages, p.Page)
		}
	}
	return pages
}

// read adds the posts of pages to the graph that are known and not there yet, and to what
// they link.
func (a *App) read(ctx context.Context, g *graph, pages []string) error {
	wanted := map[string]bool{}
	for _, page := range pages {
		if _, isThere := g.posts[page]; !isThere {
			wanted[page] = true
		}
	}
	found, err := a.db.LinkedPosts(ctx, slices.Sorted(maps.Keys(wanted)))
	if err != nil {
		return err
	}
	var known []string
	for _, p := range found {
		if len(g.posts) < 2*maxThread {
			g.posts[p.Page] = p
			known = append(known, p.Page)
		}
	}
	links, err := a.db.LinksFrom(ctx, known)
	for _, l := range links {
		g.links[l.From] = append(g.links[l.From], l)
	}
	return err
}

// entryOf is the entry of a page's post, of which only the number is known.
func (g *graph) entryOf(page string) model.Entry { return model.Entry{ID: g.posts[page].Entry} }

// list returns the posts with their links.
func (g *graph) list() []thread.Post {
	var posts []thread.Post
	for _, page := range slices.Sorted(maps.Keys(g.posts)) {
		p := g.posts[page]
		for _, l := range g.links[page] {
			p.Links = append(p.Links, l.To)
		}
		posts = append(posts, p)
	}
	return posts
}

// urls returns the URLs of the posts that one answers, then those elsewhere.
func (g *graph) urls(answered []string, of string) (all []string) {
	for _, page := range answered {
		all = append(all, g.posts[page].URL)
	}
	return append(all, g.elsewhere(of)...)
}

// elsewhere returns the URLs of unknown posts that a post links to, if it joins
// conversations: not authors' homes, and nothing on the web.
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
