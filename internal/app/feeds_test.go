package app_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/store"
)

func names(subs []model.Subscription) string {
	var all []string
	for _, s := range subs {
		all = append(all, s.Name())
	}
	return strings.Join(all, ", ")
}

func TestFeeds(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.subscribe(page, "Garden", "A")
	h.subscribe("gemini://b.example/", "Broken", "B")
	h.subscribe("gemini://c.example/", "Slow", "C")
	if _, err := h.Tag(t.Context(), "x", []string{"1", "3"}); err != nil {
		t.Fatal(err)
	}
	h.reply("gemini://b.example/", 51, "Not found")
	h.reply("gemini://c.example/", 44, "86400")
	h.checked(app.UpdateOptions{Force: true})
	list := func(f app.FeedFilter) string {
		t.Helper()
		subs, err := h.Feeds(t.Context(), app.FeedQuery{FeedFilter: f})
		if err != nil {
			t.Fatal(err)
		}
		return names(subs)
	}
	for want, f := range map[string]app.FeedFilter{
		"Garden, Broken, Slow": {}, "Garden, Slow": {Tag: "x"}, "Broken": {Failing: true}, "": {Tag: "y"},
	} {
		if got := list(f); got != want {
			t.Errorf("%+v: %s, want %s", f, got, want)
		}
	}
	if until, why := h.Wait(h.feed("Slow")); !until.Equal(h.now().Add(day)) || why != "c.example:1965 asks to slow down (44) for 24 hours" {
		t.Errorf("waits until %v: %s", until, why)
	}
	if until, why := h.Wait(h.feed("Garden")); !until.IsZero() || why != "" {
		t.Errorf("waits until %v: %s", until, why)
	}
	h.sleep(3 * day) // long enough for what waits to count as failing
	if got := list(app.FeedFilter{Failing: true}); got != "Broken, Slow" {
		t.Errorf("failing after three days: %s", got)
	}
	if until, why := h.Wait(h.feed("Slow")); !until.IsZero() || why != "c.example:1965 asks to slow down (44) for 24 hours" {
		t.Errorf("after three days it waits until %v: %s", until, why)
	}
}

// A wait that is over is reported only for a feed that has been due for over a day.
func TestWaitIsOver(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	now := h.Now()
	for _, test := range []struct {
		s    model.Subscription
		want bool
	}{
		{model.Subscription{WaitReason: "44", NextCheckAt: now.Add(-day - hour)}, true},
		{model.Subscription{WaitReason: "44", NextCheckAt: now.Add(-day + hour)}, false},
		{model.Subscription{WaitReason: "44", AddedAt: now.Add(-day - hour)}, true},
		{model.Subscription{NextCheckAt: now.Add(-2 * day)}, false},
	} {
		if _, reason := h.Wait(test.s); (reason != "") != test.want {
			t.Errorf("%+v: %q", test.s, reason)
		}
	}
}

// If one selector fits nothing, no feed is removed.
func TestRemove(t *testing.T) {
	t.Parallel()
	h := newReader(t)
	_, err := h.Remove(t.Context(), []string{"1", "nobody"})
	expect(t, err, `no feed fits "nobody"`, "gemsub list shows what you subscribe to")
	if got := h.unread(); !sameTitles(got, "Worms, Peas, Roof, Wall") {
		t.Errorf("left: %s", got)
	}
	gone, err := h.Remove(t.Context(), []string{"garden", "1"})
	if err != nil || names(gone) != "Garden" || !sameTitles(h.unread(), "Roof, Wall") {
		t.Errorf("removed %s, %v; left %s", names(gone), err, h.unread())
	}
	if _, err := h.Select(t.Context(), []string{"1"}); err == nil {
		t.Error("it is still there")
	}
}

func TestSetTitle(t *testing.T) {
	t.Parallel()
	h := newReader(t)
	for title, want := range map[string]string{"Mine": "Mine", "": "Garden"} {
		if _, err := h.Set(t.Context(), []string{page}, model.Settings{Title: &title}); err != nil || h.feed("1").Name() != want {
			t.Errorf("%q: %s, %v", title, h.feed("1").Name(), err)
		}
	}
	_, err := h.Set(t.Context(), []string{"nobody"}, model.Settings{Title: new("x")})
	expect(t, err, `no feed fits "nobody"`, "gemsub list shows what you subscribe to")
}

func TestTag(t *testing.T) {
	t.Parallel()
	h := newReader(t)
	steps := []struct {
		name  string
		do    func() (int, error)
		n     int
		after []string // tags of the first
	}{
		{"tag", func() (int, error) { return h.Tag(t.Context(), "a", []string{"1", "2"}) }, 2, []string{"a"}},
		{"tag again", func() (int, error) { return h.Tag(t.Context(), "a", []string{"1"}) }, 0, []string{"a"}},
		{"another", func() (int, error) { return h.Tag(t.Context(), "b", []string{"1"}) }, 1, []string{"a", "b"}},
		{"untag", func() (int, error) { return h.Untag(t.Context(), "a", []string{"1", "2"}) }, 2, []string{"b"}},
		{"untag again", func() (int, error) { return h.Untag(t.Context(), "a", []string{"1"}) }, 0, []string{"b"}},
	}
	for _, step := range steps {
		n, err := step.do()
		if got := h.feed("1").Tags; n != step.n || err != nil || !slices.Equal(got, step.after) {
			t.Errorf("%s: %d, %v; tags %q", step.name, n, err, got)
		}
	}
	_, err := h.Tag(t.Context(), "c", []string{"1", "nobody"})
	expect(t, err, `no feed fits "nobody"`, "gemsub list shows what you subscribe to")
	if got := h.feed("1").Tags; !slices.Equal(got, []string{"b"}) {
		t.Errorf("tags %q", got)
	}
}

