-- The schema of 0.2.0, made of that of 0.1.0: posts, conversations, mail, undo, and what
-- keeps feeds apart.

-- Subscriptions -------------------------------------------------------------

-- When the page was last requested, even if the capsule asked to wait. While it
-- waits: until when, and why.
ALTER TABLE subscription ADD COLUMN attempted_at INTEGER;
ALTER TABLE subscription ADD COLUMN wait_until   INTEGER;
ALTER TABLE subscription ADD COLUMN wait_reason  TEXT NOT NULL DEFAULT '';

-- Whether the capsule had a private address when its page was first read: 'local'
-- or 'public', '' before. A public one cannot lead to private addresses.
ALTER TABLE subscription ADD COLUMN reach TEXT NOT NULL DEFAULT '';

-- Whether the user chose the format. Otherwise it was found out, and is found out
-- again when it does not fit. Only the user can have chosen 'links' and 'page'.
ALTER TABLE subscription ADD COLUMN format_chosen INTEGER NOT NULL DEFAULT 0;
UPDATE subscription SET format_chosen = 1 WHERE format IN ('links', 'page');

-- How many entries were new on arrival_day (days since 1970), and how many days in
-- a row, up to that day, had too many.
ALTER TABLE subscription ADD COLUMN arrival_day INTEGER NOT NULL DEFAULT 0;
ALTER TABLE subscription ADD COLUMN arrivals    INTEGER NOT NULL DEFAULT 0;
ALTER TABLE subscription ADD COLUMN floods      INTEGER NOT NULL DEFAULT 0;

-- The part of its capsule that the feed speaks for: the URL up to its last slash; for
-- gemini://host/~user also that user's pages. A folder of Gopher has no item type, and
-- no slash where its selector begins; a menu is its folder, unless its name is that of a
-- file. Triggers compute it.
ALTER TABLE subscription ADD COLUMN folder TEXT NOT NULL DEFAULT '';
CREATE TRIGGER folder_insert AFTER INSERT ON subscription BEGIN
	UPDATE subscription SET url = url WHERE id = NEW.id;
END;
CREATE TRIGGER folder_update AFTER UPDATE OF url ON subscription BEGIN
	UPDATE subscription SET folder = (
		SELECT CASE
			WHEN parent NOT GLOB '*://*/*' THEN ''
			WHEN SUBSTR(page, LENGTH(parent) + 1, 1) = '~' THEN page || '/'
			WHEN kind = '1' AND name <> '' AND name <> 'gophermap' AND INSTR(name, '.') = 0 THEN page || '/'
			ELSE parent
		END
		FROM (SELECT page, kind, parent, SUBSTR(page, LENGTH(parent) + 1) AS name
			FROM (SELECT page, kind, RTRIM(page, REPLACE(page, '/', '')) AS parent
				FROM (SELECT
						IIF(gopher, SUBSTR(url, 1, root) || LTRIM(SUBSTR(url, root + 2), '/'), url) AS page,
						IIF(gopher, SUBSTR(url, root + 1, 1), '') AS kind
					FROM (SELECT url, url GLOB 'gopher*://*/*' AS gopher,
							INSTR(url, '://') + 2 + INSTR(SUBSTR(url, INSTR(url, '://') + 3), '/') AS root
						FROM (SELECT SUBSTR(NEW.url, 1, INSTR(NEW.url || '?', '?') - 1) AS url)))))
	) WHERE id = NEW.id;
END;
UPDATE subscription SET url = url;

-- Which posts of a subscription are fetched: 'all', 'new', 'none', or '' for what the
-- configuration says.
ALTER TABLE subscription ADD COLUMN posts TEXT NOT NULL DEFAULT '';

-- The number of the page's stay where its entries were read, and that of its next one
-- with another author. next_url is where parts of a large page were stored under that
-- number already; '' for none.
ALTER TABLE subscription ADD COLUMN stay      INTEGER NOT NULL DEFAULT 0;
ALTER TABLE subscription ADD COLUMN next_stay INTEGER NOT NULL DEFAULT 1;
ALTER TABLE subscription ADD COLUMN next_url  TEXT    NOT NULL DEFAULT '';

-- The stay at old_url; where that is empty, at url, to which the user brought the page
-- back, until it was read there.
ALTER TABLE subscription ADD COLUMN old_stay INTEGER;
UPDATE subscription SET old_stay = 1, next_stay = 2 WHERE old_url <> '';

ALTER TABLE subscription ADD COLUMN known_entries INTEGER NOT NULL DEFAULT 0;  -- how many the page had
ALTER TABLE subscription ADD COLUMN known_digest  TEXT    NOT NULL DEFAULT ''; -- of them

