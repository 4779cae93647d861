package update

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"gemsub/internal/address"
	"gemsub/internal/model"
)

// A group are the subscriptions, or the wanted posts, of one authority.
type group struct {
	authority string // empty for posts without a readable URL
	subs      []*model.Subscription
	posts     []model.WantedPost // of the authority
	state     *authorityState    // of the authority, acquired; nil where it could not be
}

// byAuthority groups subscriptions. Groups, and the subscriptions of each, are in
// the order of [inTurn].
func byAuthority(subs []*model.Subscription, now time.Time) []group {
	groups := make([]group, 0, len(subs))
	index := make(map[string]int, len(subs))
	for _, s := range subs {
		authority := address.AuthorityIn(s.URL)
		at, ok := index[authority]
		if !ok {
			at = len(groups)
			index[authority] = at
			groups = append(groups, group{authority: authority})
		}
		groups[at].subs = append(groups[at].subs, s)
	}
	for _, g := range groups {
		slices.SortStableFunc(g.subs, func(a, b *model.Subscription) int { return inTurn(a, b, now) })
	}
	slices.SortStableFunc(groups, func(a, b group) int { return inTurn(a.subs[0], b.subs[0], now) })
	return groups
}

// inTurn puts the subscription first whose last attempt is longer ago: where a
// run may not ask for all of an authority, another's turn comes in the next. Of
// two attempts in one second, one that came to a wait goes last.
func inTurn(a, b *model.Subscription, now time.Time) int {
	return cmp.Or(
		attempted(a, now).Compare(attempted(b, now)),
		happened(b.CheckedAt, now).Compare(happened(a.CheckedAt, now)))
}

// attempted is when s last had its turn, zero for never.
func attempted(s *model.Subscription, now time.Time) time.Time {
	return later(happened(s.AttemptedAt, now), happened(s.CheckedAt, now))
}

// dealtAtOnce is of how many groups the states are read at once: a statement for each
// would cost more than all else that SQLite does where no page has changed.
const dealtAtOnce = 128

// A dealer hands groups out to workers.
type dealer struct {
	session *Session

	mu    sync.Mutex
	all   []group
	ready int // how many of all have their states
}

// until returns what hands out the next group, false where there is none or ctx has ended.
func (d *dealer) until(ctx context.Context) func() (group, bool) {
	return func() (group, bool) { return d.next(ctx) }
}

func (d *dealer) next(ctx context.Context) (group, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.all) == 0 || ctx.Err() != nil {
		return group{}, false
	}
	if d.ready == 0 {
		d.ready = min(len(d.all), dealtAtOnce)
		d.session.acquireFor(ctx, d.all[:d.ready])
	}
	g := d.all[0]
	d.all[0].state = nil // it is forgotten once the group is done with
	d.all, d.ready = d.all[1:], d.ready-1
	return g, true
}

// acquireFor acquires the states of groups, which whoever gets a group releases. Where
// they cannot be read, each check and post says so.
func (s *Session) acquireFor(ctx context.Context, some []group) {
	names := make([]string, len(some))
	for i, g := range some {
		names[i] = g.authority
	}
	states, err := s.acquireAll(ctx, names)
	if err != nil {
		return
	}
	for i := range some {
		some[i].state = states[i]
	}
}
