package app

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/fetch"
	"gemsub/internal/model"
	"gemsub/internal/render"
	"gemsub/internal/update"
	"gemsub/internal/words"
	"gemsub/robots"
	"gemsub/store"
)

// RequestOptions say how capsules are asked. The zero value works.
type RequestOptions struct {
	Jobs   int      // how many requests are made at once; 0 for the default
	Agents []string // virtual agents to answer to in robots.txt beside feed
}

// engine makes an update engine that stores what it learns through s. It gives s the database.
func (a *App) engine(s *engineStore, how RequestOptions) *update.Engine {
	s.Store = a.db
	s.uses = sync.OnceValues(func() ([]model.IdentityUse, error) { return a.db.IdentityUses(context.Background()) })
	return &update.Engine{
		Fetch:   &fetch.Client{Dial: a.Dial, Resolver: a.Resolver, IsPrivate: a.Private, Now: a.Now},
		Store:   s,
		Now:     a.Now,
		Agents:  robotsAgents(how.Agents),
		Shuffle: a.Shuffle,
		Jobs:    how.Jobs,
		Resolve: a.Resolve,
		Watch:   a.OnWait,
	}
}

// robotsAgents returns the names that gemsub answers to in robots.txt: its own, feed and more.
func robotsAgents(more []string) robots.Agents {
	return robots.Agents{Name: "gemsub", Virtual: append([]string{"feed"}, more...)}
}

// An engineStore is the database as the engine sees it.
type engineStore struct {
	*store.Store
	// isAdd says that the checked pages are not subscribed to yet.
	isAdd bool
	// oweHooks says that the user's command must run for each new entry.
	oweHooks bool
	// posts says which posts are kept if the user did not choose.
	posts model.PostsKept

	// uses returns where identities are shown; it reads this once, at the first request.
	uses func() ([]model.IdentityUse, error)
}

// addLinkedPages notes where the texts lead that a page carries. Texts for links to other authors
// are not kept.
func addLinkedPages(c *model.CheckResult) {
	if c.Feed == nil {
		return
	}
	url := cmp.Or(c.MovedTo, c.Subscription.URL)
	for _, e := range c.Feed.Entries {
		if e.Content != nil && address.Nearness(url, e.Link) > 0 {
			d := render.Document{URL: e.Link, MediaType: e.Content.MediaType, Text: e.Content.Text, FromFeed: true}
			e.Content.Linked = d.LinkedPages(e.Link)
		}
	}
}

// addFacts notes the first heading of a post that was fetched, and where it leads.
func addFacts(r *model.PostResult) {
	if r.Post != nil {
		d := render.Document(*r.Post)
		r.Post.Heading = words.SafeTitle(d.Title(), feed.MaxTitle)
		r.Post.Linked = d.LinkedPages(r.Link)
	}
}

// Commit implements update.Store. It applies the settings of s to the batch; of new subscriptions
// it stores those that [canSubscribe] allows. If the database cannot be written, it
// ignores a batch without checks and posts.
func (s *engineStore) Commit(ctx context.Context, b model.Batch) error {
	if s.ReadOnly() && len(b.Checks)+len(b.Posts) == 0 {
		return nil
	}
	if s.isAdd {
		b.CountsOnly = true
		b.Checks = slices.DeleteFunc(slices.Clone(b.Checks), func(c *model.CheckResult) bool { return !canSubscribe(c) })
	}
	for _, c := range b.Checks {
		c.Posts = s.posts
		addLinkedPages(c)
	}
	for _, r := range b.Posts {
		addFacts(r)
	}
	b.OweHooks = s.oweHooks
	return s.Store.Commit(ctx, b)
}