UPDATE subscription SET last_error_kind = '' WHERE last_error_kind = 'key changed';
UPDATE subscription SET feed_updated = NULL WHERE feed_updated > checked_at + 86400;

-- Entries -------------------------------------------------------------------

-- When the entry last became unread because its date moved forward.
ALTER TABLE entry ADD COLUMN renewed_at INTEGER;

-- An entry belongs to a stay between these two. Where the first is above the last, it
-- belongs to none.
ALTER TABLE entry  ADD COLUMN first_stay INTEGER NOT NULL DEFAULT 0;
ALTER TABLE entry  ADD COLUMN last_stay  INTEGER NOT NULL DEFAULT 0;
ALTER TABLE pruned ADD COLUMN first_stay INTEGER NOT NULL DEFAULT 0;
ALTER TABLE pruned ADD COLUMN last_stay  INTEGER NOT NULL DEFAULT 0;
UPDATE entry SET last_stay = 1
FROM (SELECT id, moved_at FROM subscription WHERE old_stay = 1) s
WHERE entry.subscription_id = s.id AND entry.first_seen < s.moved_at;

-- Lists are ordered by the sort time of entries.
DROP INDEX entry_by_time;
DROP INDEX entry_unread;
DROP INDEX entry_starred;
DROP INDEX entry_by_subscription;
DROP INDEX entry_by_length;
CREATE INDEX entry_by_time ON entry (
	IIF(updated > COALESCE(renewed_at, first_seen) + 86400, COALESCE(renewed_at, first_seen), updated) DESC,
	subscription_id, rank DESC, id DESC);
CREATE INDEX entry_unread ON entry (
	IIF(updated > COALESCE(renewed_at, first_seen) + 86400, COALESCE(renewed_at, first_seen), updated) DESC,
	subscription_id, rank DESC, id DESC) WHERE unread = 1;
CREATE INDEX entry_starred ON entry (
	IIF(updated > COALESCE(renewed_at, first_seen) + 86400, COALESCE(renewed_at, first_seen), updated) DESC,
	subscription_id, rank DESC, id DESC) WHERE starred = 1;
CREATE INDEX entry_by_subscription ON entry (
	subscription_id,
	IIF(updated > COALESCE(renewed_at, first_seen) + 86400, COALESCE(renewed_at, first_seen), updated) DESC,
	rank DESC, id DESC);

-- Finds the feeds that have a link, even if one of them has it many times.
DROP INDEX entry_by_url;
CREATE INDEX entry_by_url ON entry (url, subscription_id) WHERE url IS NOT NULL;

-- Entries that became new in an update with --exec and for which the command has
-- not run yet, and in how many updates it could not be started.
CREATE TABLE owed_hook (
	entry_id      INTEGER PRIMARY KEY REFERENCES entry (id) ON DELETE CASCADE,
	failed_starts INTEGER NOT NULL DEFAULT 0
);

-- Capsules ------------------------------------------------------------------

-- All refused keys of an authority are kept, not only the last one, so that the
-- user accepts the key that was reported. Those of before are dropped and reported
-- again. visited_at is when the authority last showed the key.
CREATE TABLE host_018 (
	authority   TEXT    NOT NULL,
	refused     INTEGER NOT NULL, -- 0: the trusted key, 1: a refused one
	fingerprint TEXT    NOT NULL,
	not_after   INTEGER,
	seen_at     INTEGER,
	visited_at  INTEGER,
	PRIMARY KEY (authority, refused, fingerprint)
) WITHOUT ROWID;
INSERT INTO host_018 (authority, refused, fingerprint, not_after, seen_at)
SELECT authority, refused, fingerprint, not_after, seen_at FROM host WHERE refused = 0;
DROP TABLE host;
ALTER TABLE host_018 RENAME TO host;
CREATE UNIQUE INDEX host_trusted ON host (authority) WHERE refused = 0;

-- Posts ---------------------------------------------------------------------

-- A post is the document behind an entry. A text over 1 MiB is cut; of what is no
-- text only the type and size are kept.
CREATE TABLE post (
	entry_id        INTEGER PRIMARY KEY REFERENCES entry (id) ON DELETE CASCADE,
	subscription_id INTEGER NOT NULL, -- that of the entry
	url             TEXT    NOT NULL, -- where it was read
	media_type      TEXT    NOT NULL,
	fetched_at      INTEGER NOT NULL,
	from_feed       INTEGER NOT NULL, -- 1: the feed carried it, and it was not requested
	size            INTEGER NOT NULL, -- of the document, in bytes
	cut             INTEGER NOT NULL, -- 1: the text is longer than what is kept
	length          INTEGER NOT NULL GENERATED ALWAYS AS (OCTET_LENGTH(text)) STORED, -- in bytes
	text            TEXT    NOT NULL  -- last, so that the rest is read without it
);
CREATE INDEX post_by_subscription ON post (subscription_id, entry_id, length);

