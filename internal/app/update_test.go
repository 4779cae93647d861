package app_test

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"testing"

	"gemsub/internal/app"
	"gemsub/internal/capsule"
	"gemsub/internal/model"
	"gemsub/store"
)

// one returns the only result.
func one(t *testing.T, all []model.CheckResult) model.CheckResult {
	t.Helper()
	if len(all) != 1 {
		t.Fatalf("%d checks: %+v", len(all), all)
	}
	return all[0]
}

func TestUpdate(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.subscribe(page, "Garden", "Worms")
	if all := h.checked(app.UpdateOptions{}); len(all) > 0 {
		t.Errorf("checked too early: %+v", all)
	}
	h.serve(page, log("Garden", "Peas", "Beans", "Worms"))
	h.sleep(2 * day)
	c := one(t, h.checked(app.UpdateOptions{}))
	if c.Err != nil || c.Failed || c.IsNews || c.Waits() || c.Recovered() || c.MovedTo != "" || joined(c.Changes.New) != "Peas, Beans" ||
		c.Subscription.ID != 1 || c.Subscription.Name() != "Garden" {
		t.Errorf("got %+v", c)
	}
	if s := h.feed("1"); !s.CheckedAt.Equal(h.now()) || s.State != model.StateOK || s.Entries != 3 || s.Unread != 3 {
		t.Errorf("kept %+v", s)
	}
	if c := one(t, h.checked(app.UpdateOptions{Force: true})); c.Err != nil || len(c.Changes.New) > 0 {
		t.Errorf("unchanged: %+v", c)
	}
}

// The options choose the feeds of a run. If none is due, the run says when the next one is.
func TestUpdateWhat(t *testing.T) {
	t.Parallel()
	h := newReader(t)
	h.subscribe("gemini://gone.example/", "Gone", "X")
	h.reply("gemini://gone.example/", 52, "")
	h.checked(app.UpdateOptions{Feeds: []string{"Gone"}})
	for _, test := range []struct {
		name       string
		o          app.UpdateOptions
		feeds      int
		subscribed bool
		due        bool // NextDue is set
	}{
		{"nothing due", app.UpdateOptions{}, 0, true, true},
		{"all that is not gone", app.UpdateOptions{Force: true}, 2, true, false},
		{"a tag", app.UpdateOptions{Force: true, Tag: "home"}, 1, true, false},
		{"a tag, nothing due", app.UpdateOptions{Tag: "home"}, 0, true, true},
		{"a tag of nobody", app.UpdateOptions{Force: true, Tag: "x"}, 0, false, false},
		{"named", app.UpdateOptions{Feeds: []string{"1", "Gone"}}, 2, true, false},
	} {
		run, err := h.Update(t.Context(), test.o)
		if err != nil {
			t.Fatal(err)
		}
		if run.Feeds != test.feeds || run.Subscribed != test.subscribed || run.NextDue.After(h.now()) != test.due {
			t.Errorf("%s: %+v", test.name, run)
		}
		if test.due && run.NextDue.After(h.feed("2").NextCheckAt) {
			t.Errorf("%s: due at %v, feed 2 at %v", test.name, run.NextDue, h.feed("2").NextCheckAt)
		}
		run.Close()
	}
	_, err := h.update(app.UpdateOptions{Feeds: []string{"1", "nobody"}})
	expect(t, err, `no feed fits "nobody"`, "gemsub list shows what you subscribe to")
	if _, err := h.update(app.UpdateOptions{}); err != nil { // the failed one let go of the lock
		t.Error(err)
	}
}

