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

	"gemsub/feed"
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
	// Commit keeps all of a batch or nothing, and returns what each of its results
	// changed, in their order. After an error each result is handed over alone,
	// and once more as a failure where that fails too; an error then ends the run.
	// Results change after it returned.
	Commit(ctx context.Context, b Batch) ([]model.Changes, error)
}

// A Batch is what the writer hands over at once.
type Batch struct {
	Results     []*Result
	Authorities []model.Authority
}

// A Result is all that one check of a subscription found, or what came of a post.
type Result struct {
	// Post is what came of a wanted post; then all else is missing. It is nil for a check.
	Post         *model.PostResult
	Subscription *model.Subscription // as it was before; not to be changed
	CheckedAt    time.Time
	// RequestedAt is when its URL was last requested, zero if it was not.
	RequestedAt time.Time
	// NextCheckAt is when the subscription is due again; zero for at the next run, or, in
	// some states, for never.
	NextCheckAt time.Time
	State       model.State
	Failures    int
	// Err says why there is no feed; nil when the document was read, or is
	// unchanged.
	Err error
	// Waits is set with an Err that means the capsule wants to be asked later:
	// the subscription stays as it was, and due.
	Waits bool
	// Feed is nil unless a changed document was read.
	Feed *feed.Feed
	// Page is the document that Feed was read from.
	Page feed.Page
	// Local says that the document lives at a private address.
	Local bool
	// Digest identifies the document that was read.
	Digest string
	// Cut is set when the document ended without a sign of its end, or could be read only
	// up to a fault.
	Cut bool
	// MovedTo is the URL where the document lives from now on, "" for the same.
	MovedTo string
	// ReadAt is set instead where the document there was cut off, so that no
	// move is taken from it.
	ReadAt string
	// Notices are lines the user should see though nothing failed.
	Notices []string
	// Changes are what it changed in the store, once it is committed.
	Changes model.Changes

	document *fetch.Response
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
