package store

import (
	"encoding/binary"
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

// hostileDatabase makes a database with the schema of this version that somebody changed.
func hostileDatabase(t *testing.T, script string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "hostile.db")
	db := pool(path, "_foreign_keys=off&_synchronous=off", 1)
	defer db.Close()
	id := fmt.Sprintf(`PRAGMA application_id = %d; PRAGMA user_version = %d;`, applicationID, schemaVersion)
	for _, part := range []string{schema, id, hostileFeed, script} {
		if _, err := db.ExecContext(t.Context(), part); err != nil {
			t.Fatal(err)
		}
	}
	return path
}

// hostileFeed is a feed with an entry, and hostileRows begins more.
const (
	hostileFeed = `
		INSERT INTO subscription (id, url, title, format, state, ignore_robots, added_at) VALUES (1, 'gemini://a.example/', '', '', 'ok', 0, 0);
		INSERT INTO entry (id, subscription_id, ref, title, author, updated, rank, first_seen, unread)
		VALUES (1, 1, 'gemini://a.example/1', 'One', '', 0, 0, 0, 1);`
	hostileEntry = `INSERT INTO entry (subscription_id, ref, title, author, updated, rank, first_seen, unread) VALUES `
	thousand     = `WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) `
)

// nestedViews returns 14 views, each of which joins the view before four times.
func nestedViews() string {
	script := `CREATE VIEW v0 AS SELECT * FROM tag;`
	for i := range 14 {
		script += fmt.Sprintf(`CREATE VIEW v%[1]d AS SELECT a.tag FROM v%[2]d a, v%[2]d b, v%[2]d c, v%[2]d d;`, i+1, i)
	}
	return script
}

// A database that was made to harm its reader is refused at once, with an error of one line.
func TestMergeHostileSchema(t *testing.T) {
	t.Parallel()
	const notOurs = "open database PATH: its tables are not those of gemsub"
	s := newStore(t)
	for name, tt := range map[string]struct{ script, want string }{
		"view as table": {`DROP TABLE tag;
			CREATE VIEW tag AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT 1 FROM n) SELECT i AS subscription_id, 'x' AS tag FROM n`, notOurs},
		"view that calls itself a table": {
			`DROP TABLE tag; CREATE VIEW tag AS SELECT 1 AS subscription_id, 'x' AS tag;
			PRAGMA writable_schema = on; UPDATE sqlite_schema SET type = 'table', rootpage = 2 WHERE name = 'tag'`,
			"open database PATH: malformed database schema (tag)",
		},
		"virtual table": {`DROP TABLE mute; CREATE VIRTUAL TABLE mute USING fts4 (id, pattern, subscription_id, tag, added_at)`, notOurs},
		"virtual table that calls itself a table": {`DROP TABLE mute; CREATE VIRTUAL TABLE mute USING fts4 (id, pattern, subscription_id, tag, added_at);
			PRAGMA writable_schema = on; UPDATE sqlite_schema SET type = 'table', rootpage = 2 WHERE name = 'mute'`, notOurs},
		"generated column": {`DROP TABLE tag;
			CREATE TABLE tag (subscription_id INTEGER, tag TEXT GENERATED ALWAYS AS (HEX(ZEROBLOB(400000000))));
			INSERT INTO tag (subscription_id) VALUES (1)`, notOurs},
		"no table":  {`DROP TABLE mute`, notOurs},
		"no column": {`ALTER TABLE mute DROP COLUMN added_at`, notOurs},
		"view in place of a table that is there already": {
			`DROP TABLE tag; CREATE VIEW TAG AS SELECT 1 AS subscription_id, 'x' AS tag; PRAGMA writable_schema = on;
			INSERT INTO sqlite_schema VALUES ('table', 'tag', 'tag', 2, 'CREATE TABLE IF NOT EXISTS tag (subscription_id INTEGER, tag TEXT)')`, notOurs,
		},
		"rows larger than the file": {
			`PRAGMA legacy_alter_table = on; CREATE TABLE other AS SELECT * FROM entry;
			ALTER TABLE other DROP COLUMN author;
			` + thousand + `INSERT INTO other (id, subscription_id, ref, title, updated) SELECT i, 1, 'gemini://a.example/' || i, '', 0 FROM n;
			DROP TABLE entry; ALTER TABLE other RENAME TO entry;
			ALTER TABLE entry ADD COLUMN author TEXT NOT NULL DEFAULT '` + strings.Repeat("x", 1<<20) + `'`,
			"open database PATH: read table entry: it has more rows than fit into the file: it is damaged",
		},
	} {
		path := hostileDatabase(t, tt.script)
		begun := time.Now()
		_, err := s.Merge(t.Context(), path, nil, isPrivate)
		if err == nil || strings.ReplaceAll(err.Error(), path, "PATH") != tt.want {
			t.Errorf("%s: error %v, want %s", name, err, tt.want)
		}
		if took := time.Since(begun); took > time.Minute {
			t.Errorf("%s: took %v", name, took)
		}
	}
	if subs := subscriptions(t, s, SubscriptionFilter{}); len(subs) > 0 {
		t.Errorf("stored: %+v", subs)
	}
}

