-- The texts of posts are kept beside their entries, to be read offline.

-- A post is the document behind an entry. A text over 1 MiB is cut; of what is no
-- text only the type and size are kept. Its entry's number is that of the text in a
-- word index.
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

-- How many posts are kept of a subscription, and the bytes of their texts.
ALTER TABLE tally ADD COLUMN posts      INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tally ADD COLUMN post_bytes INTEGER NOT NULL DEFAULT 0;
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

-- Which posts of a subscription are fetched: 'all', 'new', 'none', or '' for what the
-- configuration says.
ALTER TABLE subscription ADD COLUMN posts TEXT NOT NULL DEFAULT '';

-- What undo brings back with a removed feed.
ALTER TABLE changed_subscription ADD COLUMN posts TEXT;
CREATE TABLE changed_post AS
	SELECT 0 AS change_id, 0 AS is_after,
		entry_id, subscription_id, url, media_type, fetched_at, from_feed, size, cut, text FROM post WHERE 0;
CREATE TABLE changed_wanted_post AS SELECT 0 AS change_id, 0 AS is_after, * FROM wanted_post WHERE 0;

-- Large changes are made and undone in several transactions. parts is how many of them,
-- after the first, have worked on a change.
ALTER TABLE change ADD COLUMN parts INTEGER NOT NULL DEFAULT 0;
CREATE INDEX changed_tag_by_change         ON changed_tag         (change_id, is_after);
CREATE INDEX changed_mute_by_change        ON changed_mute        (change_id, is_after);
CREATE INDEX changed_pruned_by_change      ON changed_pruned      (change_id, is_after);
CREATE INDEX changed_entry_by_change       ON changed_entry       (change_id, is_after);
CREATE INDEX changed_owed_hook_by_change   ON changed_owed_hook   (change_id, is_after);
CREATE INDEX changed_post_by_change        ON changed_post        (change_id, is_after);
CREATE INDEX changed_wanted_post_by_change ON changed_wanted_post (change_id, is_after);
