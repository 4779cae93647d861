package store

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"gemsub/internal/address"
	"gemsub/internal/model"
)

// The posts of entries from a merged database are not fetched, whatever the database says of the
// feed, until the page itself lists them as new.
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

// An import pauses a feed if its folder contains the folder of an identity, or lies in it: the
// posts listed there would be requested with the identity.
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
		did(t, "use identity", true)(s.UseIdentity(t.Context(), IdentityUse{Scope: address.Scope{Authority: "a.example:1965", Path: "/people/me/"}, Name: "me"}))
		_, paused, err := s.Subscribe(t.Context(), []Subscription{{URL: url}}, isPrivate)
		if err != nil || len(paused) != want {
			t.Errorf("%s: %v paused, %v; want %d", url, paused, err, want)
		}
	}
}

// A new feed gets the settings of the other database, within the limits for a person; a known feed
// keeps its own.
func TestMergeSettings(t *testing.T) {
	t.Parallel()
	path := hostileDatabase(t, `
		UPDATE subscription SET title = 'A', feed_title = 'Log', posts = 'new', interval = 7200, format = 'headings', format_chosen = 1, pruned_until = 5;
		INSERT INTO subscription (id, url, title, format, format_chosen, state, ignore_robots, added_at, interval, first_unread, pruned_until) VALUES
			(2, 'gemini://b.example/', '', '', 1, 'ok', 0, 0, -5, 3, 253402300799),
			(3, 'gemini://c.example/', 'C', 'atom', 7, 'ok', 0, 0, 2592001, NULL, NULL),
			(4, 'gemini://here.example/', 'Theirs', 'links', 1, 'ok', 0, 0, 7200, NULL, 5),
			(5, 'gemini://unnamed.example/', 'Theirs', 'links', 1, 'ok', 0, 0, 7200, NULL, 5);
		INSERT INTO tag VALUES (1, 'Garden'), (1, ' ')`)
	s := newStore(t)
	commit(t, s, Check{Subscription: &Subscription{URL: "gemini://here.example/", Title: "Mine"}}, Check{Subscription: &Subscription{URL: "gemini://unnamed.example/"}})
	mergeFile(t, s, path)
	got := texts(t, s.db, `
		SELECT url || ' ' || title || ' ' || feed_title || ' ' || posts || ' ' || interval || ' ' || format || format_chosen
			|| ' ' || COALESCE(first_unread, '-') || ' ' || read_url || ' ' || COALESCE(pruned_until, '-') || ' ' || COALESCE(tag, '')
		FROM subscription LEFT JOIN tag ON subscription_id = id ORDER BY url`)
	want := []string{
		"gemini://a.example/ A Log new 7200 headings1 - gemini://a.example/ 5 garden",
		fmt.Sprintf("gemini://b.example/    0 0 3  %d ", start.Unix()),
		"gemini://c.example/ C   2592000 atom1 - gemini://c.example/ - ",
		"gemini://here.example/ Mine   0 0 0  - ",
		"gemini://unnamed.example/ Theirs   0 0 0  - ",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("subscriptions (-want +got):\n%s", diff)
	}
}

// An entry that a person read or starred in the other database counts as marked by a person here.
// An entry that only arrived read there counts so only if the merge makes it read here.
func TestMergeMarked(t *testing.T) {
	t.Parallel()
	path := hostileDatabase(t, `
		UPDATE entry SET unread = 0;
		INSERT INTO entry (subscription_id, ref, link, title, author, updated, rank, first_seen, unread, starred, marked, renewed_at) VALUES
			(1, 'gemini://a.example/2', 'gemini://a.example/2', '', '', 0, 0, 0, 0, 1, 0, NULL),
			(1, 'gemini://a.example/3', NULL, '', '', 0, 0, 0, 0, 0, 1, 5),
			(1, 'gemini://a.example/4', NULL, '', '', 0, 0, 0, 0, 0, 0, 253402300799),
			(1, 'gemini://a.example/5', NULL, '', '', 0, 0, 0, 2, 2, 1, NULL)`)
	s := newStore(t)
	f := at("gemini://a.example/", "1", "2")
	for i := range f.Entries {
		f.Entries[i].Updated = time.Unix(0, 0)
	}
	commit(t, s, Check{Subscription: &Subscription{URL: "gemini://a.example/", Backlog: new(-1)}, CheckedAt: start, State: StateOK, Feed: f})
	mergeFile(t, s, path)
	got := texts(t, s.db, `SELECT url || ' ' || unread || starred || ' ' || marked || ' ' || COALESCE(link, '') || ' ' || COALESCE(renewed_at, '') FROM entry ORDER BY url`)
	want := []string{
		"gemini://a.example/1 00 3  ",
		"gemini://a.example/2 01 7  ",
		"gemini://a.example/3 00 3  5",
		fmt.Sprintf("gemini://a.example/4 00 0  %d", start.Unix()),
		"gemini://a.example/5 11 4  ",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("entries (-want +got):\n%s", diff)
	}
}

