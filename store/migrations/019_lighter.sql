-- What is decided once, when an entry or a post is stored, is kept beside it.

-- Links --------------------------------------------------------------------

DROP TABLE unlinked_post;
DROP TABLE post_link;
DROP TABLE linked_post;
DROP TABLE linked_page;
DROP TRIGGER unlink_new_post;
DROP TRIGGER unlink_changed_post;
DROP TRIGGER unlink_moved_entry;

-- How many times the post came back longer, and whether it can be part of a conversation;
-- NULL where its links were not read yet.
ALTER TABLE post ADD COLUMN growths INTEGER NOT NULL DEFAULT 0;
ALTER TABLE post ADD COLUMN joins   INTEGER;
CREATE INDEX post_unlinked ON post (entry_id) WHERE joins IS NULL;

-- The pages of other authors to which a post links, by what all URLs of a page have in
-- common. The URL is that of the post; NULL where it is gemini:// and the page.
CREATE TABLE post_link (
	entry_id INTEGER NOT NULL REFERENCES post (entry_id) ON DELETE CASCADE,
	page     TEXT    NOT NULL,
	url      TEXT,
	PRIMARY KEY (entry_id, page)
) WITHOUT ROWID;
CREATE INDEX post_link_by_page ON post_link (page);

-- Entries ------------------------------------------------------------------

-- The link of an entry, whether or not it is the Atom id.
DROP INDEX entry_by_url;
ALTER TABLE entry ADD COLUMN link TEXT NOT NULL DEFAULT '';
UPDATE entry SET link = COALESCE(url, ref);
ALTER TABLE entry DROP COLUMN url;
ALTER TABLE entry RENAME COLUMN link TO url;

-- Identity -----------------------------------------------------------------

-- Where the page was read last: the refs of its entries are of there. '' before that.
ALTER TABLE subscription ADD COLUMN read_url TEXT NOT NULL DEFAULT '';
UPDATE subscription SET read_url = IIF(moved_from = '', url, moved_from) WHERE first_unread IS NULL;

-- Refs and links have one form, also those that 0.1.0 stored. Two that become one have the
-- marks of both. Atom ids stay as they are.
UPDATE OR IGNORE subscription SET url = canonical(url) WHERE url <> canonical(url);
UPDATE subscription SET read_url = canonical(read_url) WHERE read_url <> canonical(read_url);
UPDATE OR IGNORE entry SET ref = canonical(ref)
FROM subscription s WHERE s.id = subscription_id AND s.format NOT IN ('atom', 'rss', 'json') AND ref <> canonical(ref);
UPDATE entry SET unread = entry.unread AND twin.unread, starred = entry.starred OR twin.starred
FROM entry twin JOIN subscription s ON s.id = twin.subscription_id AND s.format NOT IN ('atom', 'rss', 'json')
WHERE twin.ref <> canonical(twin.ref) AND entry.subscription_id = twin.subscription_id AND entry.ref = canonical(twin.ref);
DELETE FROM entry WHERE ref <> canonical(ref)
AND (SELECT s.format FROM subscription s WHERE s.id = subscription_id) NOT IN ('atom', 'rss', 'json');
UPDATE entry SET url = canonical(url) WHERE url <> canonical(url);

-- Of a pruned entry a hash of title and date; empty where an earlier version pruned it.
DELETE FROM pruned WHERE (SELECT s.stay FROM subscription s WHERE s.id = subscription_id) NOT BETWEEN first_stay AND last_stay;
ALTER TABLE pruned ADD COLUMN title BLOB NOT NULL DEFAULT '';

-- What is kept beside entries -----------------------------------------------

-- What all URLs of its page have in common, and how near the link is to the feed (see
-- owner.go): the words of the nearest feed count.
ALTER TABLE entry ADD COLUMN page TEXT    NOT NULL DEFAULT '';
ALTER TABLE entry ADD COLUMN own  INTEGER NOT NULL DEFAULT 0;
UPDATE entry SET page = page_of(url), own = own_of((SELECT s.url FROM subscription s WHERE s.id = subscription_id), url);
UPDATE entry SET own = -1 -- of a place that the page has left
FROM subscription s WHERE s.id = subscription_id AND s.stay NOT BETWEEN first_stay AND last_stay;
CREATE INDEX entry_by_url  ON entry (url, own DESC, first_seen);
CREATE INDEX entry_by_page ON entry (page, own DESC, first_seen);