-- Entries whose posts an update is to fetch. One that cannot be had stays, with the
-- reason and without a time, so that it is not asked for again.
CREATE TABLE wanted_post (
	entry_id    INTEGER PRIMARY KEY REFERENCES entry (id) ON DELETE CASCADE,
	not_before  INTEGER,          -- NULL: never again
	passed_over INTEGER NOT NULL, -- 1: the last update had no time for its authority
	tries       INTEGER NOT NULL, -- requests that were answered by a failure
	failure     TEXT    NOT NULL  -- of the last one
);
CREATE INDEX wanted_post_by_time ON wanted_post (not_before) WHERE not_before IS NOT NULL;

-- How many posts are kept of a subscription, and the bytes of their texts. Entries are
-- counted again: a gemsub that ran during an earlier migration may have left wrong numbers.
DROP TRIGGER tally_move;
ALTER TABLE tally ADD COLUMN posts      INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tally ADD COLUMN post_bytes INTEGER NOT NULL DEFAULT 0;
UPDATE tally SET (entries, unread) = (
	SELECT COUNT(*), COALESCE(SUM(unread), 0) FROM entry WHERE subscription_id = tally.subscription_id);
CREATE TRIGGER tally_post_insert AFTER INSERT ON post BEGIN
	UPDATE tally SET posts = posts + 1, post_bytes = post_bytes + NEW.length
	WHERE subscription_id = NEW.subscription_id;
END;
CREATE TRIGGER tally_post_update AFTER UPDATE OF text ON post BEGIN
	UPDATE tally SET post_bytes = post_bytes + NEW.length - OLD.length
	WHERE subscription_id = NEW.subscription_id;
END;
CREATE TRIGGER tally_post_delete AFTER DELETE ON post BEGIN
	UPDATE tally SET posts = posts - 1, post_bytes = post_bytes - OLD.length
	WHERE subscription_id = OLD.subscription_id;
END;

-- The links of posts --------------------------------------------------------

-- A post whose links are known. Pages and authors are numbers made of their URLs.
CREATE TABLE linked_post (
	entry_id INTEGER PRIMARY KEY REFERENCES post (entry_id) ON DELETE CASCADE,
	page     INTEGER NOT NULL,
	author   INTEGER NOT NULL,
	authors  INTEGER NOT NULL, -- how many others it links to
	growths  INTEGER NOT NULL  -- how many times it came back longer
);
CREATE INDEX linked_post_by_page ON linked_post (page);

-- The pages to which a post links.
CREATE TABLE post_link (
	entry_id INTEGER NOT NULL REFERENCES linked_post (entry_id) ON DELETE CASCADE,
	page     INTEGER NOT NULL,
	PRIMARY KEY (entry_id, page)
) WITHOUT ROWID;
CREATE INDEX post_link_by_page ON post_link (page, entry_id);

-- Where these pages are. The numbers of a host's pages follow each other.
CREATE TABLE linked_page (
	page INTEGER PRIMARY KEY,
	url  TEXT NOT NULL
);
CREATE TRIGGER unlink_page AFTER DELETE ON post_link
WHEN NOT EXISTS (SELECT 1 FROM post_link WHERE page = OLD.page) BEGIN
	DELETE FROM linked_page WHERE page = OLD.page;
END;

-- Posts whose links are to be read.
CREATE TABLE unlinked_post (entry_id INTEGER PRIMARY KEY REFERENCES post (entry_id) ON DELETE CASCADE);
CREATE TRIGGER unlink_new_post AFTER INSERT ON post BEGIN
	INSERT INTO unlinked_post SELECT NEW.entry_id WHERE NEW.entry_id NOT IN (SELECT entry_id FROM unlinked_post);
END;
CREATE TRIGGER unlink_changed_post AFTER UPDATE OF text, media_type, url ON post BEGIN
	INSERT INTO unlinked_post SELECT NEW.entry_id WHERE NEW.entry_id NOT IN (SELECT entry_id FROM unlinked_post);
END;
CREATE TRIGGER unlink_moved_entry AFTER UPDATE OF ref, url ON entry
WHEN COALESCE(NEW.url, NEW.ref) <> COALESCE(OLD.url, OLD.ref) BEGIN
	INSERT INTO unlinked_post SELECT entry_id FROM post
	WHERE entry_id = NEW.id AND entry_id NOT IN (SELECT entry_id FROM unlinked_post);
