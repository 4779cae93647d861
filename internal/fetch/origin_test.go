package fetch_test

import (
	"context"
	"net/url"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gemsub/internal/capsule"
	"gemsub/internal/fetch"
)

// What a link leads to is asked without a query, but on the page's own authority, and
// without an identity, but below its folder; never with both.
func TestLinksOfAPage(t *testing.T) {
	t.Parallel()
	s, c := start(t, capsule.Options{})
	for _, path := range []string{"/", "/x", "/robots.txt"} {
		s.Page(path, "# A\n")
	}
	me := newIdentity(t, "me", today, fetch.Endless)
	c.Identity = func(context.Context, *url.URL) (*fetch.Identity, error) { return me, nil }
	page, err := c.Get(t.Context(), parse(t, "a.example"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(fetch.Origin{Home: "a.example:1965", Folder: "gemini://a.example/"}, page.Origin); diff != "" {
		t.Errorf("origin (-want +got):\n%s", diff)
	}
	ctx := fetch.LedBy(t.Context(), page.Origin)
	for link, shown := range map[string]string{"a.example/x": "me", "a.example/x?q": "", "b.example/x": ""} {
		resp, err := c.Get(ctx, parse(t, link), nil)
		if err != nil || resp.Identity != shown {
			t.Errorf("%s: identity %q, error %v", link, resp.Identity, err)
		}
	}
	before := len(s.Requests())
	_, err = c.Get(ctx, parse(t, "b.example/x?q"), nil)
	if want := "bad URL gemini://b.example/x?q: it has a query for another capsule"; text(err) != want {
		t.Errorf("got %q, want %q", text(err), want)
	}
	if len(s.Requests()) != before {
		t.Error("it was asked for")
	}
}

// Robots.txt of a hop is asked for by the same context, so what holds for the
// hop holds for it.
func TestOriginReachesTheAsker(t *testing.T) {
	t.Parallel()
	s, c := start(t, capsule.Options{})
	me := newIdentity(t, "me", today, fetch.Endless)
	c.Identity = func(context.Context, *url.URL) (*fetch.Identity, error) { return me, nil }
	s.Redirect("/log", 30, "gemini://b.example/other")
	var shown []string
	_, err := c.Get(t.Context(), parse(t, "a.example/log"), func(ctx context.Context, u *url.URL) (time.Duration, error) {
		resp, err := c.Get(ctx, u.JoinPath("../robots.txt"), nil)
		if err == nil {
			shown = append(shown, u.Host+" "+resp.Identity)
		}
		return 0, err
	})
	if diff := cmp.Diff([]string{"a.example me", "b.example "}, shown); err != nil || diff != "" {
		t.Errorf("error %v, shown (-want +got):\n%s", err, diff)
	}
}
