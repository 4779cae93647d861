package store

import (
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gemsub/feed"
)

// formerLinks are references on pageURL, the ids that earlier versions gave their
// entries, and the canonical ones.
var formerLinks = []struct{ ref, former, id string }{
	{"gemini://Пример.рф/п", "gemini://%D0%9F%D1%80%D0%B8%D0%BC%D0%B5%D1%80.%D1%80%D1%84/%D0%BF", "gemini://xn--e1afmkfd.xn--p1ai/%D0%BF"},
	{"//host", "gemini://host", "gemini://host/"},
	{"/a?b|c", "gemini://example.org/a?b|c", "gemini://example.org/a?b%7Cc"},
	{"GEMINI://EXAMPLE.org:1965/p", "gemini://EXAMPLE.org:1965/p", "gemini://example.org/p"},
	{"x?é#y", "gemini://example.org/log/x?é#y", "gemini://example.org/log/x?%C3%A9#y"},
	{"same.gmi", "gemini://example.org/log/same.gmi", "gemini://example.org/log/same.gmi"},
}

// readFormer reads the page of formerLinks at a URL.
func readFormer(t *testing.T, at string) *feed.Feed {
	t.Helper()
	u, err := url.Parse(at)
	if err != nil {
		t.Fatal(err)
	}
	var doc strings.Builder
	for i, l := range formerLinks {
		doc.WriteString("=> " + l.ref + " " + noon.Add(-time.Duration(i)*day).Format(time.DateOnly) + " " + l.ref + "\n")
	}
	f, err := feed.Read(feed.Page{URL: u, Meta: "text/gemini", Body: []byte(doc.String()), Fetched: start})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// Entries keep their identity and marks when a migration makes their links canonical.
func TestFormerIDs(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "gemsub.db")
	oldDatabase(t, path)
	var rows strings.Builder
	for _, l := range formerLinks {
		fmt.Fprintf(&rows, `
			INSERT INTO entry (subscription_id, ref, title, author, updated, rank, first_seen, unread)
			VALUES (1, '%s', '%[2]s', '', %[3]d, 0, %[3]d, 0);`, l.former, l.ref, noon.Unix())
	}
	fmt.Fprintf(&rows, `
		INSERT INTO pruned (subscription_id, ref, updated) VALUES (1, X'00', %d);`, noon.Add(-90*day).Unix())
	makeSQLite(t, path, rows.String())
	s := open(t, path)
	f := readFormer(t, pageURL)
	pruned := feed.Entry{ID: "gemini://host.example/", Link: "gemini://host.example/", Title: "pruned", Updated: noon.Add(-90 * day)}
	f.Entries = append(f.Entries, pruned)
	if got := check(t, s, 1, f); got.Added != 0 || len(got.New) != 0 {
		t.Errorf("added %d, new %q", got.Added, titles(got.New))
	}
	for _, l := range formerLinks {
		if list := entries(t, s, EntryFilter{URLs: []string{l.id}}); len(list) != 1 || list[0].Unread {
			t.Errorf("%s: %+v", l.id, list)
		}
	}
}

// A migrated database of 0.2.0 keeps what it knows: pruned entries stay away, entries that the
// page listed before a move are known, and spellings of one link become one entry with all marks.
func TestDatabaseOfSecondRelease(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "gemsub.db")
	var script strings.Builder
	entry := func(id int, ref, link string, unread, starred, own int) {
		fmt.Fprintf(&script, `
			INSERT INTO entry (id, subscription_id, ref, link, title, author, updated, rank, first_seen, unread, starred, own)
			VALUES (%d, 1, '%s', %s, 'x', '', %d, 0, %d, %d, %d, %d);`, id, ref, link, noon.Add(-time.Duration(min(id, 3))*day).Unix(), start.Unix(), unread, starred, own)
	}
	fmt.Fprintf(&script, `
		INSERT INTO subscription (url, title, feed_title, format, state, ignore_robots, added_at, checked_at, digest, read_url)
			VALUES ('%s', '', 'A log', 'gemtext', 'ok', 0, %[2]d, %[2]d, 'abc', '%[1]s');`, pageURL, start.Unix())
	entry(1, pageURL+"a", "NULL", 0, 0, 23)
	entry(2, pageURL+"left", "NULL", 0, 1, -1)
	entry(3, pageURL+"caf%c3%a9", "NULL", 0, 0, 23)
	entry(4, pageURL+"caf%C3%A9", "NULL", 1, 1, 23)
	entry(5, "urn:x", "'"+pageURL+"%c3%9f'", 0, 0, 23)
	fmt.Fprintf(&script, `
		INSERT INTO pruned (subscription_id, ref, updated) VALUES (1, X'00', %d);
		INSERT INTO entry_text (docid, title, text) SELECT id, title, '' FROM entry;`,
		noon.Add(-40*day).Unix())
	releasedDatabase(t, path, secondRelease, script.String())
	s := open(t, path)
	if list := texts(t, s.db, `SELECT id || ' ' || unread || starred || ' ' || ref || ' ' || url FROM entry WHERE id > 2 ORDER BY id`); len(list) != 2 ||
		!strings.HasSuffix(list[0], " 01 "+pageURL+"caf%C3%A9 "+pageURL+"caf%C3%A9") || list[1] != "5 00 urn:x "+pageURL+"%C3%9F" {
		t.Errorf("entries %q", list)
	}
	f := at(pageURL, "a", "left", "caf%C3%A9", "pruned")
	for i := range f.Entries {
		f.Entries[i].Updated = noon.Add(-time.Duration(i+1) * day)
	}
	f.Entries[3].Updated = noon.Add(-40 * day)
	got := check(t, s, 1, f)
	if got.Added != 0 || len(got.New) != 0 {
		t.Errorf("added %d, new %q", got.Added, titles(got.New))
	}
	checkWords(t, s, "the migration")
}