END;

-- Words ---------------------------------------------------------------------

DROP TRIGGER entry_text_delete;
DROP TRIGGER entry_text_before_update;
DROP TRIGGER entry_text_after_update;
DROP TABLE entry_text;

-- The entries up to a number are in the index, except for those whose title or post
-- changed since they were indexed.
CREATE TABLE indexed (up_to INTEGER NOT NULL);
INSERT INTO indexed (up_to) VALUES (0);
CREATE TABLE unindexed (entry_id INTEGER PRIMARY KEY);

-- What is in the index, at any moment: SQLite reads here which words to take out.
-- searchable is a function of gemsub.
CREATE VIEW indexed_entry AS
SELECT
	e.id AS rowid,
	IIF(LENGTH(e.title) = OCTET_LENGTH(e.title), e.title, searchable('', e.title)) AS title,
	IIF(p.length > 0, searchable(p.media_type, p.text), '') AS text
FROM entry e LEFT JOIN post p ON p.entry_id = e.id
WHERE e.id <= (SELECT up_to FROM indexed) AND NOT EXISTS (SELECT 1 FROM unindexed u WHERE u.entry_id = e.id);

-- Texts are the first column: FTS4 takes two bytes more for each word of a text in any
-- other. Segments are merged in small steps.
CREATE VIRTUAL TABLE entry_text USING fts4 (content="indexed_entry", text, title, tokenize=unicode61 "remove_diacritics=2");
INSERT INTO entry_text (entry_text) VALUES ('automerge=8');

CREATE TRIGGER unindex_entry BEFORE DELETE ON entry BEGIN
	DELETE FROM entry_text WHERE docid = OLD.id;
END;
CREATE TRIGGER unindex_title BEFORE UPDATE OF title ON entry WHEN NEW.title <> OLD.title BEGIN
	DELETE FROM entry_text WHERE docid = OLD.id;
	INSERT INTO unindexed SELECT rowid FROM indexed_entry WHERE rowid = OLD.id;
END;
CREATE TRIGGER unindex_new_post BEFORE INSERT ON post BEGIN
	DELETE FROM entry_text WHERE docid = NEW.entry_id;
	INSERT INTO unindexed SELECT rowid FROM indexed_entry WHERE rowid = NEW.entry_id;
END;
CREATE TRIGGER unindex_changed_post BEFORE UPDATE OF text, media_type ON post BEGIN
	DELETE FROM entry_text WHERE docid = NEW.entry_id;
	INSERT INTO unindexed SELECT rowid FROM indexed_entry WHERE rowid = NEW.entry_id;
END;
CREATE TRIGGER unindex_post BEFORE DELETE ON post BEGIN
	DELETE FROM entry_text WHERE docid = OLD.entry_id;
	INSERT INTO unindexed SELECT rowid FROM indexed_entry WHERE rowid = OLD.entry_id;
END;

-- The same for the titles of feeds, which are few.
DROP TRIGGER feed_text_insert;
DROP TRIGGER feed_text_delete;
DROP TRIGGER feed_text_before_update;
DROP TRIGGER feed_text_after_update;
DROP TABLE feed_text;
CREATE VIEW indexed_feed AS
SELECT id AS rowid, searchable('', title) AS title, searchable('', feed_title) AS feed_title FROM subscription;
CREATE VIRTUAL TABLE feed_text USING fts4 (content="indexed_feed", title, feed_title, tokenize=unicode61 "remove_diacritics=2");
INSERT INTO feed_text (docid, title, feed_title) SELECT rowid, title, feed_title FROM indexed_feed;
CREATE TRIGGER feed_text_insert AFTER INSERT ON subscription BEGIN
	INSERT INTO feed_text (docid, title, feed_title) SELECT rowid, title, feed_title FROM indexed_feed WHERE rowid = NEW.id;
END;
CREATE TRIGGER feed_text_delete BEFORE DELETE ON subscription BEGIN
	DELETE FROM feed_text WHERE docid = OLD.id;
END;
CREATE TRIGGER feed_text_before_update BEFORE UPDATE OF title, feed_title ON subscription
WHEN NEW.title <> OLD.title OR NEW.feed_title <> OLD.feed_title BEGIN
	DELETE FROM feed_text WHERE docid = OLD.id;