// Tables and columns that a merge does not read are ignored, and rows with values that are too
// large are left out.
func TestMergeUnusedParts(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		script  string
		leftOut int
	}{
		"nested views":  {nestedViews(), 0},
		"virtual table": {`CREATE VIRTUAL TABLE extra USING fts4 (content="tag")`, 0},
		"huge values": {
			hostileEntry + `(1, 'gemini://a.example/2', CAST(ZEROBLOB(9000000) AS TEXT), '', 0, 0, 0, 1);
			UPDATE subscription SET digest = CAST(ZEROBLOB(7000000) AS TEXT);
			INSERT INTO post (entry_id, subscription_id, url, media_type, fetched_at, from_feed, size, cut, text)
				VALUES (1, 1, 'gemini://a.example/1', 'text/plain', 0, 0, 0, 0, CAST(ZEROBLOB(100000000) AS TEXT))`, 2,
		},
	} {
		s := newStore(t)
		if err := os.WriteFile(s.path+".importing", []byte("of a merge that was killed"), 0o600); err != nil {
			t.Fatal(err)
		}
		done := mergeFile(t, s, hostileDatabase(t, tt.script))
		if n := countLeftOut(done); done.Feeds != 1 || done.Entries != 1 || n != tt.leftOut {
			t.Errorf("%s: %+v", name, done)
		}
		if diff := cmp.Diff([]string{"gemsub.db", "gemsub.db-shm", "gemsub.db-wal"}, fileNames(t, filepath.Dir(s.path))); diff != "" {
			t.Errorf("%s: files (-want +got):\n%s", name, diff)
		}
	}
}

func countLeftOut(done MergeResult) (n int) {
	for _, count := range done.LeftOut {
		n += count
	}
	return n
}

// A table whose pages lead to one page again and again has rows without end.
func TestMergeLoopingPages(t *testing.T) {
	t.Parallel()
	path := hostileDatabase(t, thousand+hostileEntry+`(1, 'x', '', '', 0, 0, 0, 1); DELETE FROM entry;
		`+thousand+strings.TrimSuffix(hostileEntry, "VALUES ")+`SELECT 1, 'gemini://a.example/' || i, HEX(ZEROBLOB(300)), '', 0, 0, 0, 1 FROM n`)
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var size, root int
	db := pool(path, viewing, 1)
	err = db.QueryRowContext(t.Context(), `
		SELECT page_size, rootpage FROM pragma_page_size, sqlite_schema WHERE name = 'entry' AND type = 'table'`).Scan(&size, &root)
	if err != nil {
		t.Fatal(err)
	}
	db.Close()
	page := file[(root-1)*size : root*size]
	if page[0] != 5 {
		t.Fatalf("the table's first page is of type %d", page[0])
	}
	cells := int(binary.BigEndian.Uint16(page[3:]))
	for i := range cells { // all children are the root
		at := binary.BigEndian.Uint16(page[12+2*i:])
		binary.BigEndian.PutUint32(page[at:], binary.BigEndian.Uint32(page[binary.BigEndian.Uint16(page[12:]):]))
	}
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	done, err := newStore(t).Merge(t.Context(), path, nil, isPrivate)
	if err == nil && len(done.LeftOut) == 0 {
		t.Errorf("%d children: %+v", cells, done)
	}
}

