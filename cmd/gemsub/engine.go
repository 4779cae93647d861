package main

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/fetch"
	"gemsub/internal/update"
	"gemsub/robots"
	"gemsub/store"
)

// with opens the database that the flags and the environment name, and does
// something with it.
func (p *program) with(c *cli.Context, do func(*app.App) error) error {
	path, err := p.databasePath(c)
	if err != nil {
		return err
	}
	a, err := app.Open(c.Context, path, p.appEnvironment())
	if err != nil {
		return err
	}
	defer a.Close()
	return do(a)
}

func (p *program) appEnvironment() app.Environment {
	return app.Environment{Now: p.now, Dial: p.dial, Private: p.private, Resolve: p.resolve, MakeRoom: p.makeRoom}
}

// openStore opens the database that the flags and the environment name.
func (p *program) openStore(c *cli.Context) (*store.Store, error) {
	path, err := p.databasePath(c)
	if err != nil {
		return nil, err
	}
	return store.Open(c.Context, path, p.now)
}

// agents are the names that gemsub answers to in robots.txt.
func agents(more ...string) robots.Agents {
	return robots.Agents{Name: "gemsub", Virtual: append([]string{"feed"}, more...)}
}

// A keeper stands between the engine and the store: it hands the engine what
// is kept, and commits what it finds together with the keys that were seen.
type keeper struct {
	db *store.Store
	// check turns a result into what is to be stored of it, nil for nothing.
	check func(update.Result) *store.Check
	// silent says that results are not told one by one, so no key that they
	// refuse can be accepted.
	silent   bool
	usesRead sync.Once // guards where identities are shown, read for the first request
	uses     []store.IdentityUse
	usesErr  error

	mu    sync.Mutex
	hosts map[string]store.KnownHost // seen, but not committed yet
}

// engine makes an update engine that works for k.
func (p *program) engine(k *keeper, jobs int, more ...string) *update.Engine {
	return &update.Engine{
		Fetch:   p.client(k),
		Store:   k,
		Now:     p.now,
		Agents:  agents(more...),
		Jobs:    jobs,
		Resolve: p.resolve,
	}
}

// checkAll runs e on subs and calls told for each result that was committed.
func (p *program) checkAll(ctx context.Context, e *update.Engine, subs []update.Subscription, told func(update.Committed)) error {
	if p.makeRoom != nil {
		p.makeRoom(len(subs))
	}
	for c, err := range e.Run(ctx, subs) {
		if err != nil {
			return err
		}
		told(c)
	}
	return nil
}

func (p *program) client(k *keeper) *fetch.Client {
	return &fetch.Client{Dial: p.dial, Private: p.private, Now: p.now, Hosts: k, Identity: k.identity}
}

// Authority implements update.Store.
func (k *keeper) Authority(ctx context.Context, authority string) (update.Authority, error) {
	a, _, err := k.db.Authority(ctx, authority)
	return update.Authority(a), err
}

// Commit implements update.Store.
func (k *keeper) Commit(ctx context.Context, b update.Batch) ([]store.Changes, error) {
	batch := store.Batch{Hosts: k.pending()}
	for _, a := range b.Authorities {
		batch.Authorities = append(batch.Authorities, store.Authority(a))
	}
	kept := make([]int, len(b.Results)) // index into batch.Checks, -1 for none
	for i, r := range b.Results {
		kept[i] = -1
		if check := k.check(r); check != nil {
			kept[i] = len(batch.Checks)
			batch.Checks = append(batch.Checks, *check)
		}
		if wait, ok := errors.AsType[*update.WaitError](r.Err); ok {
			batch.Waits = append(batch.Waits, waitOf(r, wait))
		}
		if changed, ok := errors.AsType[*fetch.CertificateError](r.Err); ok && !k.silent {
			batch.Refused = append(batch.Refused, store.KnownHost(changed.Seen))
		}
	}
	changes, err := k.db.Commit(ctx, batch)
	if err != nil {
		return nil, err
	}
	k.committed(batch.Hosts)
	all := make([]store.Changes, len(b.Results))
	for i := range b.Results {
		if kept[i] >= 0 {
			all[i] = changes[kept[i]]
		}
	}
	return all, nil
}

// waitOf is what the store keeps of a check that came to a wait.
func waitOf(r update.Result, wait *update.WaitError) store.Wait {
	return store.Wait{
		SubscriptionID: r.Subscription.ID,
		URL:            r.Subscription.URL,
		AttemptedAt:    r.RequestedAt,
		Until:          wait.Until,
		Reason:         wait.Reason(),
	}
}

// Host implements fetch.Hosts.
func (k *keeper) Host(ctx context.Context, authority string) (fetch.KnownHost, bool, error) {
	k.mu.Lock()
	h, seen := k.hosts[authority]
	k.mu.Unlock()
	if seen {
		return fetch.KnownHost(h), true, nil
	}
	h, ok, err := k.db.Host(ctx, authority)
	return fetch.KnownHost(h), ok, err
}

// SaveHost implements fetch.Hosts. The key is written with the next commit.
func (k *keeper) SaveHost(_ context.Context, h fetch.KnownHost) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.hosts == nil {
		k.hosts = map[string]store.KnownHost{}
	}
	k.hosts[h.Authority] = store.KnownHost(h)
	return nil
}

// pending returns the keys that are to be committed.
func (k *keeper) pending() []store.KnownHost {
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.Collect(maps.Values(k.hosts))
}

// committed forgets keys, but for those that changed since.
func (k *keeper) committed(hosts []store.KnownHost) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, h := range hosts {
		if k.hosts[h.Authority] == h {
			delete(k.hosts, h.Authority)
		}
	}
}