// Failures are news when they begin and when they change, and each says what to
// try.
func TestUpdateFails(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name        string
		fail        func(h *home)
		state       model.State
		text, hint  string
		waits, well bool
	}{
		{"not found", func(h *home) { h.reply(page, 51, "Not here") }, model.StateFailing, "51 Not here", "gemsub set 1 --url URL if the page lives elsewhere, gemsub remove 1 if it is gone", false, false},
		{"gone", func(h *home) { h.reply(page, 52, "") }, model.StateGone, "52", "gemsub remove 1", false, false},
		{"input", func(h *home) { h.reply(page, 10, "Name?") }, model.StatePaused, "asks for input (10): Name?", "gemsub set 1 --url 'gemini://a.example/log/?ANSWER' sends an answer", false, false},
		{
			"certificate", func(h *home) { h.reply(page, 60, "") }, model.StatePaused, "60",
			"gemsub identity use NAME 1 shows a certificate, gemsub identity new NAME makes one", false, false,
		},
		{"certificate elsewhere", func(h *home) {
			h.reply("gemini://b.example/x", 60, "")
			h.host("a.example").Redirect("/log/", 30, "gemini://b.example/x")
		}, model.StatePaused, "60", "gemsub set 1 --url gemini://b.example/x asks there at once, and may show an identity", false, false},
		{
			"refused", func(h *home) { h.policy(page, "User-agent: gemsub\nDisallow: /log\n") }, model.StateRefused,
			`"Disallow: /log" for "User-agent: gemsub"`, "gemsub set 1 --ignore-robots reads it anyway, if its owner allows that", false, false,
		},
		{"moved to another's", func(h *home) {
			h.subscribe("gemini://b.example/", "Other", "X")
			h.host("a.example").Redirect("/log/", 31, "gemini://b.example/")
		}, model.StateMoved, "which you already added", "gemsub remove 1, or gemsub set 1 --url URL if it lives elsewhere", false, false},
		{"slow down", func(h *home) { h.reply(page, 44, "60") }, model.StateOK, "asks to slow down (44) for 1 minute", "", true, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			h := newHome(t)
			h.subscribe(page, "Garden", "Worms")
			test.fail(h)
			h.sleep(2 * day)
			c := one(t, h.checked(app.UpdateOptions{Feeds: []string{"1"}}))
			expect(t, c.Err, test.text, test.hint)
			if c.Waits() != test.waits || c.Failed == test.well || c.IsNews == test.well {
				t.Errorf("got %+v", c)
			}
			if !strings.Contains(fmt.Sprint(c.Err), "Garden") && !strings.Contains(fmt.Sprint(c.Err), "a.example") {
				t.Errorf("%v: of whom?", c.Err)
			}
			if s := h.feed("1"); s.State != test.state || s.Entries != 1 {
				t.Errorf("kept %+v", s)
			}
			if c := one(t, h.checked(app.UpdateOptions{Feeds: []string{"1"}})); c.Err == nil || c.IsNews {
				t.Errorf("again: %+v", c)
			}
		})
	}
}

func TestUpdateRecovers(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.subscribe(page, "Garden", "Worms")
	h.reply(page, 51, "")
	for range 2 {
		h.checked(app.UpdateOptions{Force: true})
	}
	if s := h.feed("1"); s.Failures != 2 || s.LastErrorKind == "" || s.LastError == "" {
		t.Errorf("kept %+v", s)
	}
	h.serve(page, log("Garden", "Peas", "Worms"))
	c := one(t, h.checked(app.UpdateOptions{Force: true}))
	if !c.Recovered() || c.Subscription.Failures != 2 || joined(c.Changes.New) != "Peas" {
		t.Errorf("got %+v", c)
	}
	if s := h.feed("1"); s.Failures != 0 || s.LastErrorKind != "" || s.LastError != "" {
		t.Errorf("kept %+v", s)
	}
}

func TestUpdateMoves(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.subscribe(page, "Garden", "Worms")
	const there = "gemini://b.example/garden/"
	h.serve(there, "# Garden\n=> peas.gmi 2026-03-10 Peas\n=> worms.gmi 2026-03-09 Worms\n")
	h.host("a.example").Redirect("/log/", 31, there)
	c := one(t, h.checked(app.UpdateOptions{Force: true}))
	if c.MovedTo != there || c.Subscription.URL != page || joined(c.Changes.New) != "Peas" {
		t.Errorf("got %+v", c)
	}
	if s := h.feed("1"); s.URL != there || s.OldURL != page || !s.MovedAt.Equal(h.now()) {
		t.Errorf("kept %+v", s)
	}
}

// Another key is refused, and the error names both, until it is accepted. The capsule's other feeds
// fail too; feeds of other capsules do not.
func TestUpdateOtherKey(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.subscribe(page, "Garden", "Worms")
	h.subscribe("gemini://b.example/", "Other", "X")
	a := h.host("a.example")
	old := a.Fingerprint()
	if err := a.NewCertificate(capsule.CertOptions{Names: []string{"a.example"}}); err != nil {
		t.Fatal(err)
	}
	for _, c := range h.checked(app.UpdateOptions{Force: true}) {
		if c.Subscription.ID != 1 {
			if c.Err != nil {
				t.Errorf("the other feed: %v", c.Err)
			}
			continue
		}
		expect(t, c.Err, old, "gemsub trust accept a.example:1965 "+a.Fingerprint()[:8]+", once its owner confirms it")
	}
}

