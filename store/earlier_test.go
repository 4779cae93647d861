package store

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gemsub/internal/merge"
)

// A migrated database has the schema, the settings and the setup of the index that a new one has.
func TestMigratedSchema(t *testing.T) {
	t.Parallel()
	made := newStore(t).db
	for _, version := range []int{secondRelease, thirdSchema} {
		path := filepath.Join(t.TempDir(), "gemsub.db")
		releasedDatabase(t, path, version, "")
		migrated := open(t, path).db
		if diff := cmp.Diff(statements(t, made), statements(t, migrated)); diff != "" {
			t.Errorf("schema (-new +migrated from %d):\n%s", version, diff)
		}
		if diff := cmp.Diff(contents(t, made), contents(t, migrated)); diff != "" {
			t.Errorf("numbers of rows and settings (-new +migrated from %d):\n%s", version, diff)
		}
	}
}

// statements returns the statements that make the tables, indexes and triggers of a database,
// without those of SQLite itself.
func statements(t *testing.T, db *sql.DB) []string {
	t.Helper()
	return texts(t, db, `
		SELECT sql FROM sqlite_schema s
		WHERE sql IS NOT NULL AND name NOT GLOB 'sqlite_*' AND NOT EXISTS (
			SELECT 1 FROM sqlite_schema v WHERE v.sql LIKE 'CREATE VIRTUAL %' AND s.name GLOB v.name || '_*' AND s.type = 'table')
		ORDER BY type, name`)
}

// contents returns how many rows each table has, the names of settings and how the
// word index is set up.
func contents(t *testing.T, db *sql.DB) []string {
	t.Helper()
	var all []string
	for _, table := range texts(t, db, `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB '*_stat' ORDER BY name`) {
		all = append(all, texts(t, db, fmt.Sprintf(`SELECT '%[1]s ' || COUNT(*) FROM %[1]s`, table))...)
	}
	all = append(all, texts(t, db, `SELECT name || LENGTH(value) FROM setting ORDER BY name`)...)
	return append(all, texts(t, db, `SELECT value FROM entry_text_stat WHERE id = 2`)...)
}

func texts(t *testing.T, db *sql.DB, query string) []string {
	t.Helper()
	tx := &transaction{conn: db, ctx: t.Context()}
	all := allRows[string](tx, query)
	if tx.err != nil {
		t.Fatal(tx.err)
	}
	return all
}

