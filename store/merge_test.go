package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"gemsub/internal/model"
)

// merge adds what a backup of from has to s.
func merge(t *testing.T, s, from *Store) MergeResult {
	t.Helper()
	return mergeFile(t, s, backupFile(t, from))
}

func backupFile(t *testing.T, s *Store) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "from.db")
	if err := s.Backup(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	return path
}

func mergeFile(t *testing.T, s *Store, path string) MergeResult {
	t.Helper()
	done, err := s.Merge(t.Context(), path, nil, isPrivate)
	if err != nil {
		t.Fatal(err)
	}
	return done
}

// An empty database gets all that the other has, except identities, keys and mail. Merging
// again, or back, changes nothing.
func TestMerge(t *testing.T) {
	t.Parallel()
	s, other := fullStore(t), newStore(t)
	done := merge(t, other, s)
	if diff := cmp.Diff(MergeResult{Feeds: 3, Entries: 4, Posts: 1, Tags: 3, Mutes: []string{"xx"}}, done, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("done (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(said(t, s), said(t, other)); diff != "" {
		t.Errorf("entries (-there +here):\n%s", diff)
	}
	for _, columns := range []string{
		`SELECT ref || ' ' || page || ' ' || own || ' ' || rank || ' ' || starred || ' ' || marked FROM entry ORDER BY ref`,
		`SELECT url || ' ' || media_type || ' ' || fetched_at || ' ' || from_feed || other_author || ' ' || size || ' ' || cut || joins FROM post`,
	} {
		if diff := cmp.Diff(texts(t, s.db, columns), texts(t, other.db, columns)); diff != "" {
			t.Errorf("rows (-there +here):\n%s", diff)
		}
	}
	for i, sub := range subscriptions(t, other, SubscriptionFilter{}) {
		want := subscriptions(t, s, SubscriptionFilter{})[i]
		if sub.URL != want.URL || sub.Name() != want.Name() || sub.Interval != want.Interval || !cmp.Equal(sub.Tags, want.Tags) {
			t.Errorf("feed %d is %+v, want %+v", i, sub, want)
		}
	}
	if p, kept, err := other.Post(t.Context(), 1); !kept || err != nil || p.Text != "# A\n\n\tsafe\n" {
		t.Errorf("post %+v, %v", p, err)
	}
	if got := search(t, other, "safe", EntryFilter{}); got != "1a" {
		t.Errorf("search finds %q", got)
	}
	for table, want := range map[string]string{"identity": "0", "authority": "0"} {
		if got := texts(t, other.db, `SELECT COUNT(*) FROM `+table); got[0] != want {
			t.Errorf("%s rows in %s, want %s", got[0], table, want)
		}
	}
	checkWords(t, other, "merge")
	for name, again := range map[string]MergeResult{"again": merge(t, other, s), "back": merge(t, s, other)} {
		if diff := cmp.Diff(MergeResult{}, again, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	// What was pruned there stays away; what its page says is read anew.
	if c := check(t, other, 2, at("gemini://two.example/", "2c", "2b", "2a")); len(c.New) > 0 {
		t.Errorf("new: %q", titles(c.New))
	}
}

// Entries that are here stay. An entry that is read or starred in either database becomes so here,
// unless it became unread since. A post that is here stays.
func TestMergeIntoOther(t *testing.T) {
	t.Parallel()
	fetched := func(text string, at time.Time) *Post {
		p := aPost(text)
		p.FetchedAt = at
		return p
	}
	from := newStore(t)
	f := page(post("c.gmi", 3, "C"), post("b.gmi", 2, "B"), post("a.gmi", 1, "A"))
	subscribe(t, from, f)
	fine(t)(nil, from.Set(t.Context(), map[int64]time.Time{1: {}}, Settings{Title: new("Theirs"), Tag: []string{"theirs"}}))
	fine(t)(from.SetUnread(t.Context(), EntryFilter{IDs: []Range{{1, 2}}}, false))
	fine(t)(from.SetStarred(t.Context(), EntryFilter{IDs: []Range{{2, 2}}}, true))
	savePosts(t, from, model.PostResult{EntryID: 1, Post: fetched("later a\n", start)}, model.PostResult{EntryID: 2, Post: fetched("earlier b\n", noon)},
		model.PostResult{EntryID: 3, Post: fetched("c\n", start)})

	s := newStore(t)
	commit(t, s, Check{Subscription: &Subscription{URL: "gemini://own.example/", Backlog: new(-1)}, Feed: at("gemini://own.example/", "own")})
	subscribe(t, s, page(post("b.gmi", 2, "Bee"), post("a.gmi", 5, "A")))
	fine(t)(nil, s.Set(t.Context(), map[int64]time.Time{2: {}}, Settings{Tag: []string{"mine"}}))
	savePosts(t, s, model.PostResult{EntryID: 2, Post: fetched("earlier a\n", noon)}, model.PostResult{EntryID: 3, Post: fetched("later b\n", start)})

	if diff := cmp.Diff(MergeResult{Entries: 1, Posts: 1, Tags: 1, Read: 1, Starred: 1}, merge(t, s, from), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("done (-want +got):\n%s", diff)
	}
	sub := subscriptions(t, s, SubscriptionFilter{})[1]
	if diff := cmp.Diff([]string{"mine", "theirs"}, sub.Tags); diff != "" || sub.Title != "Theirs" {
		t.Errorf("title %q, tags (-want +got):\n%s", sub.Title, diff)
	}
	var got []string
	for _, e := range entries(t, s, EntryFilter{Subscriptions: []int64{2}}) {
		p, _, err := s.Post(t.Context(), e.ID)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, fmt.Sprintf("%s %t %t %s", e.Title, e.Unread, e.Starred, strings.TrimSpace(p.Text)))
	}
	want := []string{"A true false earlier a", "C true false c", "Bee false true later b"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("entries with marks and posts (-want +got):\n%s", diff)
	}
}

// A text that was read before its feed moved keeps its author: links to that author's pages
// are none to others.
func TestMergeLinks(t *testing.T) {
	t.Parallel()
	from, s := newStore(t), newStore(t)
	subscribe(t, from, page(post("a.gmi", 1, "A"), post("b.gmi", 2, "B")))
	p := aPost("=> gemini://old.example/b.gmi Mine\n=> gemini://else.example/ Theirs\n")
	p.URL = "gemini://old.example/a.gmi"
	savePosts(t, from, model.PostResult{EntryID: 1, Post: p}, model.PostResult{EntryID: 2, Post: aPost("=> gemini://else.example/b Theirs\n")})
	merge(t, s, from)
	const links = `SELECT entry_id || ' ' || page FROM post_link ORDER BY 1`
	if diff := cmp.Diff(texts(t, from.db, links), texts(t, s.db, links)); diff != "" {
		t.Errorf("links (-there +here):\n%s", diff)
	}
}

// An entry that was pruned here comes back. A feed that ignores robots.txt in the other database
// is paused.
func TestMergeDecidesNothing(t *testing.T) {
	t.Parallel()
	from := newStore(t)
	subscribe(t, from, page(post("b.gmi", 2, "B"), post("a.gmi", 1, "A")))
	commit(t, from, Check{Subscription: &Subscription{URL: "gemini://deaf.example/", IgnoreRobots: true}})
	s := newStore(t)
	subscribe(t, s, page(post("a.gmi", 1, "A")))
	fine(t)(s.SetUnread(t.Context(), EntryFilter{}, false))
	prune(t, s, EntryFilter{})
	want := MergeResult{Feeds: 1, Entries: 2, Paused: model.PausedFeeds{2: {"ignoring robots.txt"}}}
	if diff := cmp.Diff(want, merge(t, s, from), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("done (-want +got):\n%s", diff)
	}
	if until := prunedUntil(t, s, 1); until != "2026-03-02 12:00:00" {
		t.Errorf("the feed is pruned until %s here", until)
	}
	if deaf := subscriptions(t, s, SubscriptionFilter{})[1]; deaf.State != StatePaused || !deaf.IgnoreRobots {
		t.Errorf("got %+v", deaf)
	}
}

// A database of an earlier release is merged, and not changed.
func TestMergeEarlierRelease(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "old.db")
	oldDatabase(t, path)
	makeSQLite(t, path, `INSERT INTO tag VALUES (1, 'Friends'); PRAGMA journal_mode = delete`)
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s := newStore(t)
	if diff := cmp.Diff(MergeResult{Feeds: 1, Entries: 2, Tags: 1}, mergeFile(t, s, path), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("done (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"B"}, titles(entries(t, s, EntryFilter{UnreadOnly: true}))); diff != "" {
		t.Errorf("unread (-want +got):\n%s", diff)
	}
	if c := check(t, s, 1, page(post("b.gmi", 2, "B"), post("a.gmi", 1, "A"))); len(c.New) > 0 {
		t.Errorf("new: %q", titles(c.New))
	}
	if after, err := os.ReadFile(path); err != nil || string(after) != string(before) {
		t.Errorf("the file was changed, %v", err)
	}
	if diff := cmp.Diff([]string{"old.db"}, fileNames(t, filepath.Dir(path))); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}

// If a database cannot be merged, the error is one line and nothing is stored.
func TestMergeRefuses(t *testing.T) {
	t.Parallel()
	s := fullStore(t)
	before := snapshotOf(t, s)
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	whole, err := os.ReadFile(backupFile(t, s))
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{"text": []byte("# A page\n"), "cut": whole[:len(whole)/2], "empty": nil} {
		if err := os.WriteFile(file(name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	makeSQLite(t, file("songs"), `CREATE TABLE song (title TEXT)`)
	for version, name := range map[int]string{schemaVersion + 1: "newer", 14: "between"} {
		makeSQLite(t, file(name), fmt.Sprintf(`PRAGMA application_id = %d; PRAGMA user_version = %d`, applicationID, version))
	}
	for name, want := range map[string]string{
		"none":    "open database PATH: no such file or directory",
		"text":    "PATH is not a gemsub database",
		"empty":   "PATH is not a gemsub database",
		"songs":   "PATH is not a gemsub database",
		"cut":     "open database PATH: database disk image is malformed",
		"newer":   fmt.Sprintf("database PATH was written by a newer gemsub (schema %d, this one knows %d)", schemaVersion+1, schemaVersion),
		"between": "database PATH was written by an unreleased gemsub (schema 14)",
	} {
		_, err := s.Merge(t.Context(), file(name), nil, isPrivate)
		if err == nil || strings.ReplaceAll(err.Error(), file(name), "PATH") != want {
			t.Errorf("%s: error %v, want %s", name, err, want)
		}
	}
	if _, err := s.Merge(t.Context(), s.path, nil, isPrivate); err == nil || !strings.HasSuffix(err.Error(), "this is the database itself") {
		t.Errorf("itself: %v", err)
	}
	if diff := cmp.Diff(before, snapshotOf(t, s)); diff != "" {
		t.Errorf("something was stored (-before +after):\n%s", diff)
	}
}

// If something stops a merge, each feed is there whole or not at all, and the same merge
// adds the rest.
func TestMergeStopped(t *testing.T) {
	t.Parallel()
	from := newStore(t)
	threeSubscriptions(t, from)
	path := backupFile(t, from)
	s := newStore(t)
	makeSQLite(t, s.path, `CREATE TRIGGER broken BEFORE INSERT ON entry WHEN NEW.ref GLOB 'gemini://two*' BEGIN SELECT RAISE(ABORT, 'broken'); END`)
	done, err := s.Merge(t.Context(), path, nil, isPrivate)
	if err == nil || done.Feeds != 1 || done.Entries == 0 {
		t.Fatalf("%+v, %v", done, err)
	}
	if subs := subscriptions(t, s, SubscriptionFilter{}); len(subs) != 1 || subs[0].Entries != done.Entries {
		t.Errorf("stored: %+v", subs)
	}
	makeSQLite(t, s.path, `DROP TRIGGER broken`)
	if rest := mergeFile(t, s, path); rest.Feeds != 2 {
		t.Errorf("the rest: %+v", rest)
	}
	if diff := cmp.Diff(said(t, from), said(t, s)); diff != "" {
		t.Errorf("entries (-there +here):\n%s", diff)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Merge(ctx, path, nil, isPrivate); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
