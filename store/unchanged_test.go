package store

import (
	"testing"
	"time"
)

// If a user changes the format while a check is under way, nothing of the check is stored, and the
// next update reads the page in the new format.
func TestFormatDuringCheck(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]Check{
		"unchanged": {State: StateOK, Digest: "d"},
		"failing":   {State: StateFailing},
		"changed":   {State: StateOK, Digest: "e", Format: "gemtext", Feed: bigPage(pageURL, 3)},
		"large":     {State: StateOK, Digest: "e", Format: "gemtext", Feed: bigPage(pageURL, 3000)},
	} {
		for _, format := range []string{"page", "gemtext"} { // what was found can be chosen
			t.Run(name+" as "+format, func(t *testing.T) {
				t.Parallel()
				formatDuringCheck(t, c, format)
			})
		}
	}
}

// If a user changes a setting that affects the time of the next check while a check is under way,
// the time that this setting gave stays.
func TestSettingsDuringCheck(t *testing.T) {
	t.Parallel()
	hour, yes := time.Hour, true
	for name, to := range map[string]Settings{"interval": {Interval: &hour}, "robots.txt": {IgnoreRobots: &yes}} {
		for _, c := range []Check{
			{State: StateOK, Digest: "d"},
			{State: StateRefused},
			{State: StateOK, Digest: "e", Feed: bigPage(pageURL, 3)},
			{State: StateOK, Digest: "e", Feed: page(), MovedTo: "gemini://else.example/"},
		} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				settingsDuringCheck(t, c, to)
			})
		}
	}
}

func settingsDuringCheck(t *testing.T, c Check, to Settings) {
	t.Helper()
	s := newStore(t)
	id := commit(t, s, Check{
		Subscription: &Subscription{URL: pageURL}, CheckedAt: start, NextCheckAt: start.Add(day), State: StateOK, Digest: "d", Feed: page(),
	})[0].SubscriptionID
	before := subscriptions(t, s, SubscriptionFilter{})[0]
	if err := s.Set(t.Context(), map[int64]time.Time{id: start.Add(time.Minute)}, to); err != nil {
		t.Fatal(err)
	}
	want := subscriptions(t, s, SubscriptionFilter{})[0].NextCheckAt
	c.Subscription, c.CheckedAt, c.NextCheckAt = &before, start.Add(time.Hour), start.Add(2*day)
	if c.MovedTo != "" { // where it is asked from now on
		want = c.NextCheckAt
	}
	commit(t, s, c)
	if sub := subscriptions(t, s, SubscriptionFilter{})[0]; !sub.NextCheckAt.Equal(want) || sub.State != c.State || !sub.CheckedAt.Equal(c.CheckedAt) {
		t.Errorf("due %v, want %v; %s, checked %v", sub.NextCheckAt, want, sub.State, sub.CheckedAt)
	}
}

func formatDuringCheck(t *testing.T, c Check, format string) {
	t.Helper()
	s := newStore(t)
	id := commit(t, s, Check{
		Subscription: &Subscription{URL: pageURL, Format: "gemtext"}, CheckedAt: start, State: StateOK, Digest: "d", Feed: page(),
	})[0].SubscriptionID
	if err := s.Set(t.Context(), map[int64]time.Time{id: {}}, Settings{Format: &format}); err != nil {
		t.Fatal(err)
	}
	c.Subscription, c.CheckedAt, c.NextCheckAt = &Subscription{ID: id, URL: pageURL, Format: "gemtext"}, start, start.Add(day)
	if changes := commit(t, s, c)[0]; !changes.Gone || len(changes.New) > 0 {
		t.Errorf("gone %v, new %v", changes.Gone, changes.New)
	}
	sub := subscriptions(t, s, SubscriptionFilter{})[0]
	if sub.Digest != "" || sub.Format != format || !sub.FormatChosen || !sub.NextCheckAt.IsZero() || sub.State != StateOK || sub.Entries > 0 {
		t.Errorf("digest %q, format %q, chosen %v, due %v, %s, %d entries", sub.Digest, sub.Format, sub.FormatChosen, sub.NextCheckAt, sub.State, sub.Entries)
	}
}
