package store

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gemsub/feed"
)

// releasedDatabase makes a database with the schema of a release, and runs a script.
func releasedDatabase(t *testing.T, path string, version int, script string) {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("testdata/schema-%03d.sql", version))
	fine(t)(nil, err)
	runScript(t, path, fmt.Sprintf(`%s;
		PRAGMA application_id = %d; PRAGMA user_version = %d; PRAGMA journal_mode = wal;`, text, applicationID, version)+script)
}

// runScript runs a script on a database whose schema may call functions of gemsub.
func runScript(t *testing.T, path, script string) {
	t.Helper()
	db := pool(path, writing, 1)
	defer db.Close()
	_, err := db.ExecContext(t.Context(), script)
	fine(t)(nil, err)
}

// oldDatabase makes a database as 0.2.0 would, with pageURL read once and its
// entry A marked as read.
func oldDatabase(t *testing.T, path string) {
	t.Helper()
	releasedDatabase(t, path, secondRelease, fmt.Sprintf(`
		INSERT INTO subscription (url, title, feed_title, format, state, ignore_robots, added_at, checked_at, digest, read_url)
			VALUES ('%[1]s', '', 'A log', 'gemtext', 'ok', 0, %[2]d, %[2]d, 'abc', '%[1]s');
		INSERT INTO entry (subscription_id, ref, title, author, updated, rank, first_seen, unread)
			VALUES (1, '%[1]sa.gmi', 'A', '', %[3]d, 0, %[2]d, 0), (1, '%[1]sb.gmi', 'B', '', %[4]d, 0, %[2]d, 1);
		INSERT INTO entry_text (docid, title, text) SELECT id, title, '' FROM entry;`,
		pageURL, start.Unix(), noon.Add(day).Unix(), noon.Add(2*day).Unix()))
}

// A migrated database keeps all its rows, and its page brings no new entry.
func TestMigratedDatabase(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "gemsub.db")
	oldDatabase(t, path)
	s := open(t, path)
	got := check(t, s, 1, page(post("b.gmi", 2, "B"), post("a.gmi", 1, "A")))
	if diff := cmp.Diff(Changes{SubscriptionID: 1}, got); diff != "" {
		t.Errorf("changes by the page that was read before (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"B"}, titles(entries(t, s, EntryFilter{UnreadOnly: true}))); diff != "" {
		t.Errorf("unread (-want +got):\n%s", diff)
	}
	checkWords(t, s, "migration")
}

// A migrated database with many feeds keeps every mark, and no page brings a new entry.
func TestManyMigratedFeeds(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "gemsub.db")
	oldDatabase(t, path)
	runScript(t, path, fmt.Sprintf(`
		WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
		INSERT INTO subscription (id, url, title, format, state, ignore_robots, added_at, checked_at, read_url)
			SELECT i, 'gemini://host' || i || '.example/log/', '', 'gemtext', 'ok', 0, %[1]d, %[1]d, 'gemini://host' || i || '.example/log/' FROM n;
		WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
		INSERT INTO entry (subscription_id, ref, title, author, updated, rank, first_seen, unread, starred)
			SELECT s.id, s.url || i || '.gmi', 'Post ' || i, '', %[2]d + 86400 * i, 0, %[1]d, (s.id + i) %% 3 = 0, (s.id + i) %% 7 = 0
			FROM subscription s, n WHERE s.id > 1`,
		start.Unix(), noon.Unix()))
	s := open(t, path)
	got := map[string]bool{}
	for _, e := range entries(t, s, EntryFilter{}) {
		got[fmt.Sprintf("%d %s %t %t", e.SubscriptionID, e.Title, e.Unread, e.Starred)] = true
	}
	for id := 2; id <= 300; id++ {
		f := &feed.Feed{Title: "A log", Updated: noon}
		for i := range 20 {
			if want := fmt.Sprintf("%d Post %d %t %t", id, i, (id+i)%3 == 0, (id+i)%7 == 0); !got[want] {
				t.Fatalf("there is no %s", want)
			}
			url := fmt.Sprintf("gemini://host%d.example/log/%d.gmi", id, i)
			f.Entries = append(f.Entries, feed.Entry{ID: url, Link: url, Title: fmt.Sprintf("Post %d", i), Updated: noon.Add(time.Duration(i) * day)})
		}
		if changes := check(t, s, int64(id), f); len(changes.New) > 0 {
			t.Fatalf("new in feed %d: %q", id, titles(changes.New))
		}
	}
}

