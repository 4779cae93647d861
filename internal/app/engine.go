package app

import (
	"context"
	"sync"

	"gemsub/internal/fetch"
	"gemsub/internal/model"
	"gemsub/internal/update"
	"gemsub/robots"
	"gemsub/store"
)

// RequestOptions say how capsules are asked. Its zero value works.
type RequestOptions struct {
	Jobs   int      // how many requests at once; 0 for the usual
	Agents []string // virtual agents to answer to in robots.txt beside feed
}

// engine makes an update engine that stores what it learns through s.
func (a *App) engine(s *engineStore, how RequestOptions) *update.Engine {
	s.Store = a.db
	s.uses = sync.OnceValues(func() ([]model.IdentityUse, error) { return a.db.IdentityUses(context.Background()) })
	return &update.Engine{
		Fetch:   &fetch.Client{Dial: a.Dial, Resolver: a.Resolver, IsPrivate: a.Private, Now: a.Now},
		Store:   s,
		Now:     a.Now,
		Agents:  robotsAgents(how.Agents),
		Jobs:    how.Jobs,
		Resolve: a.Resolve,
		Watch:   a.OnWait,
	}
}

// robotsAgents are the names that gemsub answers to in robots.txt.
func robotsAgents(more []string) robots.Agents {
	return robots.Agents{Name: "gemsub", Virtual: append([]string{"feed"}, more...)}
}

// An engineStore is the database as the engine sees it.
type engineStore struct {
	*store.Store
	// add is what is asked of new subscriptions; nil where all exist.
	add *AddOptions
	// oweHooks says that the user's command is to run for each new entry.
	oweHooks bool
	// posts says which posts are kept where the user did not choose.
	posts model.PostsKept

	// uses says where identities are shown, as of the first request.
	uses func() ([]model.IdentityUse, error)
}

// Commit implements update.Store. Where nothing can be written, what a request that is no
// check found out of its capsule is forgotten.
func (s *engineStore) Commit(ctx context.Context, b model.Batch) error {
	if s.ReadOnly() && len(b.Checks)+len(b.Posts) == 0 {
		return nil
	}
	if s.add != nil {
		b.Checks = s.add.subscribe(b.Checks)
	}
	for _, c := range b.Checks {
		c.Posts = s.posts
	}
	b.OweHooks = s.oweHooks
	return s.Store.Commit(ctx, b)
}
