package store

import (
	"fmt"
	"slices"
	"testing"
)

// Those that are subscribed to already are told as known.
func TestSubscribe(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	var wanted []NewSubscription
	for i := range 10 {
		wanted = append(wanted, NewSubscription{URL: fmt.Sprintf("gemini://example.org/%d/", i)})
	}
	if known, _, err := s.Subscribe(t.Context(), wanted[:6]); err != nil || slices.Contains(known, true) {
		t.Errorf("%v, error %v", known, err)
	}
	known, _, err := s.Subscribe(t.Context(), wanted)
	want := slices.Concat(slices.Repeat([]bool{true}, 6), make([]bool, 4))
	if err != nil || !slices.Equal(known, want) {
		t.Errorf("%v, error %v", known, err)
	}
	if n := len(subscriptions(t, s, SubscriptionFilter{})); n != 10 {
		t.Errorf("%d subscriptions", n)
	}
}

// What only a person may ask for is paused when a file lists it, and counted: a query, and
// pages that an identity is shown to.
func TestSubscribeToPaused(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	did(t, "add identity", true)(s.AddIdentity(t.Context(), Identity{Name: "me", Certificate: []byte("c"), Key: []byte("k")}))
	did(t, "use identity", true)(s.UseIdentity(t.Context(), IdentityUse{Authority: "example.org:1965", Path: "/mine/", Name: "me"}))
	_, paused, err := s.Subscribe(t.Context(), []NewSubscription{
		{URL: "gemini://example.org/a?b"}, {URL: "gemini://example.org/mine/log/"}, {URL: "gemini://example.org/log/"},
	})
	if err != nil || paused != 2 {
		t.Errorf("%d are paused, error %v", paused, err)
	}
	var states []State
	for _, sub := range subscriptions(t, s, SubscriptionFilter{}) {
		states = append(states, sub.State)
	}
	if !slices.Equal(states, []State{StatePaused, StatePaused, StateNew}) {
		t.Errorf("states %q", states)
	}
}
