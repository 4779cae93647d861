package app_test

import (
	"context"
	"fmt"
	"net/netip"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"gemsub/internal/app"
	"gemsub/internal/capsule"
	"gemsub/internal/model"
)

// A village is forty capsules on one public address, each with one gemlog, one of them
// with a Crawl-delay.
type village struct {
	*home
	names []string
}

const (
	slowCapsule = "c0.example"
	crawlDelay  = 30 * time.Second
)

func newVillage(t *testing.T) *village {
	t.Helper()
	v := &village{home: &home{t: t, path: filepath.Join(t.TempDir(), "gemsub.db"), net: capsule.Network{}}}
	v.App = v.open(app.Environment{
		Now: time.Now, Dial: v.net.Dial,
		Resolve: func(context.Context, string) (netip.Addr, bool) { return netip.MustParseAddr("1.2.3.4"), true },
	})
	for i := range 40 {
		name := fmt.Sprintf("c%d.example", i)
		s, err := capsule.New(capsule.Options{Now: time.Now, Certificate: capsule.CertOptions{Names: []string{name}}})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Close)
		v.net[name], v.names = s, append(v.names, name)
		s.Page("/", "# Log\n")
	}
	v.policy("gemini://"+slowCapsule+"/", "User-agent: *\nCrawl-delay: 30\n")
	return v
}

// write gives a capsule this number of posts.
func (v *village) write(name string, posts int) {
	text := "# Log\n"
	for i := range posts {
		text += fmt.Sprintf("=> %d.gmi %s Post %d\n", i, time.Now().Add(-time.Duration(i)*day).Format(time.DateOnly), i)
		v.net[name].Page(fmt.Sprintf("/%d.gmi", i), "A post.\n")
	}
	v.net[name].Page("/", text)
}

// requests returns the requests to some capsules since a time, in order.
func (v *village) requests(since time.Time, names ...string) (all []time.Time) {
	for _, name := range names {
		for _, r := range v.net[name].Requests() {
			if !r.At.Before(since) {
				all = append(all, r.At)
			}
		}
	}
	slices.SortFunc(all, time.Time.Compare)
	return all
}

// checkGaps fails if some requests after the first ones follow another too soon.
func (v *village) checkGaps(what string, all []time.Time, first int, gap time.Duration) {
	v.t.Helper()
	for i := max(first, 1); i < len(all); i++ {
		if got := all[i].Sub(all[i-1]); got < gap {
			v.t.Errorf("%s: request %d comes %v after the one before, not %v", what, i+1, got, gap)
			return
		}
	}
}

// Over five daily updates all posts of capsules that share an address arrive, as slowly
// as the burst rule and a Crawl-delay ask for.
func TestPostsOverDays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v := newVillage(t)
		wanted := app.AddOptions{Wanted: model.Settings{Backlog: new(-1), Interval: new(hour), Format: new("gemtext")}}
		for _, name := range v.names {
			wanted.URLs = append(wanted.URLs, "gemini://"+name+"/")
		}
		collect(t, v.Add(t.Context(), wanted))
		time.Sleep(day)
		for _, name := range v.names {
			v.write(name, 1)
		}
		v.write(slowCapsule, 4)
		told := 0
		for run := range 5 {
			begun := time.Now()
			told += v.updated(app.UpdateOptions{})
			v.checkGaps("one address", v.requests(begun, v.names[1:]...), 10, 4*time.Second)
			v.checkGaps("Crawl-delay", v.requests(begun, slowCapsule), 0, crawlDelay)
			t.Logf("update %d took %v; then %d posts are kept", run+1, time.Since(begun), v.posts())
			time.Sleep(day - time.Since(begun))
		}
		if got, want := v.posts(), 39+4; got != want || told != want {
			t.Errorf("%d posts of %d are kept, and %d were told", got, want, told)
		}
	})
}

// posts returns how many posts are kept in all.
func (v *village) posts() (n int) {
	v.t.Helper()
	feeds, err := v.Feeds(v.t.Context(), app.FeedQuery{})
	if err != nil {
		v.t.Fatal(err)
	}
	for _, s := range feeds {
		n += s.KeptPosts
	}
	return n
}
