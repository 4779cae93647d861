package app_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"gemsub/internal/app"
	"gemsub/internal/capsule"
)

func TestDiscover(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.serve("gemini://a.example/", "# Home\n=> cats.gmi Cats\n=> gemini://b.example/feed/ A friend's feed\n=> posts/ Posts\n=> empty/feed Feed\n=> / Feed of this\n")
	h.serve("gemini://a.example/posts/", log("Posts", "One", "Two"))
	h.serve("gemini://a.example/empty/feed", "# Nothing yet\n")
	h.serve("gemini://b.example/feed/", log("Friend", "Hello"))
	found, _, err := h.Discover(t.Context(), h.url("gemini://a.example/"))
	if err != nil || len(found) != 2 {
		t.Fatalf("%+v, %v", found, err)
	}
	own, friend := found[0], found[1] // its own come first
	if own.URL != "gemini://a.example/posts/" || own.Title != "Posts" || own.Entries != 2 || own.Format != "gemtext" ||
		!own.Newest.Equal(time.Date(2026, 3, 9, 12, 0, 0, 0, time.UTC)) {
		t.Errorf("got %+v", own)
	}
	if friend.URL != "gemini://b.example/feed/" || friend.Entries != 1 {
		t.Errorf("got %+v", friend)
	}
	if h.host("a.example").Count("/cats.gmi") != 0 || h.host("a.example").Count("/") != 1 {
		t.Error("asked for more than it needs")
	}
	if subs, err := h.Feeds(t.Context(), app.FeedQuery{}); len(subs) != 0 || err != nil {
		t.Errorf("subscribed to %s, %v", names(subs), err)
	}
}

// The page itself is found first. Ten of its links are requested, but none that robots.txt refuses.
func TestDiscoverBounds(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	text := log("Home", "One")
	for i := range 13 {
		path := fmt.Sprintf("/blog%d/feed", i)
		text += "=> " + path + " Feed\n"
		h.serve("gemini://a.example"+path, log("Feed", "X"))
	}
	h.serve("gemini://a.example/", text)
	h.policy(page, "User-agent: *\nDisallow: /blog0/\n")
	found, _, err := h.Discover(t.Context(), h.url("gemini://a.example/"))
	if err != nil || len(found) != 10 || found[0].URL != "gemini://a.example/" || found[1].URL != "gemini://a.example/blog1/feed" {
		t.Errorf("%+v, %v", found, err)
	}
	if n := h.host("a.example").Count("/blog0/feed"); n != 0 {
		t.Errorf("asked %d times for what robots.txt refuses", n)
	}
}

// bubbleHome returns a home without a program, and the capsule a.example, both with the time of
// the test's bubble.
func bubbleHome(t *testing.T) (*home, *capsule.Server) {
	t.Helper()
	s, err := capsule.New(capsule.Options{Now: time.Now, Certificate: capsule.CertOptions{Names: []string{"a.example"}}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return &home{t: t, path: filepath.Join(t.TempDir(), "gemsub.db"), net: capsule.Network{"a.example": s}}, s
}

// Discover takes 90 s at most, however slow the pages are, and returns what it found until then.
func TestDiscoverTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, s := bubbleHome(t)
		h.App = h.open(app.Environment{Now: time.Now, Dial: func(ctx context.Context, network, addr string) (net.Conn, error) {
			time.Sleep(time.Second)
			return h.net.Dial(ctx, network, addr)
		}})
		text := "# Home\n=> /feed/ Feed\n"
		for i := range 11 {
			path := fmt.Sprintf("/slow%d/feed", i)
			text += "=> " + path + " Feed\n"
			s.Reply(path, capsule.Reply{Status: 20, Meta: "text/gemini", End: capsule.Stall})
		}
		s.Page("/feed/", log("Feed", "X"))
		s.Page("/", text)
		began := time.Now()
		found, notices, err := h.Discover(t.Context(), h.url("gemini://a.example/"))
		if took := time.Since(began); took > 91*time.Second || err != nil || len(found) != 1 {
			t.Errorf("after %v: %+v, %v", took, found, err)
		}
		if len(notices) != 1 || notices[0] != "3 of 12 linked pages looked at in 90 seconds" {
			t.Errorf("notices %q", notices)
		}
	})
}

