package app_test

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"gemsub/internal/app"
	"gemsub/internal/model"
)

func numbers(subs []model.Subscription) []int64 {
	var all []int64
	for _, s := range subs {
		all = append(all, s.ID)
	}
	return all
}

func TestSelect(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.subscribe(page, "Garden", "A")
	h.subscribe("gemini://b.example/2026/", "Garden shed", "B")
	h.subscribe("gemini://xn--bcher-kva.example/", "Books", "C")
	tests := []struct {
		selectors []string
		want      []int64
	}{
		{nil, nil},
		{[]string{"1"}, []int64{1}},
		{[]string{page}, []int64{1}},
		{[]string{"GEMINI://A.example:1965/log/"}, []int64{1}},
		{[]string{"sHed "}, []int64{2}},
		{[]string{"b.example/20"}, []int64{2}},
		{[]string{"bücher"}, []int64{3}},
		{[]string{"shed", "1", "Garden shed"}, []int64{2, 1}},
		{[]string{"3", "2-9"}, []int64{3, 2}}, // of a range what there is
	}
	for _, test := range tests {
		found, err := h.Select(t.Context(), test.selectors)
		if got := numbers(found); err != nil || !slices.Equal(got, test.want) {
			t.Errorf("%q: %v, %v; want %v", test.selectors, got, err, test.want)
		}
	}
}

func TestSelectFails(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.subscribe(page, "Garden wall", "A")
	h.subscribe("gemini://b.example/2026/", "Garden shed", "B")
	for _, selector := range []string{"3", "4-9", "2026", "2025-2026", "flowers", " ", "", "All"} { // a number is no part of a URL
		_, err := h.Select(t.Context(), []string{"1", selector})
		if _, ok := errors.AsType[*app.NoFeedError](err); !ok {
			t.Errorf("%q: %v", selector, err)
		}
		expect(t, err, `no feed fits "`+selector+`"`, "gemsub list shows what you subscribe to")
	}
	_, err := h.Select(t.Context(), []string{"garde"})
	ambiguous, ok := errors.AsType[*app.AmbiguousError](err)
	if !ok || len(ambiguous.Fits) != 2 {
		t.Fatalf("got %v", err)
	}
	expect(t, err, `"garde" fits 2 feeds`, "")
	want := []string{"1 Garden wall <" + page + ">", "2 Garden shed <gemini://b.example/2026/>"}
	if got := ambiguous.Candidates(); !slices.Equal(got, want) {
		t.Errorf("candidates %q", got)
	}
	_, err = h.Select(t.Context(), []string{"8", "1", "9"})
	expect(t, err, `no feed fits "8", "9"`, "gemsub list shows what you subscribe to")
}

// A whole title that a person gave wins regardless of case; one that a page states does not win.
func TestSelectByTitle(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.subscribe("gemini://a.example/", "Log", "A")
	h.subscribe("gemini://b.example/", "LOG", "B")
	h.subscribe("gemini://c.example/", "Log of a garden", "C")
	expectNumbers := func(selector string, want ...int64) {
		t.Helper()
		found, err := h.Select(t.Context(), []string{selector})
		got := numbers(found)
		if ambiguous, ok := errors.AsType[*app.AmbiguousError](err); ok {
			got = numbers(ambiguous.Fits)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, %v; want %v", selector, got, err, want)
		}
	}
	expectNumbers("Log", 1, 2, 3)
	expectNumbers("LOG OF A GARDEN", 3)
	for feed, title := range map[string]string{"2": "Log", "3": "Logbook"} {
		if _, err := h.Set(t.Context(), []string{feed}, model.Settings{Title: &title}); err != nil {
			t.Fatal(err)
		}
	}
	expectNumbers("log ", 2)
	expectNumbers("logb", 3)
	expectNumbers("garden") // its page's title is not shown any more
}

// If many feeds fit, twenty are named.
func TestAmbiguous(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{20: "<>", 21: "and 1 more", 40: "and 20 more"} {
		err := &app.AmbiguousError{Selector: "x", Fits: make([]model.Subscription, n)}
		lines := err.Candidates()
		if got := strings.Count(strings.Join(lines, " "), "<>"); got != 20 || !strings.HasSuffix(lines[len(lines)-1], want) {
			t.Errorf("%d: %q", n, lines)
		}
	}
}

// A name completes a FEED only if it selects its own feed.
func TestOwnNames(t *testing.T) {
	t.Parallel()
	feeds := []model.Subscription{
		{ID: 1, URL: page, Title: "Twice"},
		{ID: 2, URL: "gemini://b.example/", FeedTitle: "Twice"},
		{ID: 3, URL: "gemini://c.example/", Title: "2026"},
		{ID: 4, URL: "gemini://d.example/", Title: "gemini://b.example"},
		{ID: 5, URL: "gemini://e.example/"},
		{ID: 6, URL: "gemini://f.example/", FeedTitle: "Own"},
		{ID: 7, URL: "gemini://g.example/", FeedTitle: "Twi"},
		{ID: 8, URL: "gemini://h.example/", FeedTitle: "4"},
	}
	want := map[int64]string{1: "Twice", 3: "2026", 5: "gemini://e.example/", 6: "Own"}
	if own := app.OwnNames(feeds, ""); !maps.Equal(own, want) {
		t.Errorf("%v, want %v", own, want)
	}
	if own := app.OwnNames(feeds, "tW"); !maps.Equal(own, map[int64]string{1: "Twice"}) {
		t.Errorf("beginning with tW: %v", own)
	}
}

func TestParseSelection(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.subscribe(page, "Log", "Four", "Three", "Two", "One")
	all := collect(t, h.Entries(t.Context(), app.EntryQuery{}))
	byID := map[string]string{}
	for _, e := range all {
		byID[string(rune('0'+e.ID))] = e.Title
	}
	for _, test := range []struct {
		selectors []string
		want      []string // numbers
	}{
		{[]string{"2"}, []string{"2"}},
		{[]string{"2-3"}, []string{"2", "3"}},
		{[]string{"1", "4-9"}, []string{"1", "4"}},
		{[]string{page + "three.gmi"}, nil},
	} {
		got := strings.Split(h.titles(app.EntryQuery{Named: named(t, test.selectors...)}), ", ")
		want := []string{"Three"}
		if test.want != nil {
			want = nil
			for _, number := range test.want {
				want = append(want, byID[number])
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", test.selectors, got, want)
		}
	}
	for selector, want := range map[string]string{
		"3-2": "range 3-2 runs backwards", "two": `"two" is not an entry`, "1-x": `"1-x" is not an entry`, "": `"" is not an entry`,
	} {
		if _, err := app.ParseSelection([]string{"1", selector}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", selector, err)
		}
	}
}
