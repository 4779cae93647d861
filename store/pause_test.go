package store

import (
	"testing"
	"time"

	"gemsub/internal/model"
)

// A paused feed is never asked for its posts unless it is named, and counts as failing only if it
// was never read. If it is resumed at a private address, it becomes local; undo takes both back.
func TestPause(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	follow(t, s, pageURL, post("a.gmi", 1, "A"))
	fine(t)(nil, s.Commit(t.Context(), withLinks(Batch{Checks: complete(t, s, Check{Subscription: byID(1), CheckedAt: start, State: StateFailing, Feed: page(post("b.gmi", 9, "B"), post("a.gmi", 1, "A"))})})))
	_, _, err := s.Subscribe(t.Context(), []Subscription{{URL: "gemini://10.0.0.1/"}}, isPrivate)
	fine(t)(nil, err)
	set := func(pause bool) {
		t.Helper()
		fine(t)(nil, s.Set(t.Context(), map[int64]time.Time{1: {}, 2: {}}, Settings{Pause: &pause}, 2))
	}
	expect := func(when string, paused bool, reach model.Reach, failing, posts int) {
		t.Helper()
		sub := subscriptions(t, s, SubscriptionFilter{})[1]
		wanted, err := s.WantedPosts(t.Context(), PostFilter{Now: start, Default: model.PostsNew})
		if n := len(subscriptions(t, s, SubscriptionFilter{Failing: true})); sub.Paused != paused || sub.Reach != reach || n != failing || len(wanted) != posts || err != nil {
			t.Errorf("%s: paused %t, %q; %d fail, want %d; %d posts are wanted, want %d; %v", when, sub.Paused, sub.Reach, n, failing, len(wanted), posts, err)
		}
	}
	expect("imported", true, ReachPublic, 2, 2)
	set(true)
	expect("paused", true, ReachPublic, 1, 0)
	if wanted, err := s.WantedPosts(t.Context(), PostFilter{Now: start, Default: model.PostsNew, Subscriptions: []int64{1}, Named: true}); len(wanted) != 2 || err != nil {
		t.Errorf("%d posts are wanted of a feed that is named, %v", len(wanted), err)
	}
	set(false)
	expect("resumed", false, ReachLocal, 1, 2)
	if _, err := s.Undo(t.Context(), 0); err != nil {
		t.Error(err)
	}
	expect("undone", true, ReachPublic, 1, 0)
}
