// Package update is the engine that checks subscriptions: grouped by
// authority, one request at a time to each, robots.txt first, several
// authorities side by side, and one writer that hands whole results to the
// store in batches.
//
// It follows "robots.txt for Gemini" and "Subscribing to Gemini pages". It
// knows neither the database nor the terminal: results go to a [Store], and
// whoever stands behind it tells the user what was committed.
package update

import (
	"context"
	"errors"
	"net/netip"
	"net/url"
	"time"

	"gemsub/internal/fetch"
	"gemsub/internal/model"
	"gemsub/robots"
)

// DefaultJobs is how many requests are made at once.
const DefaultJobs = 64

// A Fetcher makes one request; *[fetch.Client] does. It returns a response beside an error.
type Fetcher interface {
	Do(ctx context.Context, r fetch.Request) (*fetch.Response, error)
}

// A Store keeps what the engine learns. Authorities and Identity may be called from several
// goroutines at once, Commit from one at a time.
type Store interface {
	// Authorities returns what is kept of each of these authorities, with its key, in their
	// order; the zero value where nothing is. The engine changes them.
	Authorities(ctx context.Context, authorities []string) ([]model.Authority, error)
	// Identity returns the client certificate to show to the server of u if it asks for
	// one, nil for none.
	Identity(ctx context.Context, u *url.URL) (*fetch.Identity, error)
	// Commit keeps a batch, and notes in each result what it changed, or why it was not
	// stored. After an error nothing is, and the run ends.
	Commit(ctx context.Context, b model.Batch) error
}

// ErrNoNetwork reports a run that could not reach any of two capsules or more. No
// subscription is blamed for it.
var ErrNoNetwork = errors.New("no capsule could be reached: is the network up?")

// An Engine checks subscriptions. Fetch, Store and Now are needed.
type Engine struct {
	Fetch  Fetcher
	Store  Store
	Now    func() time.Time
	Agents robots.Agents
	// Jobs is how many requests are made at once; 0 means DefaultJobs.
	Jobs int
	// Resolve finds the IP address of a host, an invalid one where only a proxy
	// knows it; remote is false where the host has none, or one of this machine.
	// Nil means that all hosts are local.
	Resolve func(ctx context.Context, host string) (ip netip.Addr, remote bool)
	// Watch, if set, is called when a request turns to an authority, and what it
	// returns when that is over: between them the request waits for it.
	Watch func(authority string) (done func())
}