-- The time by which lists are ordered: the date, unless that is over a day after the entry
-- was first seen, or became unread again by a later date.
ALTER TABLE entry ADD COLUMN sort_time INTEGER NOT NULL GENERATED ALWAYS AS (
	IIF(updated > COALESCE(renewed_at, first_seen) + 86400, COALESCE(renewed_at, first_seen), updated)) VIRTUAL;
DROP INDEX entry_by_time;
DROP INDEX entry_unread;
DROP INDEX entry_starred;
DROP INDEX entry_by_subscription;
CREATE INDEX entry_by_time         ON entry (sort_time DESC, subscription_id, rank DESC, id DESC);
CREATE INDEX entry_unread          ON entry (sort_time DESC, subscription_id, rank DESC, id DESC) WHERE unread = 1;
CREATE INDEX entry_starred         ON entry (sort_time DESC, subscription_id, rank DESC, id DESC) WHERE starred = 1;
CREATE INDEX entry_by_subscription ON entry (subscription_id, sort_time DESC, rank DESC, id DESC);

DROP TRIGGER folder_insert;
DROP TRIGGER folder_update;
ALTER TABLE subscription DROP COLUMN folder;
ALTER TABLE subscription DROP COLUMN moved_from;
ALTER TABLE subscription DROP COLUMN stay;
ALTER TABLE subscription DROP COLUMN next_stay;
ALTER TABLE subscription DROP COLUMN next_url;
ALTER TABLE subscription DROP COLUMN old_stay;
ALTER TABLE subscription DROP COLUMN known_entries;
ALTER TABLE subscription DROP COLUMN known_digest;
ALTER TABLE subscription DROP COLUMN arrival_day;
ALTER TABLE subscription DROP COLUMN arrivals;
ALTER TABLE subscription DROP COLUMN floods;
ALTER TABLE entry        DROP COLUMN first_stay;
ALTER TABLE entry        DROP COLUMN last_stay;
ALTER TABLE pruned       DROP COLUMN first_stay;
ALTER TABLE pruned       DROP COLUMN last_stay;

-- Mail ----------------------------------------------------------------------

-- Destinations begin after an entry, NULL until the first delivery. What a destination
-- has got by mail; what was refused comes after the others.
ALTER TABLE destination ADD COLUMN after INTEGER;
UPDATE destination SET after = 0 WHERE begun;
ALTER TABLE destination DROP COLUMN begun;
CREATE TABLE mailing_019 (
	entry_id       INTEGER NOT NULL REFERENCES entry (id) ON DELETE CASCADE,
	destination_id INTEGER NOT NULL REFERENCES destination (id) ON DELETE CASCADE,
	state          INTEGER NOT NULL, -- 0: refused, 1: written, and the entry is to be marked read, 2: written
	refusals       INTEGER NOT NULL,
	PRIMARY KEY (entry_id, destination_id)
) WITHOUT ROWID;
INSERT INTO mailing_019 (entry_id, destination_id, state, refusals)
SELECT entry_id, destination_id, CASE state WHEN 1 THEN 0 WHEN 2 THEN 1 ELSE 2 END, failures
FROM mailing WHERE state <> 1 OR failures > 0;
DROP TABLE mailing;
ALTER TABLE mailing_019 RENAME TO mailing;
CREATE INDEX mailing_left ON mailing (destination_id, state) WHERE state < 2;

-- Undo ---------------------------------------------------------------------

-- What people change is recorded value by value, for every table alike. What was
-- recorded before as whole rows can no longer be undone.

DROP TABLE changed_mark;
DROP TABLE changed_subscription;
DROP TABLE changed_tag;
DROP TABLE changed_mute;
DROP TABLE changed_pruned;
DROP TABLE changed_entry;
DROP TABLE changed_owed_hook;
DROP TABLE changed_wanted_post;
DROP TABLE changed_mailing;
DROP TABLE changed_post;
DELETE FROM change;
ALTER TABLE change DROP COLUMN parts;

