package store

import (
	"errors"
	"testing"
	"time"

	"gemsub/internal/address"
	"gemsub/internal/model"
)

func fullStore(t *testing.T) *Store {
	t.Helper()
	s := newStore(t)
	fill(t, s)
	return s
}

// fill makes rows in every table, and numbers that were given and are free.
func fill(t *testing.T, s *Store) {
	t.Helper()
	ctx := t.Context()
	threeSubscriptions(t, s)
	check(t, s, 2, at("gemini://two.example/", "2c", "2b", "2a"))
	err := s.Commit(ctx, withLinks(Batch{
		Checks: complete(t, s, Check{
			Subscription: byID(3), State: StateFailing, Err: errors.New("a \"quoted\"\nerror"), Failures: 2,
		}),
		RefusedKeys: []PinnedKey{{Authority: "one.example:1965", Fingerprint: "bb"}},
		Authorities: []Authority{{
			Authority: "one.example:1965", Robots: []byte("Disallow: \xff\x00"), RobotsKnown: true,
			RobotsAt: start, DeferUntil: start.Add(day), DeferFor: time.Hour,
			Key: PinnedKey{Authority: "one.example:1965", Fingerprint: "aa", NotAfter: noon, SeenAt: start},
		}},
	}))
	if err != nil {
		t.Fatal(err)
	}
	savePosts(t, s, model.PostResult{EntryID: 1, Post: aPost("# A\n\n\tsafe\n")},
		model.PostResult{EntryID: 4, Failure: "51 Not found", NotBefore: start.Add(day), Tries: 1})
	mute(t, s, Mute{Pattern: "gone", SubscriptionID: 2})
	mute(t, s, Mute{Pattern: "xx", Tag: "a"})
	if _, err := s.RemoveMutes(ctx, []int64{1}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.SetStarred(ctx, EntryFilter{IDs: []Range{{1, 1}}}, true); err != nil {
		t.Fatal(err)
	}
	if _, err := s.SetUnread(ctx, EntryFilter{Subscriptions: []int64{2}}, false); err != nil {
		t.Fatal(err)
	}
	if n := prune(t, s, EntryFilter{Subscriptions: []int64{2}, Before: noon}); n != 2 {
		t.Fatalf("%d pruned", n)
	}
	if err := s.Set(ctx, map[int64]time.Time{1: start.Add(day)}, Settings{Interval: new(time.Hour)}); err != nil {
		t.Fatal(err)
	}
	did(t, "add identity", true)(s.AddIdentity(ctx, Identity{Name: "me", Certificate: []byte("C"), Key: []byte("K")}))
	did(t, "use identity", true)(s.UseIdentity(ctx, IdentityUse{Scope: address.Scope{Authority: "one.example:1965", Path: "/"}, Name: "me"}))
}