// grown is what databases of 0.2.0 and of schema 20 may have; grownSecond is what one of 0.2.0 has
// besides, and grownThird one of schema 20.
const (
	grown = `
		INSERT INTO subscription (id, url, title, feed_title, format, state, ignore_robots, added_at, checked_at, feed_updated, digest,
			interval, rhythm, last_error_kind, first_unread, failures, posts, format_chosen, reach, wait_until, wait_reason, read_url, old_url, moved_at) VALUES
			(1, 'gemini://a.example/log/', 'Mine', 'A log', 'gemtext', 'ok', 1, 10, 1000, 900000, 'd', 3600, 86400, '', NULL, 0, 'all', 1, 'public', 9, 'slow', 'gemini://a.example/log/', '', NULL),
			(2, 'gemini://b.example/feed', '', 'B', 'atom', 'failing', 0, 20, 1000, 900, '', 0, 0, '', NULL, 3, '', 0, '', NULL, '', 'gemini://b.example/feed', '', NULL),
			(3, 'gemini://new.example/c/', '', 'C', 'links', 'ok', 0, 30, 1000, 900, '', 0, 0, '', NULL, 0, '', 1, '', NULL, '', 'gemini://c.example/c/', 'gemini://c.example/c/', 25),
			(4, 'gemini://d.example/', '', '', '', 'new', 0, 40, NULL, NULL, '', 0, 0, '', 5, 0, '', 0, '', NULL, '', '', '', NULL),
			(9, 'gemini://gone.example/', '', '', '', 'new', 0, 40, NULL, NULL, '', 0, 0, '', 5, 0, '', 0, '', NULL, '', '', '', NULL);
		DELETE FROM subscription WHERE id = 9;
		INSERT INTO subscription (id, url, title, format, state, ignore_robots, added_at, last_error, first_unread) VALUES
			(10, 'gemini://e.example/?q', '', '', 'paused', 0, 40, 'imported, with a query', 10),
			(11, 'gemini://f.example/', '', 'gemtext', 'paused', 0, 40, 'has the settings of another machine, ignoring robots.txt', NULL),
			(12, 'gemini://g.example/', '', '', 'paused', 0, 40, '60 Certificate, please', 10);
		INSERT INTO tag VALUES (1, 'Friends'), (2, 'x');
		INSERT INTO entry (id, subscription_id, ref, link, title, author, updated, rank, first_seen, unread, published, starred) VALUES
			(1, 1, 'gemini://a.example/log/1', NULL, 'One', '', 100, 0, 200, 0, NULL, 1),
			(2, 1, 'gemini://a.example/log/caf%c3%a9', NULL, 'Coffee', '', 200, 1, 200, 1, NULL, 0),
			(3, 2, 'urn:b:1', 'gemini://b.example/%7e1', 'B one', 'Ben', 300, 0, 300, 1, 250, 0),
			(4, 3, 'gemini://c.example/c/1', NULL, 'C one', '', 400, 0, 400, 0, NULL, 0),
			(8, 3, 'gemini://c.example/c/8', NULL, 'C eight', '', 400, 0, 400, 0, NULL, 0);
		DELETE FROM entry WHERE id = 8;
		UPDATE entry SET own = -1 WHERE id = 4;
		UPDATE entry SET renewed_at = 210, marked = 3 WHERE id = 2;
		INSERT INTO owed_hook VALUES (2, 1);
		INSERT INTO post (entry_id, subscription_id, url, media_type, fetched_at, from_feed, size, cut, joins, text)
			VALUES (3, 2, 'gemini://b.example/~1', 'text/gemini', 500, 0, 30, 0, 1, '=> gemini://a.example/log/1 composting' || CHAR(10)),
				(1, 1, 'gemini://a.example/new/1', 'text/gemini', 500, 0, 5, 0, 1, 'Moved' || CHAR(10)),
				(4, 3, 'gemini://d.example/', 'text/gemini', 500, 0, 8, 0, 1, 'Elsewhere' || CHAR(10));
		INSERT INTO wanted_post VALUES (2, NULL, 0, 3, '51 Not found');
		INSERT INTO destination VALUES (1, 'box', 0);
		INSERT INTO change VALUES (5, 1, 'read', '', 1, 1, '[]');
		INSERT INTO changed_value VALUES (1, 5, 'entry', 'unread', 1, 1, 1, 0);
		INSERT INTO mute (id, pattern, subscription_id, tag, added_at) VALUES (7, 'worms', 1, '', 5), (8, 'rain', NULL, 'Friends', 6);
		INSERT INTO authority (authority, robots, robots_known, robots_status, robots_at, robots_failing_since, requested_at, defer_until, defer_for)
			VALUES ('a.example:1965', x'4142', 1, '20 text/plain', 55, NULL, 66, NULL, 0);
		INSERT INTO identity VALUES ('me', x'01', x'02', 9);
		INSERT INTO identity_use VALUES ('a.example:1965', '/', 'me');`
	grownSecond = `
		INSERT INTO pruned (subscription_id, ref, updated) VALUES (1, x'0011', 50), (2, x'0022', 50), (2, x'0033', 50000), (3, x'0044', 900000);
		INSERT INTO host (authority, refused, fingerprint, not_after, seen_at, visited_at) VALUES
			('a.example:1965', 0, 'aa', 77, 88, 99), ('keyonly.example:1965', 0, 'cc', 78, 89, 99), ('a.example:1965', 1, 'bb', 1, 2, 3);
		INSERT INTO post_link VALUES (3, 'a.example/log/1', NULL);
		INSERT INTO mailing VALUES (1, 1, 2, 0);`
	grownThird = `
		UPDATE subscription SET pruned_until = 50 WHERE id = 1;
		UPDATE entry SET by_file = 1, page = 'of an earlier rule' WHERE id = 2;
		UPDATE post SET other_author = 1 WHERE entry_id = 4;
		INSERT INTO authority (authority, fingerprint, not_after, seen_at, visited_at, refused, refused_not_after, refused_at)
			VALUES ('keyonly.example:1965', 'cc', 78, 89, 99, 'bb', 1, 2);
		INSERT INTO post_link (entry_id, page, url, post_id, answered_id, answers) VALUES (3, 'a.example/log/1', 'gemini://a.example/log/1', 3, 1, 1);
		INSERT INTO mailing VALUES (1, 1, 2);
		INSERT INTO machine_line VALUES ('read', 'gemini://a.example/log/', 'gemini://a.example/log/1', 100, 4, 'm', 1700000000);
		INSERT INTO machine_file VALUES ('m.jsonl', 'm', 5000000000, 60, 7);
		INSERT INTO setting VALUES ('machine here', 'm');`
)

