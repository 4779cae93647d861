package update

import (
	"context"
	"gemsub/internal/address"
	"slices"
)

// A group are the subscriptions of one authority.
type group struct {
	authority string // empty for a subscription without a readable URL
	subs      []*Subscription
}

// byAuthority groups subscriptions in the order in which their authorities
// first appear. In a group those that have waited longest come first: where a
// run may not ask for all, another's turn comes in the next.
func byAuthority(subs []Subscription) []group {
	var groups []group
	index := map[string]int{}
	for i := range subs {
		s := &subs[i] // there may be many, so they are not copied
		u, err := address.Parse(s.URL)
		if err != nil {
			groups = append(groups, group{subs: []*Subscription{s}})
			continue
		}
		authority := address.Authority(u)
		at, ok := index[authority]
		if !ok {
			at = len(groups)
			index[authority] = at
			groups = append(groups, group{authority: authority})
		}
		groups[at].subs = append(groups[at].subs, s)
	}
	for _, g := range groups {
		slices.SortStableFunc(g.subs, func(a, b *Subscription) int { return a.CheckedAt.Compare(b.CheckedAt) })
	}
	return groups
}

// deal hands the groups out until ctx ends.
func deal(ctx context.Context, all []group, groups chan<- group) {
	for _, g := range all {
		select {
		case groups <- g:
		case <-ctx.Done():
			return
		}
	}
}
