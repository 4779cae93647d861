package app_test

import (
	"strings"
	"testing"

	"gemsub/feed"
	"gemsub/internal/app"
	"gemsub/internal/exchange"
	"gemsub/internal/model"
)

// export returns an export and its entries.
func (h *home) export(o app.DocumentOptions) (app.Document, []feed.Entry) {
	h.t.Helper()
	x, err := h.Document(h.t.Context(), o)
	if err != nil {
		h.t.Fatal(err)
	}
	return x, collect(h.t, x.Entries)
}

func entryTitles(entries []feed.Entry) string {
	var all []string
	for _, e := range entries {
		all = append(all, e.Title)
	}
	return strings.Join(all, ", ")
}

func TestExport(t *testing.T) {
	t.Parallel()
	h := newReader(t)
	tests := []struct {
		name  string
		o     app.DocumentOptions
		title string
		want  string
	}{
		{"one feed", app.DocumentOptions{EntryQuery: app.EntryQuery{Feeds: []string{"1"}}}, "Garden", "Worms, Peas"},
		{"all", app.DocumentOptions{}, "gemsub", "Worms, Roof, Peas, Wall"},
		{"a tag", app.DocumentOptions{EntryQuery: app.EntryQuery{EntryFilter: app.EntryFilter{Tag: "home"}}}, "gemsub: home", "Roof, Wall"},
		{"the newest of each", app.DocumentOptions{PerFeed: 1}, "gemsub", "Worms, Roof"},
		{"at most two of all", app.DocumentOptions{PerFeed: 2, EntryQuery: app.EntryQuery{EntryFilter: app.EntryFilter{Limit: 2}}}, "gemsub", "Worms, Roof"},
		{"under a title", app.DocumentOptions{Title: "Mine", URL: "gemini://me.example/feed"}, "Mine", "Worms, Roof, Peas, Wall"},
	}
	for _, test := range tests {
		x, entries := h.export(test.o)
		got := entryTitles(entries)
		if !sameTitles(got, test.want) || x.Feed.Title != test.title || x.Feed.Self != test.o.URL || x.Empty {
			t.Errorf("%s: %+v with %s", test.name, x.Feed, got)
		}
		if !x.Feed.Updated.Equal(entries[0].Updated) {
			t.Errorf("%s: updated %v, its newest entry %v", test.name, x.Feed.Updated, entries[0].Updated)
		}
	}
	_, err := h.Document(t.Context(), app.DocumentOptions{EntryQuery: app.EntryQuery{Feeds: []string{"nobody"}}})
	expect(t, err, `no feed fits "nobody"`, "gemsub list shows what you subscribe to")
}

// The limit applies to the entries that remain of each feed.
func TestExportLimit(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.subscribe(page, "Busy", "A", "B", "C", "D")
	h.serve("gemini://b.example/", "# Rare\n=> x 2026-01-01 X\n")
	h.add("gemini://b.example/")
	o := app.DocumentOptions{PerFeed: 1}
	o.Limit = 2
	if _, entries := h.export(o); entryTitles(entries) != "A, X" {
		t.Errorf("got %s", entryTitles(entries))
	}
}

// Entries of several feeds name their feeds; entries of one feed do not.
func TestExportSource(t *testing.T) {
	t.Parallel()
	h := newReader(t)
	x, merged := h.export(app.DocumentOptions{EntryQuery: app.EntryQuery{Feeds: []string{"1", "2"}}})
	for _, e := range merged {
		if e.Source == nil || e.Source.Title == "" || !strings.HasPrefix(e.Link, e.Source.Link) {
			t.Errorf("got %+v from %+v", e, e.Source)
		}
	}
	again, _ := h.export(app.DocumentOptions{})
	if x.Feed.ID == "" || x.Feed.ID != again.Feed.ID {
		t.Errorf("merged under %q, then %q", x.Feed.ID, again.Feed.ID)
	}
	own, entries := h.export(app.DocumentOptions{EntryQuery: app.EntryQuery{Feeds: []string{"1"}}})
	if own.Feed.ID != page || own.Feed.Link != page {
		t.Errorf("got %+v", own.Feed)
	}
	for _, e := range entries {
		if e.Source != nil || e.ID != e.Link {
			t.Errorf("got %+v", e)
		}
	}
}

