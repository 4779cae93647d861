// Package update is the engine that checks subscriptions. It groups them by authority, asks
// several authorities at once but each only one request at a time, and robots.txt first. One
// writer stores the results in batches.
//
// It follows "robots.txt for Gemini" and "Subscribing to Gemini pages". It knows neither the
// database nor the terminal: a [Store] keeps the results, and [Session.Run] yields them to the
// caller once they are committed.
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

// A Fetcher makes one request, as *[fetch.Client] does. It returns a response even with an
// error.
type Fetcher interface {
	Do(ctx context.Context, r fetch.Request) (*fetch.Response, error)
}

// A Store keeps the results of the engine. Several goroutines may call Authority and
// Identity at once; Commit is called by one at a time.
type Store interface {
	// Authority returns what is known of an authority, with its key; the zero value for an
	// unknown one. The engine changes the value.
	Authority(ctx context.Context, authority string) (model.Authority, error)
	// Identity returns the client certificate to show to the server of u if it asks for
	// one, nil for none.
	Identity(ctx context.Context, u *url.URL) (*fetch.Identity, error)
	// Commit stores a batch, and notes in each result what it changed, or why it was not
	// stored. After an error nothing was stored, and the run ends.
	Commit(ctx context.Context, b model.Batch) error
}

// ErrNoNetwork reports a run that had two capsules or more and could reach none, or was offline: the
// proxy did not answer, or there was no route. It does not count as a failure of the subscriptions.
var ErrNoNetwork = errors.New("no capsule could be reached: is the network up?")

// An Engine checks subscriptions. Fetch, Store and Now are required.
type Engine struct {
	Fetch  Fetcher
	Store  Store
	Now    func() time.Time
	Agents robots.Agents
	// Shuffle, such as rand.Shuffle, decides in which order authorities are visited; nil means
	// that of the arguments.
	Shuffle func(n int, swap func(i, j int))
	// Jobs is how many requests are made at once; 0 means DefaultJobs.
	Jobs int
	// Resolve returns the IP address of a host, and an invalid one if only a proxy knows it;
	// remote is false if the host has none, or one of this machine. If Resolve is nil, all
	// hosts count as local.
	Resolve func(ctx context.Context, host string) (ip netip.Addr, remote bool)
	// Watch, if set, is called before a request to an authority; the function that it returns is
	// called afterwards. In between, the run waits for that authority.
	Watch func(authority string) (done func())
}
