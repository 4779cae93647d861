-- Converts rows copied from schemas before 20. Tables of these have the prefix aside_. canonical,
-- page_of, author_of and folded are functions of gemsub.

-- Refs and URLs that change here do not change on other machines: no line must follow them.
CREATE TEMP TABLE line AS SELECT * FROM machine_line WHERE what <> 'move';
DELETE FROM machine_line;

-- URLs, links and refs that are links become canonical, Atom ids never. If feeds or
-- entries become equal, the one with the lowest number stays, with the tags, entries and marks
-- of all, and the text of a starred one.
CREATE TEMP TABLE feed_twin AS
SELECT id, format IN ('atom', 'rss', 'json') AS has_ids, MIN(id) OVER (PARTITION BY canonical(url)) AS stays FROM subscription;

CREATE TEMP TABLE entry_twin AS
SELECT *, MIN(id) OVER (PARTITION BY feed, ref) AS stays FROM (
	SELECT e.id, f.stays AS feed, IIF(f.has_ids, e.ref, canonical(e.ref)) AS ref
	FROM entry e JOIN feed_twin f ON f.id = e.subscription_id);

INSERT OR REPLACE INTO post (entry_id, subscription_id, url, media_type, fetched_at, from_feed, size, cut, growths, text)
SELECT t.stays, t.feed, p.url, p.media_type, p.fetched_at, p.from_feed, p.size, p.cut, p.growths, p.text
FROM entry_twin t JOIN post p ON p.entry_id = t.id JOIN entry e ON e.id = t.id JOIN entry s ON s.id = t.stays
WHERE t.id > t.stays AND (e.starred > s.starred OR NOT EXISTS (SELECT 1 FROM post WHERE entry_id = t.stays))
ORDER BY e.starred, t.id DESC;
UPDATE OR IGNORE mailing SET entry_id = t.stays FROM entry_twin t WHERE t.id = entry_id AND t.id > t.stays;
UPDATE entry SET unread = t.unread, starred = t.starred, marked = t.marked, updated = t.updated
FROM (
	SELECT stays, MIN(unread) AS unread, MAX(starred) AS starred, MAX(marked & 1) | MAX(marked & 2) | MAX(marked & 4) AS marked, MAX(updated) AS updated
	FROM entry_twin JOIN entry USING (id) GROUP BY stays HAVING COUNT(*) > 1) t
WHERE id = t.stays;
DELETE FROM entry WHERE id IN (SELECT id FROM entry_twin WHERE id > stays);
UPDATE OR IGNORE entry SET subscription_id = t.feed, ref = t.ref, link = NULLIF(canonical(url), t.ref)
FROM entry_twin t WHERE t.id = entry.id AND (subscription_id <> t.feed OR entry.ref <> t.ref OR url <> canonical(url));
UPDATE post SET subscription_id = (SELECT subscription_id FROM entry WHERE id = entry_id), url = canonical(url)
WHERE url <> canonical(url) OR subscription_id <> (SELECT subscription_id FROM entry WHERE id = entry_id);
UPDATE post_link SET url = canonical(url) WHERE url <> canonical(url);

UPDATE OR IGNORE tag    SET subscription_id = f.stays FROM feed_twin f WHERE f.id = subscription_id AND f.id > f.stays;
UPDATE OR IGNORE mute   SET subscription_id = f.stays FROM feed_twin f WHERE f.id = subscription_id AND f.id > f.stays;
DELETE FROM subscription WHERE id IN (SELECT id FROM feed_twin WHERE id > stays);
UPDATE subscription SET url = canonical(url), read_url = canonical(read_url), old_url = canonical(old_url)
WHERE url || read_url || old_url <> canonical(url) || canonical(read_url) || canonical(old_url);
-- Of pruned entries only the newest date stays, at most that of the feed's last check.
UPDATE subscription SET pruned_until = MIN(newest, checked_at)
FROM (
	SELECT f.stays AS feed, MAX(p.updated) AS newest
	FROM aside_pruned p JOIN feed_twin f ON f.id = p.subscription_id JOIN subscription s ON s.id = f.stays AND p.updated <= s.checked_at + 86400
	GROUP BY f.stays)
WHERE id = feed;
UPDATE OR REPLACE identity_use SET path = SUBSTR(canonical('gemini://h' || path), LENGTH('gemini://h.'));

UPDATE changed_value SET old = JSON_SET(old, '$.url', canonical(old ->> 'url')) WHERE table_name = 'subscription' AND column_name = '' AND old IS NOT NULL;
UPDATE changed_value AS v SET old = JSON_SET(v.old, '$.ref', t.ref, '$.link', NULLIF(t.url, t.ref))
FROM (
	SELECT v.id, canonical(COALESCE(v.old ->> 'link', v.old ->> 'ref')) AS url, IIF(f.old ->> 'format' IN ('atom', 'rss', 'json'), v.old ->> 'ref', canonical(v.old ->> 'ref')) AS ref
	FROM changed_value v
	JOIN changed_value f ON f.change_id = v.change_id AND f.table_name = 'subscription' AND f.column_name = '' AND f.old ->> 'id' = v.old ->> 'subscription_id'
	WHERE v.table_name = 'entry' AND v.column_name = '' AND v.old IS NOT NULL) t
WHERE v.id = t.id;
UPDATE changed_value SET old = JSON_SET(old, '$.url', canonical(old ->> 'url')) WHERE table_name = 'post' AND column_name = '' AND old IS NOT NULL;
UPDATE changed_value SET old = canonical(old), new = canonical(new) WHERE table_name = 'subscription' AND column_name = 'url';

-- If lines become equal, the last one stays.
INSERT INTO machine_line (what, feed, ref, value, counter, machine, seen_at)
SELECT what, canonical(feed), IIF(has_link, canonical(ref), ref), IIF(has_link AND TYPEOF(value) = 'text', canonical(value), value), counter, machine, seen_at
FROM (
	SELECT *, what = 'subscribe' OR what IN ('read', 'star') AND NOT EXISTS (
		SELECT 1 FROM subscription WHERE url = canonical(feed) AND format IN ('atom', 'rss', 'json')) AS has_link
	FROM line);
DROP TABLE feed_twin;
DROP TABLE entry_twin;
DROP TABLE line;

UPDATE post SET other_author = author_of(post.url) <> author_of(page_of(e.url))
FROM entry e WHERE e.id = entry_id AND NOT from_feed AND post.url <> e.url;

-- SQLite folds ASCII alone.
UPDATE OR REPLACE tag  SET tag = folded(tag) WHERE tag <> folded(tag);
UPDATE OR REPLACE mute SET tag = folded(tag) WHERE tag <> folded(tag);

-- Table host had the pinned keys. Refused ones are reported again.
INSERT INTO authority (authority, fingerprint, not_after, seen_at, visited_at)
SELECT authority, fingerprint, not_after, seen_at, visited_at FROM aside_host WHERE refused = 0
ON CONFLICT DO UPDATE SET
	(fingerprint, not_after, seen_at, visited_at) =
		(excluded.fingerprint, excluded.not_after, excluded.seen_at, excluded.visited_at);
