package app

import (
	"context"
	"errors"
	"sync"

	"gemsub/internal/fetch"
	"gemsub/internal/model"
	"gemsub/internal/update"
	"gemsub/robots"
	"gemsub/store"
)

// Asking says how capsules are asked. Its zero value works.
type Asking struct {
	Jobs   int      // how many requests at once; 0 for the usual
	Agents []string // virtual agents to answer to in robots.txt beside feed
}

// engine makes an update engine that stores what it learns through s, whose check may be
// missing where it checks no feed.
func (a *App) engine(s *engineStore, how Asking) *update.Engine {
	s.Store = a.db
	s.uses = sync.OnceValues(func() ([]model.IdentityUse, error) { return a.db.IdentityUses(context.Background()) })
	return &update.Engine{
		Fetch:   &fetch.Client{Dial: a.Dial, Resolver: a.Resolver, Private: a.Private, Now: a.Now},
		Store:   s,
		Now:     a.Now,
		Agents:  robotsAgents(how.Agents),
		Jobs:    how.Jobs,
		Resolve: a.Resolve,
		Watch:   a.Watch,
	}
}

// robotsAgents are the names that gemsub answers to in robots.txt.
func robotsAgents(more []string) robots.Agents {
	return robots.Agents{Name: "gemsub", Virtual: append([]string{"feed"}, more...)}
}

// An engineStore stands between the engine and the database: it hands the engine
// what is kept, and commits what it finds together with the keys that were seen.
type engineStore struct {
	*store.Store
	// check turns a result into what is to be stored of it, if anything is.
	check func(*update.Result) (c store.Check, some bool)
	// oweHooks says that the user's command is to run for each new entry.
	oweHooks bool
	// posts says which posts are kept where the user did not choose.
	posts model.PostsKept

	// uses says where identities are shown, as of the first request.
	uses func() ([]model.IdentityUse, error)
}

// Commit implements update.Store. Where nothing can be written, what a request that is no
// check found out of its capsule is forgotten.
func (s *engineStore) Commit(ctx context.Context, b update.Batch) ([]model.Changes, error) {
	if s.ReadOnly() && len(b.Results) == 0 {
		return nil, nil
	}
	batch := store.Batch{Authorities: b.Authorities, OweHooks: s.oweHooks}
	var of []int // the index of each check's result
	for i, r := range b.Results {
		if r.Post != nil {
			batch.Posts = append(batch.Posts, *r.Post)
			continue
		}
		if check, some := s.check(r); some {
			check.Posts = s.posts
			batch.Checks, of = append(batch.Checks, check), append(of, i)
		}
		if wait, ok := errors.AsType[*update.WaitError](r.Err); ok {
			batch.Waits = append(batch.Waits, store.Wait{
				SubscriptionID: r.Subscription.ID, URL: r.Subscription.URL, AttemptedAt: r.RequestedAt, Until: wait.Until, Reason: wait.Reason(),
			})
		}
		if changed, ok := errors.AsType[*fetch.CertificateError](r.Err); ok {
			batch.RefusedKeys = append(batch.RefusedKeys, changed.Seen)
		}
	}
	changes, err := s.Store.Commit(ctx, batch)
	if err != nil {
		return nil, err
	}
	all := make([]model.Changes, len(b.Results))
	for i, change := range changes {
		all[of[i]] = change
	}
	return all, nil
}
