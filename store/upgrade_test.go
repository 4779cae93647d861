package store

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gemsub/feed"
)

// formerTinylog is a page whose dates 0.2.0 read without their zones, or not at all.
const formerTinylog = `# Log
## 2026-01-30 23:30 UTC-3
Four.
## 2026-01-29 14:30 UTC+2
Three.
## Thu, 22 Jan 2026, 08:00
### author: @x
Two.
## 2026-01-15
One.
`

// A tinylog that 0.2.0 read now has other entries. None of them is reported, except a message that
// is written later.
func TestUpgradeOfHeadings(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "gemsub.db")
	script := fmt.Sprintf(`
		INSERT INTO subscription (url, title, feed_title, format, state, ignore_robots, added_at, checked_at, digest, read_url)
			VALUES ('%s', '', 'Log', 'headings', 'ok', 0, %[2]d, %[2]d, '0123456789abcdef-0123456789abcdef', '%[1]s');`, pageURL, start.Unix())
	for id, e := range []struct{ key, title, updated string }{
		{"Thu,%2022%20Jan%202026,%2008:00", "Thu, 22 Jan 2026, 08:00", ""},
		{"author:%20@x", "author: @x", ""},
		{"2026-01-15", "One.", "2026-01-15T12:00:00Z"},
		{"2026-01-29T14:30:00Z", "UTC+2", "2026-01-29T14:30:00Z"},
		{"2026-01-30T23:30:00Z", "UTC-3", "2026-01-30T23:30:00Z"},
	} {
		updated, err := time.Parse(time.RFC3339, e.updated)
		if err != nil {
			updated = noon.Add(-60 * day)
		}
		script += fmt.Sprintf(`
			INSERT INTO entry (id, subscription_id, ref, title, author, updated, rank, first_seen, unread, starred, own)
			VALUES (%d, 1, '%s#%s', '%s', '', %d, 0, %d, 0, 0, 23);`, id+1, pageURL, e.key, e.title, updated.Unix(), noon.Add(-30*day).Unix())
	}
	releasedDatabase(t, path, secondRelease, script)
	s := open(t, path)
	read := func(body string) Changes {
		t.Helper()
		f, err := feed.Read(feed.Page{URL: parseURL(t, pageURL), Body: []byte(body), Fetched: start})
		fine(t)(nil, err)
		return commit(t, s, Check{Subscription: byID(1), CheckedAt: start, State: StateOK, Feed: f, Digest: feed.ReaderVersion + ".a-b"})[0]
	}
	if got := read(formerTinylog); got.Added != 3 || len(got.New) != 0 {
		t.Errorf("added %d, new %q, want 3 that are read", got.Added, titles(got.New))
	}
	if got := read("## 2026-01-14\nLate.\n" + formerTinylog); !cmp.Equal(titles(got.New), []string{"Late."}) {
		t.Errorf("then %q is new", titles(got.New))
	}
}

// If a new version of the reader reads a page for the first time, only entries that are newer than
// all known ones are reported.
func TestUpgrade(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name          string
		format        feed.Format
		before, after string // digests
		want          []string
	}{
		{"of dated links", feed.Gemtext, "a-b", feed.ReaderVersion + ".a-b", []string{"newer", "half a day newer"}},
		{"of headings", feed.Headings, "a-b", feed.ReaderVersion + ".a-b", []string{"newer"}},
		{"of a page that was cut", feed.Gemtext, "a-b", "", []string{"newer", "half a day newer"}},
		{"none", feed.Gemtext, feed.ReaderVersion + ".a-b", feed.ReaderVersion + ".c-d", []string{"newer", "half a day newer", "b", "older", "undated"}},
	} {
		s := newStore(t)
		f := page(post("a", 3, "a"), post("b", 2, "b"), post("c", 1, "c"))
		f.Format = tt.format
		id := commit(t, s, Check{Subscription: &Subscription{URL: pageURL}, CheckedAt: start, State: StateOK, Feed: f, Digest: tt.before})[0].SubscriptionID
		half := post("half", 3, "half a day newer")
		half.Updated = half.Updated.Add(12 * time.Hour)
		undated := post("undated", 0, "undated")
		undated.Updated = time.Time{}
		f = page(post("newer", 5, "newer"), half, post("a", 3, "a"), post("b", 3, "b"), post("c", 1, "c"), post("older", 0, "older"), undated)
		f.Format = tt.format
		got := commit(t, s, Check{Subscription: byID(id), CheckedAt: start.Add(6 * day), State: StateOK, Feed: f, Digest: tt.after})[0]
		want := map[string]bool{}
		for _, title := range tt.want {
			want[title] = true
		}
		for _, title := range titles(got.New) {
			if !want[title] {
				t.Errorf("%s: %q is new", tt.name, title)
			}
			delete(want, title)
		}
		if len(want) > 0 {
			t.Errorf("%s: %v are not new", tt.name, want)
		}
	}
}
