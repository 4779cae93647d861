-- Converts rows copied from earlier schemas. canonical, page_of, author_of, own_of and
-- folded are functions of gemsub.

-- Makes refs and links canonical. Two entries that become one get the marks of both. Atom
-- ids stay as they are.
UPDATE OR IGNORE subscription SET url = canonical(url) WHERE url <> canonical(url);
UPDATE subscription SET read_url = canonical(read_url) WHERE read_url <> canonical(read_url);
UPDATE OR IGNORE entry SET ref = canonical(ref)
FROM subscription s WHERE s.id = subscription_id AND s.format NOT IN ('atom', 'rss', 'json') AND ref <> canonical(ref);
UPDATE entry SET unread = entry.unread AND twin.unread, starred = entry.starred OR twin.starred
FROM entry twin JOIN subscription s ON s.id = twin.subscription_id AND s.format NOT IN ('atom', 'rss', 'json')
WHERE twin.ref <> canonical(twin.ref) AND entry.subscription_id = twin.subscription_id AND entry.ref = canonical(twin.ref);
DELETE FROM entry WHERE ref <> canonical(ref)
AND (SELECT s.format FROM subscription s WHERE s.id = subscription_id) NOT IN ('atom', 'rss', 'json');
UPDATE entry SET link = NULLIF(canonical(url), ref) WHERE url <> canonical(url);

UPDATE entry SET page_key = NULLIF(page_of(url), SUBSTR(url, 10)), own = IIF(own < 0, own, own_of((SELECT s.url FROM subscription s WHERE s.id = subscription_id), url));
UPDATE post SET other_author = author_of(page_of(post.url)) <> author_of(e.page)
FROM entry e WHERE e.id = entry_id AND NOT from_feed AND post.url <> e.url;

-- SQLite folds ASCII alone.
UPDATE OR REPLACE tag  SET tag = folded(tag) WHERE tag <> folded(tag);
UPDATE OR REPLACE mute SET tag = folded(tag) WHERE tag <> folded(tag);
