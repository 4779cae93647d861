package app_test

import (
	"context"
	"errors"
	"strconv"
	"testing"

	"gemsub/internal/app"
	"gemsub/internal/model"
)

// number returns the selector of the entry with a title.
func (h *home) number(title string) string {
	h.t.Helper()
	for _, e := range collect(h.t, h.Entries(h.t.Context(), app.EntryQuery{})) {
		if e.Title == title {
			return strconv.FormatInt(e.ID, 10)
		}
	}
	h.t.Fatalf("no entry %s", title)
	return ""
}

func newReader(t *testing.T) *home {
	h := newHome(t)
	h.subscribe(page, "Garden", "Worms", "Peas")
	h.subscribe("gemini://b.example/", "Shed", "Roof", "Wall")
	if _, err := h.Tag(t.Context(), "home", []string{"Shed"}); err != nil {
		t.Fatal(err)
	}
	return h
}

func TestMarkUnread(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		query func(h *home) app.EntryQuery
		n     int
		left  string // unread
	}{
		{"all", func(*home) app.EntryQuery { return app.EntryQuery{} }, 4, ""},
		{"of a feed", func(*home) app.EntryQuery { return app.EntryQuery{Feeds: []string{"garden"}} }, 2, "Roof, Wall"},
		{"of a tag", func(*home) app.EntryQuery {
			return app.EntryQuery{EntryFilter: app.EntryFilter{Tag: "home"}}
		}, 2, "Worms, Peas"},
		{"by number", func(h *home) app.EntryQuery {
			return app.EntryQuery{Named: named(h.t, h.number("Peas"))}
		}, 1, "Worms, Roof, Wall"},
		{"by URL", func(h *home) app.EntryQuery {
			return app.EntryQuery{Named: named(h.t, "gemini://b.example/roof.gmi")}
		}, 1, "Worms, Peas, Wall"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			h := newReader(t)
			before := h.unread()
			c, err := h.MarkUnread(t.Context(), test.query(h), false)
			if c.Entries != test.n || err != nil || !sameTitles(h.unread(), test.left) {
				t.Errorf("%d, %v; unread %s", c.Entries, err, h.unread())
			}
			if c, err := h.MarkUnread(t.Context(), test.query(h), false); c.Entries != 0 || err != nil {
				t.Errorf("again: %d, %v", c.Entries, err)
			}
			if c, err := h.MarkUnread(t.Context(), test.query(h), true); c.Entries != test.n || err != nil || h.unread() != before {
				t.Errorf("back: %d, %v; unread %s", c.Entries, err, h.unread())
			}
		})
	}
}

func TestMarkStarred(t *testing.T) {
	t.Parallel()
	h := newReader(t)
	starred := app.EntryQuery{EntryFilter: app.EntryFilter{StarredOnly: true}}
	one := app.EntryQuery{Named: named(t, h.number("Wall"))}
	if c, err := h.MarkStarred(t.Context(), one, true); c.Entries != 1 || err != nil || h.titles(starred) != "Wall" {
		t.Errorf("%d, %v; starred %s", c.Entries, err, h.titles(starred))
	}
	if c, err := h.MarkStarred(t.Context(), one, false); c.Entries != 1 || err != nil || h.titles(starred) != "" {
		t.Errorf("%d, %v; starred %s", c.Entries, err, h.titles(starred))
	}
}

// An unknown number and an unknown feed mark nothing.
func TestMarkUnknown(t *testing.T) {
	t.Parallel()
	h := newReader(t)
	before := h.unread()
	c, err := h.MarkUnread(t.Context(), app.EntryQuery{Named: named(t, "99", "100-120")}, false)
	if c.Entries != 0 {
		t.Errorf("%d, %v", c.Entries, err)
	}
	expect(t, err, `there is no entry "99", "100-120"`, "gemsub entries --all lists what there is")
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := h.MarkUnread(ended, app.EntryQuery{Named: named(t, "1")}, false); !errors.Is(err, context.Canceled) {
		t.Errorf("not looked for: %v", err)
	}
	_, err = h.MarkStarred(t.Context(), app.EntryQuery{Feeds: []string{"garden", "nobody"}}, true)
	expect(t, err, `no feed fits "nobody"`, "gemsub list shows what you subscribe to")
	if h.unread() != before || h.titles(app.EntryQuery{EntryFilter: app.EntryFilter{StarredOnly: true}}) != "" {
		t.Error("something was marked")
	}
}