// Rows of a hostile database do no harm if they are merged; the others are left out and counted.
func TestMergeHostileRows(t *testing.T) {
	t.Parallel()
	path := hostileDatabase(t, `
		CREATE TRIGGER evil AFTER INSERT ON tag BEGIN DELETE FROM subscription; END;
		ALTER TABLE tag ADD COLUMN size GENERATED ALWAYS AS (HEX(ZEROBLOB(400000000)));
		`+hostileEntry+`
			(1, 'gemini://a.example/2', x'1b5b33316d', '', 0, 0, 0, 1),
			(1, 'gemini://a.example/3', 'Three', '', 'soon', 0, 0, 1),
			(1, 'gemini://a.example/4', 'Four', '', 1.5, 0, 0, 1),
			(1, 'gemini://a.example/5', 'Five' || CHAR(27, 0x202e), '', 9223372036854775807, -9223372036854775808, 9223372036854775807, 7),
			(1, 'gemini://a.example/' || HEX(ZEROBLOB(2000)), 'Six', '', 0, 0, 0, 1),
			(1, 'seven', 'Seven', '', 0, 0, 0, 1),
			(9, 'gemini://a.example/8', 'Eight', '', 0, 0, 0, 1);
		INSERT INTO entry (subscription_id, ref, link, title, author, updated, rank, first_seen, unread) VALUES
			(1, '', 'gemini://a.example/', 'Seven', '', 0, 0, 0, 1),
			(1, 'urn:' || HEX(ZEROBLOB(2000)), 'gemini://a.example/9', 'Nine', '', 0, 0, 0, 1),
			(1, 'urn:10', 'gemini://a.example/' || HEX(ZEROBLOB(2000)), 'Ten', '', 0, 0, 0, 1);
		INSERT INTO entry (subscription_id, ref, title, author, updated, published, rank, first_seen, unread)
			VALUES (1, 'gemini://a.example/11', 'Eleven', '', -9223372036854775808, 9223372036854775807, 0, 0, 0);
		INSERT INTO subscription (id, url, title, format, state, ignore_robots, added_at, interval, first_unread, posts) VALUES
			(2, 'https://b.example/', '', '', 'ok', 0, 0, 0, NULL, ''),
			(3, 'GEMINI://C.example', 'C' || CHAR(10), 'bad', 'bad', 0, 0, 9223372036854775807, 9223372036854775807, 'bad');
		INSERT INTO post (entry_id, subscription_id, url, media_type, fetched_at, from_feed, size, cut, text)
			VALUES (1, 1, 'file:///etc/passwd' || CHAR(27), 'text/plain' || CHAR(27), 9223372036854775807, 3, -5, 7, 'a' || CHAR(27) || '[31mb');
		INSERT INTO mute (pattern, subscription_id, tag, added_at) VALUES ('/(/', NULL, '', 0), ('x', 9, '', 0), ('worms', 1, '', 0), ('lost', 2, '', 0), ('later', NULL, '', 9223372036854775807);`)
	s := newStore(t)
	done := mergeFile(t, s, path)
	want := MergeResult{
		Feeds: 2, Entries: 3, Posts: 1, Mutes: []string{"worms", "later"},
		LeftOut: map[string]int{
			"row of entry that is damaged or beyond a limit": 9,
			"row of mute that is damaged or beyond a limit":  1,
			"feed whose URL cannot be requested":             1,
			"mute by a regular expression":                   1,
		},
	}
	if diff := cmp.Diff(want, done, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("done (-want +got):\n%s", diff)
	}
	all := entries(t, s, EntryFilter{})
	five, eleven := all[0], all[len(all)-1]
	if five.Title != "Five\ufffd" || five.Updated != start || five.FirstSeen != start || five.Rank != 0 || !five.Unread {
		t.Errorf("got %+v", five)
	}
	if eleven.Updated.Year() != 0 || eleven.Published.Year() != 9999 {
		t.Errorf("got %+v", eleven)
	}
	p, _, err := s.Post(t.Context(), 1)
	if err != nil || p.Text != "ab\n" || p.URL != "gemini://a.example/1" || p.FetchedAt != start || p.Size != 0 || strings.Contains(p.URL+p.MediaType, "\x1b") {
		t.Errorf("post %+v, %v", p, err)
	}
	if mutes, err := s.Mutes(t.Context()); err != nil || !mutes[0].AddedAt.Equal(time.Unix(0, 0)) || !mutes[1].AddedAt.Equal(start) {
		t.Errorf("mutes %+v, %v", mutes, err)
	}
	c := subscriptions(t, s, SubscriptionFilter{})[1]
	if c.URL != "gemini://c.example/" || c.Title != "C" || c.Format != "" || c.State != StateNew || c.Posts != "" || c.Interval > model.MaxFixedInterval {
		t.Errorf("feed %+v", c)
	}
	if err := s.Integrity(t.Context()); err != nil {
		t.Error(err)
	}
}
