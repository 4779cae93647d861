package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"gemsub/feed"
	"gemsub/internal/model"
	"gemsub/internal/render"
)

// Short names for what many tests need.
type (
	Changes = model.CheckChanges
	Reach   = model.Reach
	Snippet = model.Snippet
)

const (
	ReachLocal   = model.ReachLocal
	ReachPublic  = model.ReachPublic
	StateNew     = model.StateNew
	StateOK      = model.StateOK
	StateFailing = model.StateFailing
	StateRefused = model.StateRefused
	StatePaused  = model.StatePaused
	StateGone    = model.StateGone
	StateMoved   = model.StateMoved
)

const (
	pageURL = "gemini://example.org/log/"
	day     = 24 * time.Hour
)

// noon is the date of the helpers' entries, start when tests begin.
var (
	noon  = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	start = time.Date(2026, 3, 10, 6, 30, 0, 0, time.UTC)
)

func clock() time.Time { return start }

func open(t testing.TB, path string) *Store {
	t.Helper()
	s, err := Open(t.Context(), path, clock)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// newStore opens a copy of a new database, since making one takes three times as long.
func newStore(t testing.TB) *Store {
	t.Helper()
	path := filepath.Join(t.TempDir(), "gemsub.db")
	template, err := newDatabase()
	if err == nil {
		err = os.WriteFile(path, template, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return open(t, path)
}

// newDatabase returns the bytes of a new database.
var newDatabase = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "gemsub-store")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "gemsub.db")
	s, err := Open(context.Background(), path, clock)
	if err != nil {
		return nil, err
	}
	if err := s.Close(); err != nil { // which empties the log
		return nil, err
	}
	return os.ReadFile(path)
})

// post makes an entry of pageURL, days after noon.
func post(name string, days int, title string) feed.Entry {
	url := pageURL + name
	return feed.Entry{ID: url, Link: url, Title: title, Updated: noon.Add(time.Duration(days) * day)}
}

// page makes the feed of pageURL.
func page(entries ...feed.Entry) *feed.Feed {
	return &feed.Feed{ID: pageURL, Title: "A log", Updated: noon, Entries: entries}
}

// bigPage makes a feed at url with n entries, two on a day.
func bigPage(url string, n int) *feed.Feed {
	f := &feed.Feed{ID: url, Title: "The log of " + url, Updated: noon}
	for i := range n {
		id := fmt.Sprintf("%s2026-posts/a-post-of-usual-length-%03d.gmi", url, n-i)
		f.Entries = append(f.Entries, feed.Entry{
			ID: id, Link: id,
			Title:   fmt.Sprintf("What I did, saw and thought on day %d", n-i),
			Updated: noon.Add(-time.Duration(i/2) * day),
		})
	}
	return f
}

// byID stands for a subscription as it is when [complete] is called.
func byID(id int64) *Subscription { return &Subscription{ID: id} }

// complete fills in the fields that the engine always sets.
func complete(t testing.TB, s *Store, checks ...Check) []*Check {
	t.Helper()
	var all []*Check
	for i := range checks {
		c := &checks[i]
		if subs := subscriptions(t, s, SubscriptionFilter{IDs: []int64{c.Subscription.ID}}); c.Subscription.URL == "" && len(subs) > 0 {
			c.Subscription = &subs[0]
		}
		if c.CheckedAt.IsZero() {
			c.CheckedAt = clock()
		}
		c.State = cmp.Or(c.State, StateNew)
		all = append(all, c)
	}
	return all
}

// isTaken reports whether a check was not stored because its page moved to a taken URL.
func isTaken(c Changes) bool {
	_, ok := errors.AsType[*model.TakenURLError](c.NotStored)
	return ok
}

// commit stores checks, and returns what each changed.
// withLinks returns b with the links and headings of its texts, which the callers of a store compute.
func withLinks(b Batch) Batch {
	for _, c := range b.Checks {
		if c.Feed == nil {
			continue
		}
		for _, e := range c.Feed.Entries {
			if e.Content != nil {
				e.Content.Linked = render.Document(model.CarriedPost(e.Link, e.Content, c.CheckedAt)).LinkedPages(e.Link)
			}
		}
	}
	for _, r := range b.Posts {
		if r.Post != nil {
			d := render.Document(*r.Post)
			r.Post.Heading, r.Post.Linked = d.Title(), d.LinkedPages(r.Link)
		}
	}
	return b
}

func commit(t testing.TB, s *Store, checks ...Check) (all []Changes) {
	t.Helper()
	b := Batch{Checks: complete(t, s, checks...)}
	if err := s.Commit(t.Context(), withLinks(b)); err != nil {
		t.Fatal(err)
	}
	for _, c := range b.Checks {
		if c.Changes.NotStored != nil && !isTaken(c.Changes) {
			t.Fatal(c.Changes.NotStored)
		}
		all = append(all, c.Changes)
	}
	return all
}

// subscribe adds pageURL with all entries of f unread and returns its number.
func subscribe(t testing.TB, s *Store, f *feed.Feed) int64 {
	t.Helper()
	return commit(t, s, Check{
		Subscription: &Subscription{URL: pageURL, Backlog: new(-1)},
		CheckedAt:    start, State: StateOK, Feed: f,
	})[0].SubscriptionID
}

// check reads f as the page of subscription id, an hour after the start.
func check(t testing.TB, s *Store, id int64, f *feed.Feed) Changes {
	t.Helper()
	return commit(t, s, Check{
		Subscription: byID(id), CheckedAt: start.Add(time.Hour), State: StateOK, Feed: f,
	})[0]
}

func storeAuthority(t testing.TB, s *Store, a Authority) {
	t.Helper()
	if err := s.Commit(t.Context(), withLinks(Batch{Authorities: []Authority{a}})); err != nil {
		t.Fatal(err)
	}
}

func entries(t testing.TB, s *Store, f EntryFilter) []Entry {
	t.Helper()
	var list []Entry
	for e, err := range s.Entries(t.Context(), f) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, e)
	}
	return list
}

func titles(list []Entry) []string {
	var names []string
	for _, e := range list {
		names = append(names, e.Title)
	}
	return names
}

func subscriptions(t testing.TB, s *Store, f SubscriptionFilter) []Subscription {
	t.Helper()
	list, err := s.Subscriptions(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func markAllRead(t testing.TB, s *Store) {
	t.Helper()
	if _, err := s.SetUnread(t.Context(), EntryFilter{}, false); err != nil {
		t.Fatal(err)
	}
}

// checkWords lets SQLite compare the indexes of words with the texts that they index.
func checkWords(t *testing.T, s *Store, after string) {
	t.Helper()
	for _, index := range []string{"entry_text", "feed_text"} {
		if _, err := s.db.ExecContext(t.Context(), `INSERT INTO `+index+` (`+index+`) VALUES ('integrity-check')`); err != nil {
			t.Errorf("after %s: %s: %v", after, index, err)
		}
	}
}

// isPrivate says that one host has a private address.
func isPrivate(u *url.URL) bool { return u.Hostname() == "10.0.0.1" }

// fine returns a function that fails the test at an error.
func fine(t testing.TB) func(_ any, err error) {
	return func(_ any, err error) {
		t.Helper()
		if err != nil {
			t.Error(err)
		}
	}
}
