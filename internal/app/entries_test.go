package app_test

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gemsub/internal/app"
)

// sameTitles compares lists of titles whatever their order.
func sameTitles(a, b string) bool {
	x, y := strings.Split(a, ", "), strings.Split(b, ", ")
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}

func TestEntries(t *testing.T) {
	t.Parallel()
	h := newReader(t)
	tests := []struct {
		name  string
		query app.EntryQuery
		want  string
	}{
		{"all", app.EntryQuery{}, "Worms, Roof, Peas, Wall"},
		{"of a feed", app.EntryQuery{Feeds: []string{"2"}}, "Roof, Wall"},
		{"of two feeds", app.EntryQuery{Feeds: []string{"2", "1"}}, "Worms, Roof, Peas, Wall"},
		{"of a feed and a tag", app.EntryQuery{Feeds: []string{"1"}, EntryFilter: app.EntryFilter{Tag: "home"}}, ""},
		{"none", app.EntryQuery{EntryFilter: app.EntryFilter{StarredOnly: true}}, ""},
	}
	for _, test := range tests {
		if got := h.titles(test.query); !sameTitles(got, test.want) {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
	newest := h.titles(app.EntryQuery{EntryFilter: app.EntryFilter{Limit: 1}, Feeds: []string{"1"}})
	if newest != "Worms" {
		t.Errorf("the newest is %s", newest)
	}
	for _, list := range []func() error{
		func() error {
			_, err := gather(h.Entries(t.Context(), app.EntryQuery{Feeds: []string{"nobody"}}))
			return err
		},
		func() error {
			_, err := gather(h.Entries(t.Context(), app.EntryQuery{EntryFilter: app.EntryFilter{Words: "worms"}, Feeds: []string{"nobody"}}))
			return err
		},
	} {
		expect(t, list(), `no feed fits "nobody"`, "gemsub list shows what you subscribe to")
	}
}

// A post of two feeds is listed once, unless it is named.
func TestEntriesDistinct(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.subscribe(page, "Garden", "Worms")
	h.serve("gemini://a.example/all", log("All", "Other")+"=> log/worms.gmi 2026-03-09 Worms\n")
	h.add("gemini://a.example/all")
	if got := h.titles(app.EntryQuery{}); !sameTitles(got, "Worms, Other") {
		t.Errorf("all: %s", got)
	}
	if got := h.titles(app.EntryQuery{Named: named(t, page+"worms.gmi")}); got != "Worms, Worms" {
		t.Errorf("named: %s", got)
	}
	if e, err := h.Entry(t.Context(), page+"worms.gmi"); e.Title != "Worms" || err != nil {
		t.Errorf("%+v, %v", e, err)
	}
}

func TestSearch(t *testing.T) {
	t.Parallel()
	h := newReader(t)
	for words, want := range map[string]string{"worms": "Worms", "shed": "Roof, Wall", "shed wall": "Wall", "nothing": ""} {
		if got := joined(collect(t, h.Entries(t.Context(), app.EntryQuery{EntryFilter: app.EntryFilter{Words: words}}))); !sameTitles(got, want) {
			t.Errorf("%s: %s, want %s", words, got, want)
		}
	}
	if got := joined(collect(t, h.Entries(t.Context(), app.EntryQuery{EntryFilter: app.EntryFilter{Words: "roof"}, Feeds: []string{"garden"}}))); got != "" {
		t.Errorf("in another feed: %s", got)
	}
}

func TestEntry(t *testing.T) {
	t.Parallel()
	h := newReader(t)
	e, err := h.Entry(t.Context(), h.number("Peas"))
	if e.Title != "Peas" || err != nil {
		t.Fatalf("%+v, %v", e, err)
	}
	if again := collect(t, h.Entries(t.Context(), app.These(e))); len(again) != 1 || !reflect.DeepEqual(again[0], e) {
		t.Errorf("%+v", again)
	}
	if _, err := h.Entry(t.Context(), "1-4"); !errors.Is(err, app.ErrSeveral) {
		t.Errorf("four entries: %v", err)
	}
	_, err = h.Entry(t.Context(), "77")
	expect(t, err, `there is no entry "77"`, "gemsub entries --all lists what there is")
}

func TestCount(t *testing.T) {
	t.Parallel()
	h := newReader(t)
	n, err := h.CountEntries(t.Context(), app.EntryQuery{Feeds: []string{"1"}})
	if err != nil || n != 2 {
		t.Errorf("%d entries, %v", n, err)
	}
	found, err := h.CountEntries(t.Context(), app.EntryQuery{EntryFilter: app.EntryFilter{Words: "peas"}})
	if err != nil || found != 1 {
		t.Errorf("%d found, %v", found, err)
	}
	tags, err := h.Tags(t.Context())
	if err != nil || len(tags) != 1 || tags[0].Feeds != 1 || tags[0].Unread != 2 {
		t.Errorf("%+v, %v", tags, err)
	}
}

// An unread post in two feeds with a tag counts once.
func TestTagsCountPosts(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.subscribe(page, "Garden", "Worms", "Peas")
	h.serve("gemini://b.example/", "# Round-up\n=> "+page+"worms.gmi 2026-03-09 Worms\n")
	h.add("gemini://b.example/")
	if _, err := h.Tag(t.Context(), "plants", []string{"1", "2"}); err != nil {
		t.Fatal(err)
	}
	listed := len(collect(t, h.Entries(t.Context(), app.EntryQuery{EntryFilter: app.EntryFilter{Tag: "plants", UnreadOnly: true}})))
	tags, err := h.Tags(t.Context())
	if err != nil || len(tags) != 1 || tags[0].Feeds != 2 || tags[0].Unread != 2 || listed != 2 {
		t.Errorf("%+v, %v; %d are listed", tags, err, listed)
	}
}
