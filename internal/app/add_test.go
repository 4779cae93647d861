package app_test

import (
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"gemsub/internal/app"
	"gemsub/internal/capsule"
	"gemsub/internal/model"
)

func TestAdd(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.serve(page, log("Garden", "Worms", "Peas", "Beans"))
	all := collect(t, h.Add(t.Context(), app.AddOptions{
		URLs:   []string{"gemini://A.example/log/", page},
		Wanted: model.Settings{Backlog: new(2), Tag: []string{"x"}, Title: new("Mine"), Interval: new(2 * day)},
	}))
	want := app.AddResult{URL: page, ID: 1, Title: "Mine", Entries: 3, Newest: time.Date(2026, 3, 9, 12, 0, 0, 0, time.UTC)}
	if len(all) != 1 || all[0].Err != nil || all[0].ID != want.ID || all[0].URL != want.URL || all[0].Title != want.Title ||
		all[0].Entries != want.Entries || !all[0].Newest.Equal(want.Newest) || all[0].Empty != nil || all[0].Known != nil {
		t.Fatalf("got %+v, want %+v", all, want)
	}
	s := h.feed("1")
	if s.Name() != "Mine" || !slices.Equal(s.Tags, []string{"x"}) || s.Interval != 2*day || s.State != model.StateOK || s.Unread != 2 {
		t.Errorf("kept %+v", s)
	}
	if h.unread() != "Worms, Peas" {
		t.Errorf("unread: %s", h.unread())
	}
	if n := h.host("a.example").Count("/robots.txt"); n != 1 {
		t.Errorf("robots.txt was asked for %d times", n)
	}
}

// A URL that is subscribed to is reported with the number, and not requested.
func TestAddKnown(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.subscribe(page, "Garden", "Worms")
	asked := h.host("a.example").Count("/log/")
	all := collect(t, h.Add(t.Context(), app.AddOptions{URLs: []string{page}}))
	if len(all) != 1 || all[0].Known == nil || all[0].Known.ID != 1 || all[0].Known.Name() != "Garden" || all[0].Err != nil {
		t.Errorf("got %+v", all)
	}
	if n := h.host("a.example").Count("/log/"); n != asked {
		t.Errorf("asked %d times", n)
	}
	// A page that moved to a URL that is subscribed to counts as known too.
	h.host("b.example").Redirect("/", 31, page)
	all = collect(t, h.Add(t.Context(), app.AddOptions{URLs: []string{"gemini://b.example/"}}))
	if len(all) != 1 || all[0].Known == nil || all[0].Known.ID != 1 || all[0].MovedTo != page {
		t.Errorf("got %+v", all)
	}
	if subs, err := h.Feeds(t.Context(), app.FeedQuery{}); len(subs) != 1 || err != nil {
		t.Errorf("%d subscriptions, %v", len(subs), err)
	}
}

func TestAddMoved(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.serve(page, log("Garden", "Worms"))
	h.host("b.example").Redirect("/", 31, page)
	a := h.add("gemini://b.example/")
	if a.MovedTo != page || a.URL != "gemini://b.example/" || h.feed("1").URL != page {
		t.Errorf("got %+v, kept %s", a, h.feed("1").URL)
	}
}

// Pages that cannot be read are not subscribed to; the others are.
func TestAddFails(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.serve(page, log("Garden", "Worms"))
	h.serve("gemini://refusing.example/", log("No", "A"))
	h.policy("gemini://refusing.example/", "User-agent: *\nDisallow: /\n")
	h.reply("gemini://secret.example/", 60, "Who are you?")
	h.host("away.example").Redirect("/", 30, "gemini://secret.example/")
	h.reply("gemini://gone.example/", 52, "Gone")
	tests := []struct{ url, text, hint string }{
		{"gemini://nowhere.example/", "nowhere.example", ""},
		{"gemini://gone.example/", "52", ""},
		{"gemini://refusing.example/", "robots.txt refuses", "gemsub add --ignore-robots gemini://refusing.example/ reads it anyway, if its owner allows that"},
		{
			"gemini://secret.example/", "60",
			"gemsub identity use NAME gemini://secret.example/ shows a certificate, gemsub identity new NAME makes one",
		},
		{
			"gemini://away.example/", "60",
			"no identity was shown, since a link or redirect led there: ask for gemini://secret.example/ itself",
		},
	}
	urls := []string{page}
	for _, test := range tests {
		urls = append(urls, test.url)
	}
	all := collect(t, h.Add(t.Context(), app.AddOptions{URLs: urls}))
	if len(all) != len(urls) {
		t.Fatalf("%d answers for %d URLs", len(all), len(urls))
	}
	for _, test := range tests {
		i := slices.IndexFunc(all, func(a app.AddResult) bool { return a.URL == test.url && a.Err != nil })
		if i < 0 {
			t.Errorf("%s: no error", test.url)
			continue
		}
		expect(t, all[i].Err, test.text, test.hint)
	}
	if subs, err := h.Feeds(t.Context(), app.FeedQuery{}); err != nil || names(subs) != "Garden" {
		t.Errorf("subscribed to %s, %v", names(subs), err)
	}
}