func TestPrune(t *testing.T) {
	t.Parallel()
	h := newReader(t)
	for _, title := range []string{"Worms", "Wall", "Roof"} {
		if _, err := h.MarkUnread(t.Context(), app.EntryQuery{Named: named(t, h.number(title))}, false); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := h.MarkStarred(t.Context(), app.EntryQuery{Named: named(t, h.number("Roof"))}, true); err != nil {
		t.Fatal(err)
	}
	old := app.EntryFilter{Before: h.now()}
	n, free, err := h.Prune(t.Context(), app.EntryQuery{EntryFilter: old, Feeds: []string{"shed"}})
	if n != 1 || free < 0 || err != nil || !sameTitles(h.titles(app.EntryQuery{}), "Worms, Peas, Roof") {
		t.Errorf("%d, %d, %v; left %s", n, free, err, h.titles(app.EntryQuery{}))
	}
	if n, _, err := h.Prune(t.Context(), app.EntryQuery{EntryFilter: old}); n != 1 || err != nil || !sameTitles(h.titles(app.EntryQuery{}), "Peas, Roof") {
		t.Errorf("%d, %v; left %s", n, err, h.titles(app.EntryQuery{}))
	}
	if n, _, err := h.Prune(t.Context(), app.EntryQuery{Feeds: []string{"nobody"}}); n != 0 || err == nil {
		t.Errorf("%d, %v", n, err)
	}
}

// If the clock is over 90 days past the last update, nothing is removed: all would seem old.
func TestPruneByWrongClock(t *testing.T) {
	t.Parallel()
	h := newReader(t)
	if _, err := h.MarkUnread(t.Context(), app.EntryQuery{}, false); err != nil {
		t.Fatal(err)
	}
	h.sleep(91 * day)
	old := app.EntryQuery{EntryFilter: app.EntryFilter{Before: h.now()}}
	n, _, err := h.Prune(t.Context(), old)
	expect(t, err, "remove entries: the clock says 2026-06-09 06:30 UTC, but the last update was at 2026-03-10 06:30 UTC", "gemsub update, if the clock is right")
	if n != 0 || h.titles(app.EntryQuery{}) == "" {
		t.Errorf("removed %d", n)
	}
	h.sleep(-2 * day)
	if n, _, err := h.Prune(t.Context(), old); n != 4 || err != nil {
		t.Errorf("removed %d, %v", n, err)
	}
}

func TestMute(t *testing.T) {
	t.Parallel()
	h := newReader(t)
	shed, err := h.SelectOne(t.Context(), "shed")
	if err != nil {
		t.Fatal(err)
	}
	m, c, err := h.AddMute(t.Context(), model.Mute{Pattern: "/^(roof|peas)$/", SubscriptionID: shed.ID})
	if err != nil || c.Entries != 1 || m.SubscriptionID != h.feed("shed").ID || m.ID == 0 || !sameTitles(h.unread(), "Worms, Peas, Wall") {
		t.Errorf("%+v, %d, %v; unread %s", m, c.Entries, err, h.unread())
	}
	if _, c, err := h.AddMute(t.Context(), model.Mute{Pattern: "WORM"}); c.Entries != 1 || err != nil || !sameTitles(h.unread(), "Peas, Wall") {
		t.Errorf("%d, %v; unread %s", c.Entries, err, h.unread())
	}
	_, err = h.SelectOne(t.Context(), "nobody")
	expect(t, err, `no feed fits "nobody"`, "gemsub list shows what you subscribe to")
	if all, err := h.Mutes(t.Context()); len(all) != 2 || err != nil || all[0] != m {
		t.Errorf("%+v, %v", all, err)
	}
	if err := h.Unmute(t.Context(), []int64{m.ID}); err != nil {
		t.Error(err)
	}
	expect(t, h.Unmute(t.Context(), []int64{m.ID}), "there is no mute 1", "gemsub mute list shows what is")
	if all, err := h.Mutes(t.Context()); len(all) != 1 || err != nil {
		t.Errorf("%+v, %v", all, err)
	}
}

// Entries that are shown become read; a document that belongs to no entry changes nothing.
func TestMarkShown(t *testing.T) {
	t.Parallel()
	h := newReader(t)
	unread := app.EntryQuery{EntryFilter: app.EntryFilter{UnreadOnly: true}}
	all := collect(t, h.Entries(t.Context(), unread))
	for _, shown := range [][]model.Entry{nil, {{Unread: true}}, {all[0], {}, all[1]}, {all[0]}} {
		if err := h.MarkShown(t.Context(), shown); err != nil {
			t.Error(err)
		}
	}
	if n, err := h.CountEntries(t.Context(), unread); n != len(all)-2 || err != nil {
		t.Errorf("%d of %d are unread, %v", n, len(all), err)
	}
}