END;
CREATE TRIGGER feed_text_after_update AFTER UPDATE OF title, feed_title ON subscription
WHEN NEW.title <> OLD.title OR NEW.feed_title <> OLD.feed_title BEGIN
	INSERT INTO feed_text (docid, title, feed_title) SELECT rowid, title, feed_title FROM indexed_feed WHERE rowid = NEW.id;
END;

-- Mail ----------------------------------------------------------------------

-- Where to: a maildir, an mbox or an address, under the name that the user knows.
CREATE TABLE destination (
	id    INTEGER PRIMARY KEY AUTOINCREMENT,
	name  TEXT    NOT NULL UNIQUE,
	begun INTEGER NOT NULL DEFAULT 0 -- whether it is noted which older entries it does not get
);

-- What a destination got of an entry.
CREATE TABLE mailing (
	entry_id       INTEGER NOT NULL REFERENCES entry (id) ON DELETE CASCADE,
	destination_id INTEGER NOT NULL REFERENCES destination (id) ON DELETE CASCADE,
	message_id     TEXT    NOT NULL, -- '' where it gets nothing
	state          INTEGER NOT NULL, -- 0: nothing, 1: owed, 2: written, and the entry is to be marked read, 3: written
	failures       INTEGER NOT NULL DEFAULT 0,
	PRIMARY KEY (entry_id, destination_id)
) WITHOUT ROWID;
CREATE INDEX mailing_left ON mailing (destination_id, state) WHERE state IN (1, 2);

-- Undo ----------------------------------------------------------------------

-- The last changes that people made by commands. The names are those of the first
-- few feeds, as a JSON list; parts is in how many transactions, after the first, it was made.
CREATE TABLE change (
	id      INTEGER PRIMARY KEY AUTOINCREMENT,
	made_at INTEGER NOT NULL,
	command TEXT    NOT NULL,
	subject TEXT    NOT NULL,
	entries INTEGER NOT NULL,
	feeds   INTEGER NOT NULL,
	names   TEXT    NOT NULL,
	parts   INTEGER NOT NULL DEFAULT 0
);

-- The entries of which a change set a mark, 'unread' or 'starred', to value, as ranges
-- of numbers.
CREATE TABLE changed_mark (
	change_id INTEGER NOT NULL,
	mark      TEXT    NOT NULL,
	value     INTEGER NOT NULL,
	first     INTEGER NOT NULL,
	last      INTEGER NOT NULL
);
CREATE INDEX changed_mark_by_change ON changed_mark (change_id, first, last);

-- Rows of other tables as they were before a change and after it.
CREATE TABLE changed_subscription AS SELECT 0 AS change_id, 0 AS is_after, * FROM subscription WHERE 0;
CREATE TABLE changed_tag          AS SELECT 0 AS change_id, 0 AS is_after, * FROM tag          WHERE 0;
CREATE TABLE changed_mute         AS SELECT 0 AS change_id, 0 AS is_after, * FROM mute         WHERE 0;
CREATE TABLE changed_pruned       AS SELECT 0 AS change_id, 0 AS is_after, * FROM pruned       WHERE 0;
CREATE TABLE changed_entry        AS SELECT 0 AS change_id, 0 AS is_after, * FROM entry        WHERE 0;
CREATE TABLE changed_owed_hook    AS SELECT 0 AS change_id, 0 AS is_after, * FROM owed_hook    WHERE 0;
CREATE TABLE changed_wanted_post  AS SELECT 0 AS change_id, 0 AS is_after, * FROM wanted_post  WHERE 0;
CREATE TABLE changed_mailing      AS SELECT 0 AS change_id, 0 AS is_after, * FROM mailing      WHERE 0;
CREATE TABLE changed_post AS
	SELECT 0 AS change_id, 0 AS is_after,
		entry_id, subscription_id, url, media_type, fetched_at, from_feed, size, cut, text FROM post WHERE 0;
CREATE INDEX changed_subscription_by_id    ON changed_subscription (change_id, id);
CREATE INDEX changed_tag_by_change         ON changed_tag          (change_id, is_after);
CREATE INDEX changed_mute_by_change        ON changed_mute         (change_id, is_after);
CREATE INDEX changed_pruned_by_change      ON changed_pruned       (change_id, is_after);
CREATE INDEX changed_entry_by_change       ON changed_entry        (change_id, is_after);
CREATE INDEX changed_owed_hook_by_change   ON changed_owed_hook    (change_id, is_after);
CREATE INDEX changed_wanted_post_by_change ON changed_wanted_post  (change_id, is_after);
CREATE INDEX changed_mailing_by_change     ON changed_mailing      (change_id, is_after);
CREATE INDEX changed_post_by_change        ON changed_post         (change_id, is_after);
