package update

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"gemsub/internal/model"
)

func TestDue(t *testing.T) {
	now := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	at := func(ago, next time.Duration, s model.State) model.Subscription {
		return model.Subscription{CheckedAt: now.Add(-ago), NextCheckAt: now.Add(next), State: s}
	}
	tests := []struct {
		name string
		sub  model.Subscription
		want bool
	}{
		{"never checked", model.Subscription{State: model.StateNew}, true},
		{"resting", at(53*time.Minute, time.Minute, model.StateOK), false},
		{"hourly cron", at(54*time.Minute, 0, model.StateOK), true},
		{"failing", at(time.Hour, -time.Minute, model.StateFailing), true},
		{"refused", at(time.Hour, -time.Minute, model.StateRefused), true},
		{"gone", at(time.Hour, -time.Minute, model.StateGone), false},
		{"paused", at(time.Hour, -time.Minute, model.StatePaused), false},
		{"clock set back", at(-time.Hour, 2*time.Hour, model.StateOK), true},
	}
	for _, test := range tests {
		if got := IsDue(test.sub, now); got != test.want {
			t.Errorf("%s: due is %v", test.name, got)
		}
	}
}

func TestInterval(t *testing.T) {
	now := time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)
	tests := []struct {
		name          string
		fixed, rhythm time.Duration
		silence       time.Duration
		want          time.Duration
	}{
		{"unknown", 0, 0, 0, day},
		{"fixed", 6 * time.Hour, day, 0, 6 * time.Hour},
		{"fixed over a day", 7 * day, day, 0, 7 * day},
		{"many a day", 0, 3 * time.Hour, 0, time.Hour},
		{"weekly", 0, 7 * day, 3 * day, 7 * day / 10},
		{"monthly", 0, 30 * day, 10 * day, day},
		{"daily, silent for ten days", 0, day, 10 * day, day / 10},
		{"daily, silent for a month", 0, day, 30 * day, 3 * day / 10},
		{"daily, silent for years", 0, day, 1000 * day, day},
		{"dated in the future", 0, day, -1000 * day, day / 10},
	}
	for _, test := range tests {
		s := model.Subscription{Interval: test.fixed, Rhythm: test.rhythm, FeedUpdated: now.Add(-test.silence)}
		if got := Interval(s, now); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

// A feed is due after eight to nine tenths of its interval, so that cron skips no run.
func TestNextCheck(t *testing.T) {
	now := time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)
	tests := []struct {
		fixed    time.Duration
		failures int
		want     time.Duration
	}{
		{time.Hour, 0, time.Hour},
		{time.Hour, 1, 2 * time.Hour},
		{time.Hour, 3, 8 * time.Hour},
		{time.Hour, 5, day},
		{time.Hour, 1_000_000, day},
		{20 * time.Hour, 1, day},
		{7 * day, 3, 7 * day},
		{0, 3, day},
	}
	for _, test := range tests {
		for i := range 100 {
			u := fmt.Sprintf("gemini://a.example/%d", i)
			s := model.Subscription{URL: u, Interval: test.fixed, Failures: test.failures, CheckedAt: now}
			rest := NextCheck(s).Sub(now)
			if rest > test.want*9/10 || rest <= test.want*8/10 {
				t.Errorf("every %v after %d failures: %v, want up to %v", test.fixed, test.failures, rest, test.want*9/10)
			}
		}
	}
}

// Feeds that were checked at the same time are then due at different times, which depend only on
// their URLs.
func TestJitterSpreads(t *testing.T) {
	hours := map[time.Duration]int{}
	for i := range 100 {
		s := model.Subscription{URL: fmt.Sprintf("gemini://a.example/%d", i)}
		for range 30 {
			s.CheckedAt = NextCheck(s)
		}
		again := s
		again.CheckedAt = time.Time{}
		if NextCheck(again) != NextCheck(model.Subscription{URL: s.URL}) {
			t.Fatal("the same URL has another jitter")
		}
		hours[s.CheckedAt.Sub(time.Time{}).Truncate(time.Hour)%day]++
	}
	for hour, n := range hours {
		if n > 12 {
			t.Errorf("%d of 100 feeds are due within the hour after %v", n, hour)
		}
	}
}

// The rhythm of a page counts from the check that reads it, and a failure does not change it.
func TestSchedule(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		e := newEngine(w, m)
		rest := func(s model.Subscription) time.Duration {
			t.Helper()
			m.results = nil
			if err := drain(e.Run(t.Context(), []model.Subscription{s})); err != nil {
				t.Fatal(err)
			}
			r := m.result(t, log)
			return r.NextCheckAt.Sub(r.CheckedAt)
		}
		// Bubbles begin in the year 2000, long before these dates.
		w.page(log, "=> 2.gmi 2026-01-03 Two\n=> 1.gmi 2026-01-01 One\n")
		if got := rest(model.Subscription{URL: log}); got > 2*day/10 {
			t.Errorf("a page with a gap of two days rests for %v", got)
		}
		w.reply(log, 51, "", "")
		if got := rest(model.Subscription{URL: log, Rhythm: 2 * day, FeedUpdated: time.Now()}); got > 4*day/10 || got < 3*day/10 {
			t.Errorf("after a failure it rests for %v", got)
		}
	})
}