CREATE TABLE changed_value (
	id          INTEGER PRIMARY KEY, -- in the order in which the command changed them
	change_id   INTEGER NOT NULL REFERENCES change (id) ON DELETE CASCADE,
	table_name  TEXT    NOT NULL,
	column_name TEXT    NOT NULL, -- '' for a whole row, which was deleted (old) or added (new)
	first_key   INTEGER,          -- of the rows with this value; NULL for a whole row
	last_key    INTEGER,
	old,                          -- a row is a JSON object, in which a BLOB is ["its bytes in hex"]
	new
);
CREATE INDEX changed_value_by_change ON changed_value (change_id, table_name, column_name);

-- Words --------------------------------------------------------------------

-- The index of words is never behind. New entries enter it at the end of the transaction
-- that adds them, and so does what changed, which unindexed names until then (index.go).
INSERT OR IGNORE INTO unindexed SELECT id FROM entry WHERE id > (SELECT up_to FROM indexed);
DROP TABLE indexed;
DROP TRIGGER unindex_entry;
DROP TRIGGER unindex_title;
DROP TRIGGER unindex_new_post;
DROP TRIGGER unindex_changed_post;
DROP TRIGGER unindex_post;

-- SQLite reads here which words to take out of the index. searchable is a function of
-- gemsub.
DROP VIEW indexed_entry;
CREATE VIEW indexed_entry AS
SELECT
	e.id AS rowid,
	IIF(LENGTH(e.title) = OCTET_LENGTH(e.title), e.title, searchable('', e.title)) AS title,
	IIF(p.length > 0, searchable(p.media_type, p.text), '') AS text
FROM entry e LEFT JOIN post p ON p.entry_id = e.id;

INSERT INTO entry_text (docid, title, text)
SELECT rowid, title, text FROM indexed_entry WHERE rowid IN (SELECT entry_id FROM unindexed) ORDER BY rowid;
DELETE FROM unindexed;

-- Words leave the index before they change. entry_text_docsize has the entries in it.
CREATE TRIGGER unindex_entry BEFORE DELETE ON entry
WHEN EXISTS (SELECT 1 FROM entry_text_docsize WHERE docid = OLD.id) BEGIN
	DELETE FROM entry_text WHERE docid = OLD.id;
END;
CREATE TRIGGER unindex_title BEFORE UPDATE OF title ON entry
WHEN NEW.title <> OLD.title AND EXISTS (SELECT 1 FROM entry_text_docsize WHERE docid = OLD.id) BEGIN
	DELETE FROM entry_text WHERE docid = OLD.id;
	INSERT INTO unindexed VALUES (OLD.id);
END;
CREATE TRIGGER unindex_new_post BEFORE INSERT ON post
WHEN EXISTS (SELECT 1 FROM entry_text_docsize WHERE docid = NEW.entry_id) BEGIN
	DELETE FROM entry_text WHERE docid = NEW.entry_id;
	INSERT INTO unindexed VALUES (NEW.entry_id);
END;
CREATE TRIGGER unindex_changed_post BEFORE UPDATE OF text, media_type ON post
WHEN EXISTS (SELECT 1 FROM entry_text_docsize WHERE docid = OLD.entry_id) BEGIN
	DELETE FROM entry_text WHERE docid = OLD.entry_id;
	INSERT INTO unindexed VALUES (OLD.entry_id);
END;
CREATE TRIGGER unindex_post BEFORE DELETE ON post
WHEN EXISTS (SELECT 1 FROM entry_text_docsize WHERE docid = OLD.entry_id) BEGIN
	DELETE FROM entry_text WHERE docid = OLD.entry_id;
	INSERT INTO unindexed VALUES (OLD.entry_id);
END;

-- Rows are counted by queries, not beside them.
DROP TRIGGER tally_subscription;
DROP TRIGGER tally_delete;
DROP TRIGGER tally_unread;
DROP TRIGGER tally_post_insert;
DROP TRIGGER tally_post_update;
DROP TRIGGER tally_post_delete;
DROP TABLE tally;

-- Capsules that nobody needs are looked for in each update.
DELETE FROM setting WHERE name = 'unseen_at';
