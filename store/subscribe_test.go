package store

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"
)

// No transaction adds more than some subscriptions. What was stored when something
// stopped an import is known to the next.
func TestSubscribeInParts(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	s.pace = paceOf(3)
	var wanted []NewSubscription
	for i := range 10 {
		wanted = append(wanted, NewSubscription{URL: fmt.Sprintf("gemini://example.org/%d/", i)})
	}
	ctx, cancel := context.WithCancel(t.Context())
	s.now = cancelAfter(2, cancel)
	known, err := s.Subscribe(ctx, wanted)
	if err == nil || len(known) != 6 || len(subscriptions(t, s, SubscriptionFilter{})) != 6 {
		t.Errorf("stopped: %v, error %v", known, err)
	}
	s.now = clock
	parts := countEntries(t, s)
	known, err = s.Subscribe(t.Context(), wanted)
	want := slices.Concat(slices.Repeat([]bool{true}, 6), make([]bool, 4))
	if err != nil || !slices.Equal(known, want) || len(*parts) != 4 {
		t.Errorf("%v, error %v, %d transactions", known, err, len(*parts))
	}
	if n := len(subscriptions(t, s, SubscriptionFilter{})); n != 10 {
		t.Errorf("%d subscriptions", n)
	}
}

// cancelAfter is a clock that cancels when it is asked for the nth time.
func cancelAfter(n int, cancel func()) func() time.Time {
	return func() time.Time {
		if n--; n == 0 {
			cancel()
		}
		return start
	}
}
