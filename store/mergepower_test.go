package store

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gemsub/internal/model"
)

// What a merged database lists is never asked for, whatever it says of the feed, until
// the page itself brings it.
func TestMergeWantsNoPosts(t *testing.T) {
	t.Parallel()
	path := hostileDatabase(t, `UPDATE subscription SET posts = 'all', first_unread = NULL;`+hostileEntry+
		`(1, 'gemini://a.example/app?delete=yes', 'Two', '', 0, 0, 0, 0)`)
	s := newStore(t)
	mergeFile(t, s, path)
	if got := wanted(t, s, start); len(got) > 0 {
		t.Errorf("wanted: %q", got)
	}
	check(t, s, 1, at("gemini://a.example/", "new"))
	if got, want := wanted(t, s, start.Add(day)), []string{"new"}; !cmp.Equal(got, want) {
		t.Errorf("after a check %q is wanted, not %q", got, want)
	}
}

// An import pauses feeds whose folder and that of an identity lie in each other: the
// posts listed there would be asked for with it.
func TestImportBesideIdentity(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]int{
		"gemini://a.example/":                   1,
		"gemini://a.example/nothing-here.gmi":   1,
		"gemini://a.example/people/log.gmi":     1,
		"gemini://a.example/people/me":          1,
		"gemini://a.example/people/me/x/log":    1,
		"gemini://a.example/people/ann/log.gmi": 0,
		"gemini://a.example/people/men/log.gmi": 0,
		"gemini://a.example:1966/":              0,
		"gemini://b.example/":                   0,
	} {
		s := newStore(t)
		did(t, "add identity", true)(s.AddIdentity(t.Context(), Identity{Name: "me", Certificate: []byte("C"), Key: []byte("K")}))
		did(t, "use identity", true)(s.UseIdentity(t.Context(), IdentityUse{Authority: "a.example:1965", Path: "/people/me/", Name: "me"}))
		_, paused, err := s.Subscribe(t.Context(), []NewSubscription{{URL: url}}, isPrivate)
		if err != nil || len(paused.Feeds) != want {
			t.Errorf("%s: %v paused, %v; want %d", url, paused, err, want)
		}
	}
}

// A regular expression of somebody else's is never run: it can take seconds a title.
func TestMergeMutes(t *testing.T) {
	t.Parallel()
	path := hostileDatabase(t, `INSERT INTO mute (pattern, subscription_id, tag, added_at) VALUES
		('/(a?){1000}(a?){1000}q/', NULL, '', 0), ('/x+/', NULL, '', 0), ('/x', NULL, '', 0)`)
	s := newStore(t)
	mute(t, s, Mute{Pattern: "/x+/"}) // which is here
	done := mergeFile(t, s, path)
	want := Merged{
		Feeds: 1, Entries: 1, Mutes: []string{"/x"},
		LeftOut: []model.LeftOut{{Reason: "mute by a regular expression", Count: 1}},
	}
	if diff := cmp.Diff(want, done); diff != "" {
		t.Errorf("done (-want +got):\n%s", diff)
	}
}

// Another database brings as many entries and tags of a feed, and mutes, as a page, a list and
// a person.
func TestMergeManyRows(t *testing.T) {
	t.Parallel()
	rows := func(n int) string { return strings.Replace(thousand, "1000", fmt.Sprint(n), 1) }
	path := hostileDatabase(t, rows(1000)+`INSERT INTO tag SELECT 1, PRINTF('t%04d', i) FROM n;
		`+rows(maxMergedEntries+2)+strings.TrimSuffix(hostileEntry, "VALUES ")+`SELECT 1, 'gemini://a.example/' || i, '', '', 0, 0, 0, 1 FROM n;
		`+rows(maxMutes+3)+`INSERT INTO mute (pattern, tag, added_at) SELECT 'm' || i, '', 0 FROM n`)
	s := newStore(t)
	mute(t, s, Mute{Pattern: "m2"})
	done := mergeFile(t, s, path)
	want := []model.LeftOut{
		{Reason: "row of tag that is damaged or beyond a limit", Count: 967},
		{Reason: "row of entry that is damaged or beyond a limit", Count: 2},
		{Reason: "row of mute that is damaged or beyond a limit", Count: 2},
	}
	if diff := cmp.Diff(want, done.LeftOut); diff != "" {
		t.Errorf("left out (-want +got):\n%s", diff)
	}
	tags := subscriptions(t, s, SubscriptionFilter{})[0].Tags
	if len(tags) != 32 || tags[31] != "t0033" || done.Tags != 32 || done.Entries != maxMergedEntries || len(done.Mutes) != maxMutes-1 {
		t.Errorf("%d tags, %d counted, %d entries, %d mutes", len(tags), done.Tags, done.Entries, len(done.Mutes))
	}
}

// Nothing that was read or pruned elsewhere hides what its author writes later.
func TestMergeDatedAhead(t *testing.T) {
	t.Parallel()
	const ahead int64 = 253402300799
	path := hostileDatabase(t, fmt.Sprintf(`UPDATE subscription SET pruned_until = %d;`, ahead)+hostileEntry+fmt.Sprintf(`(1, 'gemini://a.example/4', '4', '', %d, 0, 0, 0)`, ahead))
	s := newStore(t)
	done := mergeFile(t, s, path)
	if diff := cmp.Diff(Merged{Feeds: 1, Entries: 2}, done); diff != "" {
		t.Errorf("done (-want +got):\n%s", diff)
	}
	if four := entries(t, s, EntryFilter{})[0]; !four.Updated.Equal(start) {
		t.Errorf("%s is dated %v", four.Title, four.Updated)
	}
	f := at("gemini://a.example/", "4", "3")
	for i := range f.Entries {
		f.Entries[i].Updated = start.Add(time.Hour)
	}
	changes := check(t, s, 1, f)
	if got := strings.Join(titles(changes.New), " "); got != "4 3" {
		t.Errorf("new: %s", got)
	}
}