// A feed that was public is not read at a private address, until the user sets its URL again.
func TestUpdateBecamePrivate(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	s, err := capsule.Start(capsule.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	s.Page("/", log("Local", "Worms"))
	private := false
	env := h.environment()
	env.Dial = s.Dial
	env.Private = func(netip.AddrPort) bool { return private }
	h.App = h.open(env)
	h.add(s.URL("/"))
	private = true
	c := one(t, h.checked(app.UpdateOptions{Force: true}))
	expect(t, c.Err, "private address", "gemsub set 1 --url "+s.URL("/")+" reads it there, if the capsule is meant to be there")
	if _, err := h.Set(t.Context(), []string{"1"}, model.Settings{URL: h.url(s.URL("/"))}); err != nil {
		t.Fatal(err)
	}
	if c := one(t, h.checked(app.UpdateOptions{})); c.Err != nil || h.feed("1").Reach != model.ReachLocal {
		t.Errorf("got %+v", c)
	}
}

// There is one update at a time: a second one fails and says so.
func TestUpdateLocks(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	run, err := h.Update(t.Context(), app.UpdateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	other := h.open(h.environment())
	if _, err := other.Update(t.Context(), app.UpdateOptions{}); !errors.Is(err, store.ErrUpdateRunning) {
		t.Errorf("got %v", err)
	}
	if err := run.Close(); err != nil {
		t.Error(err)
	}
	again, err := other.Update(t.Context(), app.UpdateOptions{Wait: true})
	if err != nil {
		t.Fatal(err)
	}
	again.Close()
}

// If neither of two capsules is reached, the network is down, and no feed has failed. One that
// is alone in a run has.
func TestUpdateWithoutNetwork(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.subscribe(page, "Garden", "Worms")
	h.subscribe("gemini://b.example/", "Well", "X")
	h.away["a.example"], h.away["b.example"] = true, true
	if all, err := h.update(app.UpdateOptions{Force: true}); !errors.Is(err, app.ErrNoNetwork) || len(all) > 0 {
		t.Errorf("%+v, %v", all, err)
	}
	if s := h.feed("1"); s.State != model.StateOK || s.Failures != 0 {
		t.Errorf("blamed: %+v", s)
	}
	all := h.checked(app.UpdateOptions{Feeds: []string{"1"}})
	if len(all) != 1 || h.feed("1").State != model.StateFailing || h.feed("2").State != model.StateOK {
		t.Errorf("got %+v", all)
	}
}

// A page without entries does not change the format by which its feed is read.
func TestUpdateEmptyPage(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	const empty, headings = "# Garden\n", "# Garden\n## 2026-03-09\nPeas.\n## 2026-03-08\nWorms.\n"
	h.serve(page, empty)
	list, err := app.ReadList("urls", []byte(page), "urls")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Import(t.Context(), list, nil); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct{ body, format string }{
		{"# Garden, soon\n", "auto"},
		{headings, "headings"},
		{empty, "headings"},
		{"=> beans.gmi 2026-03-10 Beans\n" + headings, "headings"},
	} {
		h.serve(page, step.body)
		h.sleep(2 * day)
		if c := one(t, h.checked(app.UpdateOptions{})); c.Err != nil || h.feed("1").Format != step.format {
			t.Errorf("%q: format %q, want %q (%v)", step.body, h.feed("1").Format, step.format, c.Err)
		}
	}
}

// An interrupted run keeps what it has yielded.
func TestUpdateInterrupted(t *testing.T) {
	t.Parallel()
	h := newReader(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	run, err := h.Update(t.Context(), app.UpdateOptions{Force: true})
	if err != nil {
		t.Fatal(err)
	}
	run.Close()
	if _, err := h.Update(ctx, app.UpdateOptions{Force: true}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	run, err = h.Update(t.Context(), app.UpdateOptions{Force: true})
	if err != nil {
		t.Fatal(err)
	}
	defer run.Close()
	for step, err := range run.Steps(t.Context()) {
		if err != nil || !h.feed(fmt.Sprint(step.Check.Subscription.ID)).CheckedAt.Equal(h.now()) {
			t.Errorf("yielded before it was stored: %+v, %v", step, err)
		}
		break
	}
}

// Capsules that nobody reads any more are forgotten, with their keys. One with a
// subscription is not, though it is never asked, nor is its robots.txt, however long.
func TestUpdateForgets(t *testing.T) {
	t.Parallel()
	h := newReader(t)
	h.policy("gemini://gone.example/", "User-agent: *\nDisallow: /x\n"+strings.Repeat("# a long robots.txt\n", 300))
	h.subscribe("gemini://gone.example/", "Gone", "X")
	h.reply("gemini://gone.example/", 52, "") // it is asked no more, but not removed
	if _, err := h.Remove(t.Context(), []string{"1"}); err != nil {
		t.Fatal(err)
	}
	for range 5 { // the clock may be wrong after a longer leap
		h.checked(app.UpdateOptions{Force: true})
		h.sleep(31 * day)
	}
	keys, err := h.PinnedKeys(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var kept []string
	for _, k := range keys {
		kept = append(kept, k.Authority)
	}
	if !slices.Equal(kept, []string{"b.example:1965", "gone.example:1965"}) {
		t.Errorf("keys of %q are kept", kept)
	}
	h.reply("gemini://gone.example/robots.txt", 41, "")
	if answer, err := h.Robots(t.Context(), h.url("gemini://gone.example/x")); err != nil || answer.Decision.Allowed {
		t.Errorf("its robots.txt was forgotten: %+v, %v", answer, err)
	}
}
