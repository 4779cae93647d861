package store

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Spellings of one URL are one feed and one entry after a migration: the lower number stays, with
// the marks, tags and entries of both and a starred entry's text. Atom ids stay as they are.
func TestSpellings(t *testing.T) {
	t.Parallel()
	const script = `
		INSERT INTO subscription (id, url, title, feed_title, format, state, ignore_robots, added_at, read_url, old_url, synced_url) VALUES
			(1, 'gemini://a.example/%7Eann/', '', 'Ann', 'gemtext', 'ok', 0, 10, 'gemini://a.example/%7Eann/', 'gemini://a.example/%61', 'gemini://a.example/%7Eann/'),
			(2, 'gemini://a.example/~ann/', '', 'Ann', 'gemtext', 'ok', 0, 20, 'gemini://a.example/~ann/', '', 'gemini://a.example/~ann/'),
			(3, 'gemini://c.example/%66eed', '', 'C', 'atom', 'ok', 0, 30, 'gemini://c.example/%66eed', '', '');
		INSERT INTO tag VALUES (1, 'x'), (2, 'x'), (2, 'y');
		INSERT INTO mute (pattern, subscription_id, tag, added_at) VALUES ('worms', 2, '', 5);
		INSERT INTO entry (id, subscription_id, ref, link, title, author, updated, rank, first_seen, unread, starred, marked) VALUES
			(1, 1, 'gemini://a.example/%7Eann/a', NULL, 'A', '', 100, 0, 100, 1, 0, 0),
			(2, 1, 'gemini://a.example/%7Eann/b', NULL, 'B', '', 100, 0, 100, 1, 0, 0),
			(3, 2, 'gemini://a.example/~ann/a', NULL, 'A', '', 300, 0, 100, 0, 1, 5),
			(4, 2, 'gemini://a.example/~ann/c', NULL, 'C', '', 100, 0, 100, 1, 0, 0),
			(5, 1, 'gemini://a.example/~ann/b', NULL, 'B', '', 100, 0, 100, 1, 0, 2),
			(6, 3, 'gemini://c.example/%7E1', 'gemini://c.example/%7e1', 'One', '', 100, 0, 100, 1, 0, 0),
			(7, 3, 'gemini://c.example/~1', 'gemini://c.example/1', 'Other', '', 100, 0, 100, 1, 0, 0);
		INSERT INTO post (entry_id, subscription_id, url, media_type, fetched_at, from_feed, size, cut, joins, text) VALUES
			(1, 1, 'gemini://a.example/%7Eann/a', 'text/gemini', 1, 0, 5, 0, 1, 'plain'),
			(3, 2, 'gemini://a.example/~ann/a', 'text/gemini', 1, 0, 5, 0, 1, 'starred'),
			(5, 1, 'gemini://a.example/%7Eann/b', 'text/gemini', 1, 0, 5, 0, 1, 'only');
		INSERT INTO destination VALUES (1, 'box', 0);
		INSERT INTO mailing VALUES (3, 1, 2, 0);
		INSERT INTO change VALUES (1, 1, 'remove', '', 0, 1, '[]');
		INSERT INTO changed_value (change_id, table_name, column_name, first_key, last_key, old, new) VALUES
			(1, 'subscription', '', NULL, NULL, '{"id":9,"url":"gemini://d.example/%7E","title":"%7E"}', NULL),
			(1, 'subscription', 'url', 1, 1, 'gemini://a.example/%7E', 'gemini://a.example/%7Eann/'),
			(1, 'subscription', 'title', 1, 1, 'a://%7E', '');
		INSERT INTO identity VALUES ('me', x'01', x'02', 9);
		INSERT INTO identity_use VALUES ('a.example:1965', '/%7Eann/', 'me');
		INSERT INTO machine_line (what, feed, ref, target, value, counter, machine, seen_at, unwritten) VALUES
			('read', 'gemini://a.example/%7Eann/', 'gemini://a.example/%7Eann/a', '', 100, 9, 'm', 1, 0),
			('read', 'gemini://a.example/~ann/', 'gemini://a.example/~ann/a', '', NULL, 3, 'm', 1, 1),
			('star', 'gemini://c.example/%66eed', 'gemini://c.example/%7E1', '', 1, 4, 'm', 1, 0),
			('move', 'gemini://c.example/%66eed', 'gemini://c.example/%7E0', 'gemini://c.example/%7E1', 'gemini://c.example/%7E1', 4, 'm', 1, 0),
			('subscribe', 'gemini://b.example/', '', '', 'gemini://b.example/%7E', 4, 'm', 1, 0),
			('mute', '', ' gemini://%7E', '', 1, 4, 'm', 7000000001, 0);
		INSERT INTO machine_file (name, machine, since, read_to, counter, seen_at) VALUES ('m.jsonl', 'm', 5, 6, 7, 8);`
	path := filepath.Join(t.TempDir(), "gemsub.db")
	releasedDatabase(t, path, secondRelease, script)
	s := open(t, path)
	var got []string
	for _, query := range []string{
		`SELECT id || ' ' || url || ' ' || read_url || ' ' || old_url FROM subscription ORDER BY id`,
		`SELECT subscription_id || ' ' || tag FROM tag`,
		`SELECT subscription_id || ' ' || pattern FROM mute`,
		`SELECT id || ' ' || subscription_id || ' ' || ref || ' ' || IIF(url = ref, '', url) || ' ' || updated || ' ' || unread || starred || marked FROM entry ORDER BY id`,
		`SELECT entry_id || ' ' || subscription_id || ' ' || url || ' ' || text FROM post ORDER BY entry_id`,
		`SELECT entry_id || ' ' || state FROM mailing`,
		`SELECT path FROM identity_use`,
		`SELECT old || ' ' || COALESCE(new, '') FROM changed_value ORDER BY id`,
		`SELECT what || ' ' || feed || ' ' || ref || ' ' || COALESCE(value, 'NULL') || ' ' || counter FROM machine_line ORDER BY what`,
		`SELECT seen_at FROM machine_line WHERE what = 'mute'`,
		`SELECT name || ' ' || machine || ' ' || modified_at || ' ' || size || ' ' || seen_at FROM machine_file`,
	} {
		got = append(got, texts(t, s.db, query)...)
	}
	if diff := cmp.Diff([]string{
		"1 gemini://a.example/~ann/ gemini://a.example/~ann/ gemini://a.example/a",
		"3 gemini://c.example/feed gemini://c.example/feed ",
		"1 x", "1 y",
		"1 worms",
		"1 1 gemini://a.example/~ann/a  300 015",
		"2 1 gemini://a.example/~ann/b  100 102",
		"4 1 gemini://a.example/~ann/c  100 100",
		"6 3 gemini://c.example/%7E1 gemini://c.example/~1 100 100",
		"7 3 gemini://c.example/~1 gemini://c.example/1 100 100",
		"1 1 gemini://a.example/~ann/a starred",
		"2 1 gemini://a.example/~ann/b only",
		"1 2",
		"/~ann/",
		`{"id":9,"url":"gemini://d.example/~","title":"%7E","paused":0} `,
		"gemini://a.example/~ gemini://a.example/~ann/",
		"a://%7E ",
		"mute   gemini://%7E 1 4",
		"read gemini://a.example/~ann/ gemini://a.example/~ann/a 100 9",
		"star gemini://c.example/feed gemini://c.example/%7E1 1 4",
		"subscribe gemini://b.example/  gemini://b.example/~ 4",
		"7",
		"m.jsonl m 0 0 8",
	}, got); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	fine(t)(nil, s.Integrity(t.Context()))
	checkWords(t, s, "the migration")
}
