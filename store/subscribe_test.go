package store

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gemsub/internal/address"
	"gemsub/internal/model"
)

// Feeds that are subscribed to already are reported as known.
func TestSubscribe(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	var wanted []Subscription
	for i := range 10 {
		wanted = append(wanted, Subscription{URL: fmt.Sprintf("gemini://example.org/%d/", i)})
	}
	if known, _, err := s.Subscribe(t.Context(), wanted[:6], isPrivate); err != nil || slices.Contains(known, true) {
		t.Errorf("%v, error %v", known, err)
	}
	known, _, err := s.Subscribe(t.Context(), wanted, isPrivate)
	want := slices.Concat(slices.Repeat([]bool{true}, 6), make([]bool, 4))
	if err != nil || !slices.Equal(known, want) {
		t.Errorf("%v, error %v", known, err)
	}
	if n := len(subscriptions(t, s, SubscriptionFilter{})); n != 10 {
		t.Errorf("%d subscriptions", n)
	}
}

// A feed that only a person may request is paused if a file lists it. All others count as public.
func TestSubscribeToPaused(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	did(t, "add identity", true)(s.AddIdentity(t.Context(), Identity{Name: "me", Certificate: []byte("c"), Key: []byte("k")}))
	did(t, "use identity", true)(s.UseIdentity(t.Context(), IdentityUse{Scope: address.Scope{Authority: "example.org:1965", Path: "/mine/"}, Name: "me"}))
	_, paused, err := s.Subscribe(t.Context(), []Subscription{
		{URL: "gemini://10.0.0.1/log/"},
		{URL: "gopher://10.0.0.1:6379/0FLUSHALL"},
		{URL: "gemini://other.example/a?b"},
		{URL: "gemini://example.org/mine/log/"},
		{URL: "gemini://example.org/deaf/", IgnoreRobots: true},
		{URL: "gemini://example.org:1966/log/"},
		{URL: "gopher://example.org/1/log"},
	}, isPrivate)
	want := model.PausedFeeds{
		1: {"at a private address"},
		2: {"at a private address", "at a Gopher port other than 70"},
		3: {"with a query"},
		4: {"in the folder of an identity"},
		5: {"ignoring robots.txt"},
	}
	if diff := cmp.Diff(want, paused); err != nil || diff != "" {
		t.Errorf("error %v, paused (-want +got):\n%s", err, diff)
	}
	var got []string
	for _, sub := range subscriptions(t, s, SubscriptionFilter{}) {
		got = append(got, fmt.Sprint(sub.Paused, "/", sub.Reach))
	}
	if diff := cmp.Diff([]string{
		"true/public", "true/public", "true/public", "true/public", "true/public", "false/public", "false/public",
	}, got); diff != "" {
		t.Errorf("subscriptions (-want +got):\n%s", diff)
	}
}

// An import pauses a feed if its folder contains the folder of an identity, or lies in it: the
// posts listed there would be requested with the identity.
func TestImportBesideIdentity(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]int{
		"gemini://a.example/":                   1,
		"gemini://a.example/nothing-here.gmi":   1,
		"gemini://a.example/people/log.gmi":     1,
		"gemini://a.example/people/me":          1,
		"gemini://a.example/people/me/x/log":    1,
		"gemini://a.example/people/ann/log.gmi": 0,
		"gemini://a.example/people/men/log.gmi": 0,
		"gemini://a.example:1966/":              0,
		"gemini://b.example/":                   0,
	} {
		s := newStore(t)
		did(t, "add identity", true)(s.AddIdentity(t.Context(), Identity{Name: "me", Certificate: []byte("C"), Key: []byte("K")}))
		did(t, "use identity", true)(s.UseIdentity(t.Context(), IdentityUse{Scope: address.Scope{Authority: "a.example:1965", Path: "/people/me/"}, Name: "me"}))
		_, paused, err := s.Subscribe(t.Context(), []Subscription{{URL: url}}, isPrivate)
		if err != nil || len(paused) != want {
			t.Errorf("%s: %v paused, %v; want %d", url, paused, err, want)
		}
	}
}
