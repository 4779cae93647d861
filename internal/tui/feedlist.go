package tui

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"gemsub/internal/app"
	"gemsub/internal/model"
)

// A place is a line of the left pane: a feed, or a list across feeds.
type place struct {
	feed   int64  // its number, 0 unless it is a feed
	title  string // identifies a place that is not a feed
	unread int
	fails  string          // why it fails, "" if it does not
	paused bool            // a feed that updates do not ask
	view   *app.EntryQuery // the query of a view, nil if it is none
}

// same reports whether o is the same place, perhaps reloaded.
func (p place) same(o place) bool {
	if p.feed != 0 || o.feed != 0 {
		return p.feed == o.feed
	}
	return p.title == o.title && (p.view == nil) == (o.view == nil)
}

const (
	unreadPlace  = "Unread"
	allPlace     = "All"
	starredPlace = "Starred"
	talkPlace    = "Conversations"
)

// query returns the query for what the place lists. A title that is not handled here is a tag.
func (p place) query() app.EntryQuery {
	switch {
	case p.view != nil:
		return *p.view
	case p.feed != 0:
		return queryOf(app.EntryFilter{Subscriptions: []int64{p.feed}})
	case p.title == allPlace:
		return app.EntryQuery{}
	case p.title == unreadPlace:
		return queryOf(app.EntryFilter{UnreadOnly: true})
	case p.title == starredPlace:
		return queryOf(app.EntryFilter{StarredOnly: true})
	case p.title == talkPlace:
		return queryOf(app.EntryFilter{Conversing: true})
	}
	return queryOf(app.EntryFilter{Tag: strings.TrimPrefix(p.title, "#")})
}

// A feedList is the left pane.
type feedList struct {
	list[place] // the places that are shown
	every       []place
	unreadOnly  bool // feeds without unread entries are not shown
	order       app.FeedOrder
}

// sortFeeds sorts the feeds by the next order of gemsub list, after the last one by the first.
func (r *reader) sortFeeds() {
	orders := app.FeedOrders()
	at := slices.Index(orders, string(r.feeds.order))
	r.feeds.order = app.FeedOrder(orders[(at+1)%len(orders)])
	r.reloadPlaces()
	r.say("feeds are sorted by " + string(r.feeds.order) + "; " + r.key + " sorts otherwise")
}

// none reports whether the loaded places have no feeds.
func (f *feedList) none() bool {
	return len(f.every) > 0 && !slices.ContainsFunc(f.every, func(p place) bool { return p.feed != 0 })
}

// feedOf returns the place of an entry's feed, which has a name that other feeds do not have. An
// entry of no known feed gets a place with only the title that the entry has for its feed.
func (f *feedList) feedOf(e model.Entry) place {
	for _, p := range f.every {
		if p.feed != 0 && p.feed == e.SubscriptionID {
			return p
		}
	}
	return place{title: e.FeedTitle}
}

// replace replaces the places. The cursor stays on its place. The place in the parameter stays is
// listed even without unread entries: the user may mark some as unread again.
func (f *feedList) replace(places []place, stays place) {
	here, _ := f.current()
	f.every = places
	if f.unreadOnly {
		places = slices.DeleteFunc(slices.Clone(places), func(p place) bool {
			return p.feed != 0 && p.unread == 0 && !p.same(stays)
		})
	}
	if i := slices.IndexFunc(places, here.same); i >= 0 {
		f.jump(i)
	}
	f.rows = places
}

// reloadPlaces reads the places of the left pane in the background, with their counts.
func (r *reader) reloadPlaces() {
	order := r.feeds.order
	r.runLatest(&r.placesJob, "", func(ctx context.Context) (func(), error) {
		names, unnamed := r.App.DistinctNames(ctx)
		tags, untagged := r.App.Tags(ctx)
		unread, uncounted := r.App.CountEntries(ctx, place{title: unreadPlace}.query()) // a post that two feeds list counts once
		subs, unlisted := r.App.Feeds(ctx, app.FeedQuery{Order: order})
		views := r.Views()
		const afterStarred = 3 // for "Read later"
		places := []place{{title: unreadPlace, unread: unread}, {title: allPlace}, {title: starredPlace}, {title: talkPlace}}
		for _, name := range slices.Sorted(maps.Keys(views)) {
			q := views[name]
			p := place{title: name, view: new(q)}
			q.UnreadOnly = true
			var wrong error // a mistake in the view, or an unknown feed
			if p.unread, wrong = r.App.CountEntries(ctx, q); wrong != nil {
				p.fails = wrong.Error()
			}
			places = append(places, p)
		}
		for _, t := range tags {
			places = append(places, place{title: "#" + t.Tag, unread: t.Unread})
		}
		for _, s := range subs {
			p := place{feed: s.ID, title: cmp.Or(names[s.ID], s.Name()), unread: s.Unread, paused: s.Paused}
			switch {
			case s.Paused && s.NeverRead():
				p.fails = "it is paused, and was never read"
			case !s.Paused && s.State != model.StateOK && s.State != model.StateNew:
				_, waits := r.App.Wait(s)
				p.fails = cmp.Or(s.LastError, waits, string(s.State))
			}
			at := len(places)
			if s.URL == model.LaterURL {
				at = afterStarred
			}
			places = slices.Insert(places, at, p)
		}
		return func() {
			here, _ := r.feeds.current()
			r.feeds.replace(places, here)
			l := r.list()
			if i := slices.IndexFunc(places, l.of.same); i >= 0 {
				l.of = places[i]
			}
		}, cmp.Or(unnamed, untagged, uncounted, unlisted)
	})
}

func queryOf(f app.EntryFilter) app.EntryQuery { return app.EntryQuery{EntryFilter: f} }

// openPlace opens the list of the place under the cursor.
func (r *reader) openPlace() {
	if p, ok := r.feeds.current(); ok {
		r.load(r.newList(p), 0, "")
	}
}