// A capsule that answers nobody would not answer for the page either: no hint sends people
// past robots.txt.
func TestAddSilent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, s := bubbleHome(t)
		h.App = h.open(app.Environment{Now: time.Now, Dial: h.net.Dial})
		s.Reply("/robots.txt", capsule.Reply{Delay: time.Hour})
		all := collect(t, h.Add(t.Context(), app.AddOptions{URLs: []string{page}}))
		expect(t, all[0].Err, page+": robots.txt: ", "try again later")
	})
}

// Entries that two feeds have in common are counted by their links.
func TestAddInCommon(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.subscribe("gemini://c.example/", "Beans", "Own")
	h.subscribe(page, "Garden", "Worms", "Beans", "Moss")
	h.serve("gemini://b.example/", "# Copy\n=> gemini://c.example/own.gmi 2026-03-01 Own\n=> "+page+"worms.gmi 2026-03-01 Worms\n=> "+page+"moss.gmi 2026-03-02 Moss\n")
	all := collect(t, h.Add(t.Context(), app.AddOptions{URLs: []string{"gemini://b.example/"}}))
	if len(all) != 1 || all[0].InCommon != 2 || all[0].Common == nil || all[0].Common.Name() != "Garden" {
		t.Errorf("got %+v", all)
	}
}

// The error names the arguments that are no URLs, without passwords, and nothing is requested.
func TestAddBadURLs(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.serve(page, log("Garden", "Worms"))
	added, err := gather(h.Add(t.Context(), app.AddOptions{URLs: []string{page, "gemini://me:secret@a.example/", "mailto:me"}}))
	bad, ok := errors.AsType[app.BadURLsError](err)
	if !ok || len(bad) != 2 || len(added) > 0 {
		t.Fatalf("%v, %v", added, err)
	}
	expect(t, bad[0], "bad URL gemini://…@a.example/: it contains user information", "")
	expect(t, bad[1], `mailto:me: unsupported URL scheme "mailto"`, "")
	if n := h.host("a.example").Count("/log/"); n != 0 {
		t.Errorf("%d requests", n)
	}
}

func TestAddIgnoringRobots(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.serve(page, log("Garden", "Worms"))
	h.policy(page, "User-agent: *\nDisallow: /\n")
	all := collect(t, h.Add(t.Context(), app.AddOptions{URLs: []string{page}, Wanted: model.Settings{IgnoreRobots: new(true)}}))
	if len(all) != 1 || all[0].Err != nil || !h.feed("1").IgnoreRobots {
		t.Errorf("got %+v", all)
	}
}

// For a page without entries, the result suggests links that may have some.
func TestAddEmpty(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.serve("gemini://a.example/", "# Home\n=> gemlog/ My gemlog\n=> posts/ My posts\n=> feed.xml Feed\n=> blog/ Blog\n=> cat.png A cat\n")
	a := h.add("gemini://a.example/")
	if a.Empty == nil || a.Entries != 0 || !a.Newest.IsZero() {
		t.Fatalf("got %+v", a)
	}
	want := []string{"gemini://a.example/gemlog/", "gemini://a.example/posts/", "gemini://a.example/feed.xml"}
	if e := a.Empty; e.URL != "gemini://a.example/" || e.Links != 5 || e.Why == "" || !slices.Equal(e.Candidates, want) {
		t.Errorf("got %+v", e)
	}
}

func TestAddFormat(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.serve(page, "# Links\n=> one One\n=> two Two\n")
	all := collect(t, h.Add(t.Context(), app.AddOptions{URLs: []string{page}, Wanted: model.Settings{Format: new("links")}}))
	if len(all) != 1 || all[0].Entries != 2 || h.feed("1").Format != "links" || !h.feed("1").FormatChosen {
		t.Errorf("got %+v", all)
	}
}

// If the consumer stops the iteration, the remaining pages are not subscribed to.
func TestAddStops(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.subscribe(page, "Garden", "Worms")
	h.serve("gemini://b.example/", log("B", "A"))
	for range h.Add(t.Context(), app.AddOptions{URLs: []string{page, "gemini://b.example/"}}) {
		break
	}
	if n := h.host("b.example").Count("/"); n != 0 {
		t.Errorf("asked %d times", n)
	}
}

// If none of several capsules is reached, the network is down; a single one reports its own error.
func TestAddWithoutNetwork(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.away["a.example"], h.away["b.example"] = true, true
	all, err := gather(h.Add(t.Context(), app.AddOptions{URLs: []string{page, "gemini://b.example/"}}))
	if !errors.Is(err, app.ErrNoNetwork) || len(all) > 0 {
		t.Errorf("%+v, %v", all, err)
	}
	all = collect(t, h.Add(t.Context(), app.AddOptions{URLs: []string{page}}))
	expect(t, all[0].Err, "network is unreachable", "")
}

// A page that ends without close_notify is reported.
func TestAddCut(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.host("a.example").Reply("/log/", capsule.Reply{Status: 20, Meta: "text/gemini", Body: log("Garden", "Worms"), End: capsule.Truncate})
	if a := h.add(page); a.Entries != 1 {
		t.Errorf("got %+v", a)
	}
}
