package update

import (
	"testing"
	"time"

	"gemsub/internal/model"
	"gemsub/robots"
)

func TestNextRequest(t *testing.T) {
	now := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	fresh := model.Authority{RobotsKnown: true, RobotsAt: now}
	due := func(url string, in time.Duration) model.Subscription {
		return model.Subscription{URL: url, State: model.StateOK, CheckedAt: now.Add(-time.Hour), NextCheckAt: now.Add(in)}
	}
	with := func(a model.Authority, edit func(*model.Authority)) model.Authority {
		edit(&a)
		return a
	}
	gone := due(log, -time.Hour)
	gone.State = model.StateGone
	heedless := due(log, 2*day)
	heedless.IgnoreRobots = true
	for _, test := range []struct {
		name string
		kept model.Authority
		says robots.Decision
		subs []model.Subscription
		url  string
		in   time.Duration // from now
	}{
		{name: "nobody there", kept: fresh},
		{name: "the first that is due", kept: fresh, subs: []model.Subscription{due(log, 2*time.Hour), due(other, time.Hour)}, url: other, in: time.Hour},
		{name: "overdue", kept: fresh, subs: []model.Subscription{due(log, -time.Hour)}, url: log},
		{name: "gone", kept: fresh, subs: []model.Subscription{gone}},
		{name: "robots.txt is old by then", kept: fresh, subs: []model.Subscription{due(log, day)}, url: robotsTxt, in: day},
		{name: "robots.txt is unknown", subs: []model.Subscription{due(log, -time.Hour)}, url: robotsTxt},
		{name: "robots.txt could not be had", kept: with(fresh, func(a *model.Authority) { a.RobotsFailingSince = now }), subs: []model.Subscription{due(log, 0)}, url: robotsTxt},
		{name: "robots.txt is ignored", kept: fresh, subs: []model.Subscription{heedless}, url: log, in: 2 * day},
		{name: "deferred", kept: with(fresh, func(a *model.Authority) { a.DeferUntil = now.Add(3 * time.Hour) }), subs: []model.Subscription{due(log, 0)}, url: log, in: 3 * time.Hour},
		{name: "Check", kept: fresh, says: robots.Decision{Check: 6 * time.Hour}, subs: []model.Subscription{due(log, 0)}, url: log, in: 5 * time.Hour},
		{
			name: "Crawl-delay", kept: with(fresh, func(a *model.Authority) { a.RequestedAt = now }),
			says: robots.Decision{CrawlDelay: time.Minute}, subs: []model.Subscription{due(log, 0)}, url: log, in: time.Minute,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			url, at := NextRequest(test.kept, test.says, test.subs, now)
			if url != test.url || url != "" && !at.Equal(now.Add(test.in)) {
				t.Errorf("got %q in %v, want %q in %v", url, at.Sub(now), test.url, test.in)
			}
		})
	}
}
