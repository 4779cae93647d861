package store

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// A wait lasts until the next check, and changes nothing else.
func TestWait(t *testing.T) {
	s := newStore(t)
	id := subscribe(t, s, page())
	want := subscriptions(t, s, SubscriptionFilter{})[0]
	keep := func(c Check) Subscription {
		t.Helper()
		commit(t, s, c)
		return subscriptions(t, s, SubscriptionFilter{})[0]
	}
	later := start.Add(time.Hour)
	wait := Check{Subscription: byID(id), CheckedAt: later, RequestedAt: later, WaitUntil: later.Add(day), WaitReason: "not yet"}
	want.AttemptedAt, want.WaitUntil, want.WaitReason = later, wait.WaitUntil, "not yet"
	if diff := cmp.Diff(want, keep(wait)); diff != "" {
		t.Error(diff)
	}
	unasked := wait
	unasked.RequestedAt = time.Time{}
	if diff := cmp.Diff(want, keep(unasked)); diff != "" {
		t.Errorf("without a request: %s", diff)
	}
	elsewhere := wait
	elsewhere.Subscription, elsewhere.WaitReason = &Subscription{ID: id, URL: "gemini://elsewhere.example/"}, "elsewhere"
	if diff := cmp.Diff(want, keep(elsewhere)); diff != "" {
		t.Errorf("asked at another URL: %s", diff)
	}
	for since, n := range map[time.Time]int{start.Add(time.Second): 1, start: 0} {
		if got := subscriptions(t, s, SubscriptionFilter{Failing: true, WaitingSince: since}); len(got) != n {
			t.Errorf("%d wait since before %v, want %d", len(got), since, n)
		}
	}
	check(t, s, id, nil)
	got := subscriptions(t, s, SubscriptionFilter{})[0]
	if !got.AttemptedAt.Equal(got.CheckedAt) || !got.WaitUntil.IsZero() || got.WaitReason != "" {
		t.Errorf("after a check: %+v", got)
	}
}