func TestExportNothing(t *testing.T) {
	t.Parallel()
	h := newReader(t)
	x, entries := h.export(app.DocumentOptions{EntryQuery: app.EntryQuery{EntryFilter: app.EntryFilter{StarredOnly: true}}})
	if !x.Empty || len(entries) > 0 {
		t.Errorf("%+v, %v", x, entries)
	}
}

func TestOutlines(t *testing.T) {
	t.Parallel()
	h := newReader(t)
	if _, err := h.Set(t.Context(), []string{"2"}, model.Settings{Title: new("Mine")}); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		selectors []string
		tag, want string
	}{
		{nil, "", page + " gemini://b.example/"},
		{nil, "home", "gemini://b.example/"},
		{[]string{"garden"}, "", page},
	} {
		all := h.outlines(app.EntryQuery{Feeds: test.selectors, EntryFilter: app.EntryFilter{Tag: test.tag}})
		var urls []string
		for _, s := range all {
			urls = append(urls, s.URL)
		}
		if strings.Join(urls, " ") != test.want {
			t.Errorf("%q %q: %q", test.selectors, test.tag, urls)
		}
	}
	one := h.outlines(app.EntryQuery{Feeds: []string{"2"}})[0]
	if one.Title != "Mine" || one.Format != string(feed.Gemtext) || strings.Join(one.Tags, " ") != "home" {
		t.Errorf("%+v", one)
	}
	_, err := h.Document(t.Context(), app.DocumentOptions{Format: app.OPML, EntryQuery: app.EntryQuery{Feeds: []string{"nobody"}}})
	expect(t, err, `no feed fits "nobody"`, "gemsub list shows what you subscribe to")
}

// outlines returns the feeds in an OPML document of q.
func (h *home) outlines(q app.EntryQuery) []exchange.Subscription {
	h.t.Helper()
	text, _ := h.document(app.DocumentOptions{Format: app.OPML, EntryQuery: q})
	list, err := exchange.Parse("", []byte(text), exchange.OPML)
	if err != nil {
		h.t.Fatal(err)
	}
	return list.Subscriptions
}

// results returns line, result and URL of each line of an import.
func results(im app.ImportResult) string {
	var all []string
	for _, l := range im.Lines {
		all = append(all, string(rune('0'+l.Line))+" "+string(l.Result)+" "+l.URL)
	}
	return strings.Join(all, "\n")
}

func TestImport(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.subscribe(page, "Garden", "Worms")
	list := &exchange.List{
		Subscriptions: []exchange.Subscription{
			{Subscription: model.Subscription{URL: "gemini://b.example/", Title: "Mine", Tags: []string{"a b", "c"}, Format: string(feed.Auto)}, Line: 1},
			{Subscription: model.Subscription{URL: page}, Line: 3},
		},
		Problems: []model.ImportLine{{Line: 2, Result: model.ImportRefused, URL: "gemini://", Detail: "no host"}},
		Skipped:  map[string]int{"not subscribed to": 7},
	}
	im, err := h.Import(t.Context(), list, []string{"x", "c"})
	if err != nil {
		t.Fatal(err)
	}
	want := "1 added gemini://b.example/\n2 refused gemini://\n3 known " + page
	if got := results(im); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	s := h.feed("Mine")
	if len(im.LeftOut) != 1 || im.LeftOut["not subscribed to"] != 7 || im.Tags != len(s.Tags) {
		t.Errorf("got %+v", im)
	}
	if len(s.Tags) != 3 || s.State != model.StateNew || s.FormatChosen || !s.CheckedAt.IsZero() {
		t.Errorf("kept %+v", s)
	}
	if n := h.host("b.example").Count("/"); n != 0 {
		t.Errorf("asked %d times", n)
	}
	// When the feed is read for the first time, ten of its entries are unread.
	h.serve("gemini://b.example/", log("B", strings.Split("abcdefghijklmno", "")...))
	if c := one(t, h.checked(app.UpdateOptions{})); c.Err != nil || h.feed("Mine").Unread != 10 || h.feed("Mine").Entries != 15 {
		t.Errorf("%+v; kept %+v", c, h.feed("Mine"))
	}
}
