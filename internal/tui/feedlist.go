package tui

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"gemsub/internal/app"
	"gemsub/internal/model"
)

// A place is a line of the left pane: a feed, or what is listed of all feeds.
type place struct {
	feed    int64  // its number, 0 for what is no feed
	title   string // of what is no feed, this alone tells it apart
	unread  int
	newest  time.Time // sort time of its newest entry
	failing bool
}

func (p place) isFeed() bool { return p.feed != 0 }

// key tells places apart, also when feeds come and go.
func (p place) key() string {
	if p.feed != 0 {
		return strconv.FormatInt(p.feed, 10)
	}
	return p.title
}

// The places before tags and feeds.
const (
	unreadPlace  = "Unread"
	allPlace     = "All"
	starredPlace = "Starred"
	talkPlace    = "Conversations"
)

// query selects what the place lists.
func (p place) query() app.EntryQuery {
	tag, isTag := strings.CutPrefix(p.title, "#")
	switch {
	case p.feed != 0:
		return queryOf(app.EntryFilter{Subscriptions: []int64{p.feed}})
	case isTag:
		return queryOf(app.EntryFilter{Tag: tag})
	case p.title == unreadPlace:
		return queryOf(app.EntryFilter{UnreadOnly: true})
	case p.title == starredPlace:
		return queryOf(app.EntryFilter{StarredOnly: true})
	case p.title == talkPlace:
		return queryOf(app.EntryFilter{Conversing: true})
	}
	return app.EntryQuery{}
}

// A feedList is the left pane.
type feedList struct {
	list[place] // those that are shown
	every       []place
	unreadOnly  bool // no feeds without unread entries
	order       int  // one of feedOrders
}

// feedOrders are how feeds can be sorted, beside by their titles.
func feedOrders() []feedOrder {
	return []feedOrder{
		{"title", func(a, b place) int { return 0 }},
		{"number of unread entries", func(a, b place) int { return b.unread - a.unread }},
		{"newest entry", func(a, b place) int { return b.newest.Compare(a.newest) }},
	}
}

type feedOrder struct {
	by      string
	compare func(a, b place) int
}

// sortFeeds sorts the feeds otherwise.
func (r *reader) sortFeeds() {
	f := &r.feeds
	f.order = (f.order + 1) % len(feedOrders())
	f.set(f.every, f.here(), r.height())
	r.say("feeds are sorted by " + feedOrders()[f.order].by + "; " + r.key + " sorts otherwise")
}

// none reports whether there are no feeds, once places were read.
func (f *feedList) none() bool {
	return len(f.every) > 0 && !slices.ContainsFunc(f.every, place.isFeed)
}

// here is the key of the place under the cursor, "" for none.
func (f *feedList) here() string {
	p, _ := f.current()
	return p.key()
}

// set replaces the places. The cursor stays on its own. The one with the key stays listed
// though it may have no unread entries left: they may come back.
func (f *feedList) set(places []place, stays string, height int) {
	here := f.here()
	f.every = places
	if f.unreadOnly {
		places = slices.DeleteFunc(slices.Clone(places), func(p place) bool {
			return p.feed != 0 && p.unread == 0 && p.key() != stays
		})
	}
	if first := slices.IndexFunc(places, place.isFeed); first >= 0 && f.order > 0 {
		places = slices.Clone(places)
		slices.SortStableFunc(places[first:], feedOrders()[f.order].compare)
	}
	if i := slices.IndexFunc(places, func(p place) bool { return p.key() == here }); i >= 0 {
		f.top += i - f.at
		f.at = i
	}
	f.rows = places
	f.fit(height)
}

// toggleFeeds shows only feeds with unread entries, or all.
func (r *reader) toggleFeeds() {
	f := &r.feeds
	f.unreadOnly = !f.unreadOnly
	f.set(f.every, "", r.height())
	if f.unreadOnly {
		r.say("only feeds with unread entries; a marks those of a feed as read")
	} else {
		r.say("all feeds")
	}
}

// readPlaces reads what the left pane lists: only names and numbers are kept of feeds, of
// which there may be very many.
func readPlaces(ctx context.Context, a *app.App) ([]place, error) {
	names, err := a.DistinctNames(ctx)
	if err != nil {
		return nil, err
	}
	unread, tagged := 0, map[string]int{}
	var feeds []place
	for s, err := range a.EachFeed(ctx) {
		if err != nil {
			return nil, err
		}
		unread += s.Unread
		for _, tag := range s.Tags {
			tagged[tag] += s.Unread
		}
		failing := s.State != model.StateOK && s.State != model.StateNew
		feeds = append(feeds, place{s.ID, cmp.Or(names[s.ID], s.Name()), s.Unread, s.NewestEntry, failing})
	}
	slices.SortFunc(feeds, func(a, b place) int {
		return cmp.Or(strings.Compare(strings.ToLower(a.title), strings.ToLower(b.title)), cmp.Compare(a.feed, b.feed))
	})
	places := []place{{title: unreadPlace, unread: unread}, {title: allPlace}, {title: starredPlace}, {title: talkPlace}}
	for _, tag := range slices.Sorted(maps.Keys(tagged)) {
		places = append(places, place{title: "#" + tag, unread: tagged[tag]})
	}
	return append(places, feeds...), nil
}

func queryOf(f app.EntryFilter) app.EntryQuery { return app.EntryQuery{EntryFilter: f} }

// openPlace lists what the line under the cursor stands for.
func (r *reader) openPlace() {
	if p, ok := r.feeds.current(); ok {
		r.onlyList(p)
	}
}
