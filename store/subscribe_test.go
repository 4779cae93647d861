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