// keptRows returns the rows that a migration must keep.
func keptRows(t *testing.T, s *Store) []string {
	t.Helper()
	var all []string
	for _, query := range []string{
		`SELECT id || ' ' || url || ' ' || title || ' ' || feed_title || ' ' || format || format_chosen || ' ' || state || ignore_robots || ' '
			|| COALESCE(feed_updated, '') || ' ' || interval || ' ' || rhythm || ' ' || last_error_kind || ' ' || read_url || ' '
			|| COALESCE(first_unread, '') || ' ' || digest || posts || reach || wait_reason || paused || last_error FROM subscription ORDER BY id`,
		`SELECT subscription_id || ' ' || tag FROM tag`,
		`SELECT id || ' ' || subscription_id || ' ' || ref || ' ' || url || ' ' || page || ' ' || nearness || ' ' || title || author || ' ' || updated || ' '
			|| COALESCE(published, '') || ' ' || rank || ' ' || unread || starred || by_file || id_exported || ' ' || COALESCE(renewed_at, '') FROM entry ORDER BY id`,
		`SELECT id || ' ' || pruned_until FROM subscription WHERE pruned_until`,
		`SELECT id || ' ' || pattern || ' ' || COALESCE(subscription_id, '') || ' ' || tag || ' ' || added_at FROM mute`,
		`SELECT authority || ' ' || fingerprint || ' ' || COALESCE(not_after || ' ' || seen_at, '') || ' ' || COALESCE(visited_at, '') || ' ' || refused || robots_known FROM authority ORDER BY 1`,
		`SELECT authority || ' ' || HEX(robots) || ' ' || robots_status || ' ' || robots_at || ' ' || requested_at FROM authority WHERE robots_known`,
		`SELECT name || HEX(certificate) || HEX(key) || added_at FROM identity`,
		`SELECT authority || path || name FROM identity_use`,
		`SELECT entry_id || ' ' || failed_starts FROM owed_hook`,
		`SELECT entry_id || ' ' || url || ' ' || fetched_at || ' ' || other_author || joins || ' ' || text FROM post`,
		`SELECT entry_id || ' ' || page || ' ' || url FROM post_link`,
		`SELECT entry_id || ' ' || tries || ' ' || failure FROM wanted_post`,
		`SELECT id || ' ' || name FROM destination`,
		`SELECT entry_id || ' ' || destination_id || ' ' || state FROM mailing`,
		`SELECT name || ' ' || seq FROM sqlite_sequence ORDER BY name`,
		`SELECT name FROM setting`,
		`SELECT what || ' ' || feed || ' ' || ref || ' ' || value || ' ' || counter || machine || ' ' || seen_at FROM machine_line`,
		`SELECT name || ' ' || machine || ' ' || modified_at || ' ' || size || ' ' || seen_at FROM machine_file`,
		`SELECT id || ' ' || command FROM change`,
		`SELECT change_id || ' ' || table_name || ' ' || column_name || ' ' || first_key || ' ' || old || new FROM changed_value`,
	} {
		all = append(all, texts(t, s.db, query)...)
	}
	return all
}

// A migration keeps all rows of a database that a release filled.
func TestGrownReleases(t *testing.T) {
	t.Parallel()
	for version, script := range map[int]string{
		secondRelease: grown + grownSecond,
		thirdSchema:   grown + grownThird,
	} {
		path := filepath.Join(t.TempDir(), "gemsub.db")
		releasedDatabase(t, path, version, script)
		s := open(t, path)
		fine(t)(nil, s.Integrity(t.Context()))
		golden(t, fmt.Sprintf("testdata/grown-%03d.golden", version), strings.Join(keptRows(t, s), "\n")+"\n")
	}
}

// In merged exports entries keep the ids that they had before schema 21, unless such an id may
// become the link of another author's entry. An entry that takes another ref has a new one.
func TestExportedIDs(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "gemsub.db")
	releasedDatabase(t, path, thirdSchema, `
		INSERT INTO subscription (id, url, title, feed_title, format, state, ignore_robots, added_at, digest, interval, rhythm, last_error_kind, failures) VALUES
			(1, 'gemini://a.example/feed', '', '', 'atom', 'ok', 0, 1, '', 0, 0, '', 0),
			(2, 'gemini://b.example/feed', '', '', 'atom', 'ok', 0, 1, '', 0, 0, '', 0);
		INSERT INTO entry (id, subscription_id, ref, link, title, author, updated, rank, first_seen, unread) VALUES
			(1, 1, 'urn:1', 'gemini://a.example/1', 'of no place', '', 9, 0, 1, 1),
			(2, 1, 'gemini://c.example/2', NULL, 'the link elsewhere', '', 8, 0, 1, 1),
			(3, 1, 'gemini://a.example/3', 'gemini://a.example/three', 'at home', '', 7, 0, 1, 1),
			(4, 1, 'gemini://c.example/4', 'gemini://a.example/4', 'perhaps of another', '', 6, 0, 1, 1),
			(5, 2, 'urn:1', 'gemini://b.example/1', 'taken', '', 5, 0, 2, 1)`)
	s := open(t, path)
	id := func() (kept []string) {
		for _, e := range entries(t, s, EntryFilter{}) {
			kept = append(kept, fmt.Sprint(e.Title, " ", e.KeepsID))
		}
		return kept
	}
	if diff := cmp.Diff([]string{"of no place true", "the link elsewhere true", "at home true", "perhaps of another false", "taken false"}, id()); diff != "" {
		t.Errorf("title and whether its id stays (-want +got):\n%s", diff)
	}
	row := merge.Entry{ID: 1, Ref: "gemini://c.example/new", URL: "gemini://a.example/1", Title: "of no place", Updated: 9}
	fine(t)(nil, s.commit(t.Context(), "", func(tx *transaction) { tx.rewriteEntry(&row) }))
	if got := id()[0]; got != "of no place false" {
		t.Errorf("with another ref: %s", got)
	}
}