func TestSetInterval(t *testing.T) {
	t.Parallel()
	h := newReader(t)
	twoDays, none := 2*day, time.Duration(0)
	was := h.Interval(h.feed("1"))
	set, err := h.Set(t.Context(), []string{"1"}, model.Settings{Interval: &twoDays})
	if err != nil || len(set) != 1 || h.Interval(set[0]) != twoDays || h.feed("1").Interval != twoDays {
		t.Errorf("%+v, %v", set, err)
	}
	if next := h.feed("1").NextCheckAt.Sub(h.now()); next < 8*twoDays/10 || next > 9*twoDays/10 {
		t.Errorf("due in %v", next)
	}
	if _, err = h.Set(t.Context(), []string{"1"}, model.Settings{Interval: &none}); err != nil || h.Interval(h.feed("1")) != was {
		t.Errorf("%v, %v; want %v", h.Interval(h.feed("1")), err, was)
	}
	if h.feed("2").Interval != 0 {
		t.Error("another feed was set too")
	}
}

func TestSetURL(t *testing.T) {
	t.Parallel()
	h := newReader(t)
	h.serve("gemini://c.example/new/", "# Garden\n=> beans.gmi 2026-03-10 Beans\n=> worms.gmi 2026-03-09 Worms\n")
	set, err := h.Set(t.Context(), []string{"1"}, model.Settings{URL: h.url("gemini://c.example/new/")})
	if err != nil || len(set) != 1 || set[0].URL != "gemini://c.example/new/" {
		t.Errorf("%+v, %v", set, err)
	}
	if s := h.feed("1"); s.URL != "gemini://c.example/new/" || s.State != model.StateNew {
		t.Errorf("got %+v", s)
	}
	checked := h.checked(app.UpdateOptions{}) // due at once
	if len(checked) != 1 || joined(checked[0].Changes.New) != "Beans" {
		t.Errorf("got %+v", checked)
	}
	_, err = h.Set(t.Context(), []string{"1"}, model.Settings{URL: h.url("gemini://b.example/")})
	if _, ok := errors.AsType[*store.TakenError](err); !ok {
		t.Errorf("got %v", err)
	}
	expect(t, err, "already subscribed: 2 Shed <gemini://b.example/>", "gemsub remove 2")
	if _, err := h.Set(t.Context(), []string{"nobody"}, model.Settings{}); err == nil {
		t.Error("nobody was set")
	}
}

func TestFeedOrders(t *testing.T) {
	t.Parallel()
	h := newReader(t)
	if _, err := h.MarkUnread(t.Context(), app.EntryQuery{Feeds: []string{"1"}}, false); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Set(t.Context(), []string{"1"}, model.Settings{Title: new("zinnias")}); err != nil {
		t.Fatal(err)
	}
	for order, want := range map[app.FeedOrder]string{"": "1 2", "number": "1 2", "title": "2 1", "unread": "2 1", "newest": "1 2", "failures": "1 2"} {
		subs, err := h.Feeds(t.Context(), app.FeedQuery{Order: order})
		if err != nil || len(subs) != 2 {
			t.Fatalf("%s: %v, %v", order, subs, err)
		}
		if got := map[int64]string{1: "1 2", 2: "2 1"}[subs[0].ID]; got != want {
			t.Errorf("by %s: %s, want %s", order, got, want)
		}
	}
}

// Feeds with the same name are told apart by their hosts, or by their URLs if they share a host.
func TestDistinctNames(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.subscribe(page, "Log", "A")
	h.subscribe("gemini://b.example/~me/", "Log", "B")
	h.subscribe("gemini://b.example/~you/", "Log", "C")
	h.subscribe("gemini://c.example/", "Garden", "D")
	names, err := h.DistinctNames(t.Context())
	if err != nil || len(names) != 3 || names[1] != "Log (a.example)" || names[2] != "Log (b.example/~me/)" || names[3] != "Log (b.example/~you/)" {
		t.Errorf("%v, %v", names, err)
	}
}

func TestCheckTag(t *testing.T) {
	t.Parallel()
	h := newReader(t)
	for _, tag := range []string{"", "home"} {
		if err := h.CheckTag(t.Context(), tag); err != nil {
			t.Errorf("%q: %v", tag, err)
		}
	}
	expect(t, h.CheckTag(t.Context(), "away"), "no feed is tagged away", "gemsub tag list shows the tags that feeds have")
}

func TestReads(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	check := func(wantSubscribed, wantRead bool) {
		t.Helper()
		if subscribed, read, err := h.Reads(t.Context()); subscribed != wantSubscribed || read != wantRead || err != nil {
			t.Errorf("%v, %v, %v", subscribed, read, err)
		}
	}
	check(false, false)
	list, err := app.ReadList("urls", []byte(page), "urls")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Import(t.Context(), list, nil); err != nil {
		t.Fatal(err)
	}
	check(true, false)
	h.reply(page, 51, "not found")
	if checks := h.checked(app.UpdateOptions{}); len(checks) != 1 || checks[0].Err == nil {
		t.Fatalf("%+v", checks)
	}
	check(true, false) // a failed check has read nothing
	h.subscribe("gemini://b.example/", "Shed", "Roof")
	check(true, true)
}