// Tags of feeds and of mutes that differ only by case become one tag.
func TestMigratedTags(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "gemsub.db")
	oldDatabase(t, path)
	makeSQLite(t, path, `
		INSERT INTO tag (subscription_id, tag) VALUES (1, 'Friends'), (1, 'friends'), (1, 'ДРУЗЬЯ'), (1, 'x');
		INSERT INTO mute (pattern, tag, added_at) VALUES ('a', 'Friends', 0), ('a', 'FRIENDS', 0), ('b', '', 0)`)
	s := open(t, path)
	for _, tag := range []string{"FRIENDS", "Друзья", "X"} {
		if list := subscriptions(t, s, SubscriptionFilter{Tag: tag}); len(list) != 1 {
			t.Errorf("%d feeds are tagged %s", len(list), tag)
		}
	}
	want := []string{"friends", "x", "друзья"}
	if diff := cmp.Diff(want, subscriptions(t, s, SubscriptionFilter{})[0].Tags); diff != "" {
		t.Errorf("tags (-want +got):\n%s", diff)
	}
	mutes, err := s.Mutes(t.Context())
	if err != nil || len(mutes) != 2 || mutes[0].Tag != "friends" || mutes[1].Tag != "" {
		t.Errorf("mutes are %+v, %v", mutes, err)
	}
}

// A migration first copies the database, and keeps only this copy.
func TestMigrationKeepsCopy(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "gemsub.db")
	oldDatabase(t, path)
	for _, name := range []string{"gemsub.db.before-8", "gemsub.db.before-noon", "other.db.before-8"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := open(t, path)
	if err := s.Set(t.Context(), map[int64]time.Time{1: {}}, Settings{Title: new("Another name")}); err != nil {
		t.Fatal(err)
	}
	s.Close()
	open(t, path).Close() // nothing to migrate any more

	name := fmt.Sprintf("gemsub.db.before-%d", schemaVersion)
	want := []string{"gemsub.db", name, "gemsub.db.before-noon", "other.db.before-8"}
	if diff := cmp.Diff(want, fileNames(t, dir)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Mode() != 0o600 {
		t.Errorf("mode %v, error %v, want 0600", info.Mode(), err)
	}
	db, version, err := identify(t.Context(), pool(filepath.Join(dir, name), immutable, 1))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if version != secondRelease {
		t.Errorf("the copy has schema %d, want %d", version, secondRelease)
	}
	if again := open(t, filepath.Join(dir, name)); subscriptions(t, again, SubscriptionFilter{})[0].Name() != "A log" {
		t.Error("the copy has what was changed after the migration")
	}
}

// If the copy cannot be made, the database is not migrated.
func TestNoMigrationWithoutCopy(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "gemsub.db")
	oldDatabase(t, path)
	if err := os.MkdirAll(fmt.Sprintf("%s.before-%d/x", path, schemaVersion), 0o700); err != nil {
		t.Fatal(err)
	}
	_, err := Open(t.Context(), path, clock)
	if want := fmt.Sprintf("open database %s: keep a copy of schema %d: ", path, secondRelease); err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("error %v, want it to begin with %q", err, want)
	}
	db, version, err := identify(t.Context(), pool(path, viewing, 1))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if version != secondRelease {
		t.Errorf("the schema is %d, want %d as before", version, secondRelease)
	}
}