// A stored text stays, even if it is not shown because its feed does not own the link. An entry
// that shows the text of another feed gets no text from a merge.
func TestMergeKeepsTexts(t *testing.T) {
	t.Parallel()
	const hostilePost = `INSERT INTO post (entry_id, subscription_id, url, media_type, fetched_at, from_feed, size, cut, text) VALUES `
	path := hostileDatabase(t, hostilePost+`(1, 1, 'gemini://a.example/1', 'text/plain', 0, 1, 5, 0, 'first');`)
	s := newStore(t)
	mergeFile(t, s, path)
	makeSQLite(t, s.path, `UPDATE entry SET own = 0`)
	commit(t, s, Check{Subscription: &Subscription{URL: "gemini://a.example/new", Backlog: new(-1)}, CheckedAt: start, State: StateOK, Feed: at("gemini://a.example/", "1")})
	if _, isShown, err := s.Post(t.Context(), 1); isShown || err != nil {
		t.Fatalf("shown: %v, %v", isShown, err)
	}
	if done := mergeFile(t, s, path); done.Posts != 0 {
		t.Errorf("again: %+v", done)
	}
	savePosts(t, s, model.PostResult{EntryID: 2, Post: &Post{URL: "gemini://a.example/1", MediaType: "text/gemini", FetchedAt: start, Text: "owned"}})
	forged := hostileDatabase(t, `UPDATE subscription SET url = 'gemini://b.example/';`+hostilePost+`(1, 1, 'gemini://a.example/1', 'text/plain', 0, 0, 6, 0, 'forged');`)
	if done := mergeFile(t, s, forged); done.Entries != 1 || done.Posts != 0 {
		t.Errorf("forged: %+v", done)
	}
	if got, want := texts(t, s.db, `SELECT text FROM post ORDER BY entry_id`), []string{"first\n", "owned"}; !cmp.Equal(got, want) {
		t.Errorf("texts %q, want %q", got, want)
	}
}

// A regular expression from another database is never run: it could take seconds for each title.
func TestMergeMutes(t *testing.T) {
	t.Parallel()
	path := hostileDatabase(t, `INSERT INTO mute (pattern, subscription_id, tag, added_at) VALUES
		('/(a?){1000}(a?){1000}q/', NULL, '', 0), ('/x+/', NULL, '', 0), ('/x', NULL, '', 0)`)
	s := newStore(t)
	mute(t, s, Mute{Pattern: "/x+/"}) // which is here
	done := mergeFile(t, s, path)
	want := MergeResult{
		Feeds: 1, Entries: 1, Mutes: []string{"/x"},
		LeftOut: map[string]int{"mute by a regular expression": 1},
	}
	if diff := cmp.Diff(want, done, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("done (-want +got):\n%s", diff)
	}
}

// A merge adds at most as many entries and tags of a feed, and mutes, as pages, lists and persons
// can add.
func TestMergeManyRows(t *testing.T) {
	t.Parallel()
	rows := func(n int) string { return strings.Replace(thousand, "1000", fmt.Sprint(n), 1) }
	path := hostileDatabase(t, rows(1000)+`INSERT INTO tag SELECT 1, PRINTF('t%04d', i) FROM n;
		`+rows(maxMergedEntries+2)+strings.TrimSuffix(hostileEntry, "VALUES ")+`SELECT 1, 'gemini://a.example/' || i, '', '', 0, 0, 0, 1 FROM n;
		`+rows(maxMutes+3)+`INSERT INTO mute (pattern, tag, added_at) SELECT 'm' || i, '', 0 FROM n`)
	s := newStore(t)
	mute(t, s, Mute{Pattern: "m2"})
	done := mergeFile(t, s, path)
	want := map[string]int{
		"row of tag that is damaged or beyond a limit":   967,
		"row of entry that is damaged or beyond a limit": 2,
		"row of mute that is damaged or beyond a limit":  2,
	}
	if diff := cmp.Diff(want, done.LeftOut); diff != "" {
		t.Errorf("left out (-want +got):\n%s", diff)
	}
	tags := subscriptions(t, s, SubscriptionFilter{})[0].Tags
	if len(tags) != 32 || tags[31] != "t0033" || done.Tags != 32 || done.Entries != maxMergedEntries || len(done.Mutes) != maxMutes-1 {
		t.Errorf("%d tags, %d counted, %d entries, %d mutes", len(tags), done.Tags, done.Entries, len(done.Mutes))
	}
}

// No date in a merged database, however late, hides what an author writes afterwards.
func TestMergeDatedAhead(t *testing.T) {
	t.Parallel()
	const ahead int64 = 253402300799
	path := hostileDatabase(t, fmt.Sprintf(`UPDATE subscription SET pruned_until = %d;`, ahead)+hostileEntry+fmt.Sprintf(`(1, 'gemini://a.example/4', '4', '', %d, 0, 0, 0)`, ahead))
	s := newStore(t)
	done := mergeFile(t, s, path)
	if diff := cmp.Diff(MergeResult{Feeds: 1, Entries: 2}, done, cmpopts.EquateEmpty()); diff != "" {
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