func TestDiscoverFails(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.reply(page, 51, "Not here")
	_, _, err := h.Discover(t.Context(), h.url(page))
	expect(t, err, "51 Not here", "")
	h.away["c.example"] = true
	if _, _, err = h.Discover(t.Context(), h.url("gemini://c.example/")); !errors.Is(err, app.ErrNoNetwork) {
		t.Errorf("got %v", err)
	}
	h.App = h.open(app.Environment{Now: h.now, Dial: func(_ context.Context, network, _ string) (net.Conn, error) {
		return nil, &net.OpError{Op: "dial", Net: network, Err: syscall.ECONNREFUSED}
	}})
	_, _, err = h.Discover(t.Context(), h.url("gemini://hole.example/"))
	expect(t, err, "connection refused", "gemsub discover gopher://hole.example/ asks over Gopher")
}

// The page that a person named is read with a warning although robots.txt refuses it; pages that it
// links to are not.
func TestDiscoverRefused(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.policy(page, "User-agent: *\nDisallow: /\n")
	h.serve("gemini://a.example/feed/", log("Feed", "One"))
	h.serve(page, log("Garden", "Worms")+"=> /feed/ Feed\n")
	found, notices, err := h.Discover(t.Context(), h.url(page))
	if err != nil || len(found) != 1 || found[0].URL != page {
		t.Errorf("%+v, %v", found, err)
	}
	if len(notices) != 2 || !strings.HasPrefix(notices[0], "warning: robots.txt refuses "+page) ||
		!strings.HasPrefix(notices[1], "robots.txt refuses gemini://a.example/feed/") {
		t.Errorf("notices %q", notices)
	}
}

func TestPage(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.serve(page, log("Garden", "Worms"))
	h.policy(page, "User-agent: *\nDisallow: /log\n")
	h.host("b.example").Redirect("/", 30, page)
	p, notices, err := h.Page(t.Context(), h.url("gemini://b.example/"))
	if err != nil || p.URL.String() != page || p.Meta != "text/gemini" || string(p.Body) != log("Garden", "Worms") || !p.Fetched.Equal(h.now()) {
		t.Errorf("%+v, %v", p, err)
	}
	if len(notices) != 1 || !strings.HasPrefix(notices[0], "warning: robots.txt refuses "+page) || !strings.HasSuffix(notices[0], "gemsub update would not read it") {
		t.Errorf("notices %q", notices)
	}
}

func TestPageCut(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.host("a.example").Reply("/log/", capsule.Reply{Status: 20, Meta: "text/gemini", Body: "# Half", End: capsule.Truncate})
	p, notices, err := h.Page(t.Context(), h.url(page))
	if err != nil || string(p.Body) != "# Half" || len(notices) != 1 || !strings.Contains(notices[0], "close_notify") {
		t.Errorf("%+v, %q, %v", p, notices, err)
	}
}

func isNoHost(err error) bool { return hint(err) == "neither a host nor a file of that name was found" }

func TestPageFails(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.serve(page, "# Garden\n")
	if _, _, err := h.Page(t.Context(), h.url("gemini://nowhere.example/")); !isNoHost(err) {
		t.Errorf("got %v", err)
	}
	_, _, err := h.Page(t.Context(), h.url("gemini://a.example/none"))
	if isNoHost(err) {
		t.Errorf("got %v", err)
	}
	expect(t, err, "51", "")
	if _, _, err := h.Page(t.Context(), h.url(page)); err != nil { // its key is known now
		t.Error(err)
	}
	a := h.host("a.example")
	if err := a.NewCertificate(capsule.CertOptions{Names: []string{"a.example"}}); err != nil {
		t.Fatal(err)
	}
	_, _, err = h.Page(t.Context(), h.url(page))
	expect(t, err, a.Fingerprint(), "gemsub trust accept a.example:1965 "+a.Fingerprint()[:8]+", once its owner confirms it")
}
