-- No feed reaches beyond itself, and wrong clocks do no lasting harm.

-- Subscriptions -------------------------------------------------------------

-- When the page was last requested, even if the capsule asked to wait. While it
-- waits: until when, and why.
ALTER TABLE subscription ADD COLUMN attempted_at INTEGER;
ALTER TABLE subscription ADD COLUMN wait_until   INTEGER;
ALTER TABLE subscription ADD COLUMN wait_reason  TEXT NOT NULL DEFAULT '';

-- When the page moved away from the URL to which the user brought it back; NULL
-- once it was read there.
ALTER TABLE subscription ADD COLUMN left_at INTEGER;

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

-- The part of its capsule that the feed speaks for: the URL up to its last slash;
-- for gemini://host/~user also that user's pages. Triggers compute it.
ALTER TABLE subscription ADD COLUMN folder TEXT NOT NULL DEFAULT '';
CREATE TRIGGER folder_insert AFTER INSERT ON subscription BEGIN
	UPDATE subscription SET url = url WHERE id = NEW.id;
END;
CREATE TRIGGER folder_update AFTER UPDATE OF url ON subscription BEGIN
	UPDATE subscription SET folder = (
		SELECT CASE
			WHEN parent NOT GLOB '*://*/*' THEN ''
			WHEN SUBSTR(page, LENGTH(parent) + 1, 1) = '~' THEN page || '/'
			ELSE parent
		END
		FROM (SELECT page, RTRIM(page, REPLACE(page, '/', '')) AS parent
			FROM (SELECT SUBSTR(NEW.url, 1, INSTR(NEW.url || '?', '?') - 1) AS page))
	) WHERE id = NEW.id;
END;
UPDATE subscription SET url = url;

-- Entries -------------------------------------------------------------------

-- When the page moved to another author, for the entries that it listed before;
-- they are not the same as entries that it lists now.
ALTER TABLE entry  ADD COLUMN detached_at INTEGER;
ALTER TABLE pruned ADD COLUMN detached_at INTEGER;

-- When the entry last became unread because its date moved forward.
ALTER TABLE entry ADD COLUMN renewed_at INTEGER;

-- Lists are ordered by the sort time of entries (see sorttime.go).
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
CREATE INDEX entry_by_length ON entry (
	id, LENGTH(title),
	IIF(updated > COALESCE(renewed_at, first_seen) + 86400, COALESCE(renewed_at, first_seen), updated),
	subscription_id, rank);
UPDATE subscription SET feed_updated = NULL WHERE feed_updated > checked_at + 86400;

-- Finds the feeds that have a link, even if one of them has it many times.
DROP INDEX entry_by_url;
CREATE INDEX entry_by_url ON entry (url, subscription_id) WHERE url IS NOT NULL;

-- The word index merges its segments a little at a time. All at once took 4 s with
-- a million entries.
INSERT INTO entry_text (entry_text) VALUES ('automerge=4');

-- Subscriptions are no longer joined, so entries stay with theirs. The numbers of
-- entries are counted again: a gemsub that ran during an earlier migration may have
-- left wrong ones.
DROP TRIGGER tally_move;
UPDATE tally SET (entries, unread) = (
	SELECT COUNT(*), COALESCE(SUM(unread), 0) FROM entry WHERE subscription_id = tally.subscription_id);

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
CREATE TABLE host_010 (
	authority   TEXT    NOT NULL,
	refused     INTEGER NOT NULL, -- 0: the trusted key, 1: a refused one
	fingerprint TEXT    NOT NULL,
	not_after   INTEGER,
	seen_at     INTEGER,
	visited_at  INTEGER,
	PRIMARY KEY (authority, refused, fingerprint)
) WITHOUT ROWID;
INSERT INTO host_010 (authority, refused, fingerprint, not_after, seen_at)
SELECT authority, refused, fingerprint, not_after, seen_at FROM host WHERE refused = 0;
DROP TABLE host;
ALTER TABLE host_010 RENAME TO host;
CREATE UNIQUE INDEX host_trusted ON host (authority) WHERE refused = 0;
UPDATE subscription SET last_error_kind = '' WHERE last_error_kind = 'key changed';

-- Undo ----------------------------------------------------------------------

-- The last changes that people made by commands. The names are those of the first
-- few feeds, as a JSON list.
CREATE TABLE change (
	id      INTEGER PRIMARY KEY AUTOINCREMENT,
	made_at INTEGER NOT NULL,
	command TEXT    NOT NULL,
	subject TEXT    NOT NULL,
	entries INTEGER NOT NULL,
	feeds   INTEGER NOT NULL,
	names   TEXT    NOT NULL
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

-- Rows of other tables as they were before a change and after it. They come last,
-- since they have the columns of those tables; a column that a later script adds
-- there has to be added here too.
CREATE TABLE changed_subscription AS SELECT 0 AS change_id, 0 AS is_after, * FROM subscription WHERE 0;
CREATE INDEX changed_subscription_by_id ON changed_subscription (change_id, id);
CREATE TABLE changed_tag          AS SELECT 0 AS change_id, 0 AS is_after, * FROM tag          WHERE 0;
CREATE TABLE changed_mute         AS SELECT 0 AS change_id, 0 AS is_after, * FROM mute         WHERE 0;
CREATE TABLE changed_pruned       AS SELECT 0 AS change_id, 0 AS is_after, * FROM pruned       WHERE 0;
CREATE TABLE changed_entry        AS SELECT 0 AS change_id, 0 AS is_after, * FROM entry        WHERE 0;
CREATE TABLE changed_owed_hook    AS SELECT 0 AS change_id, 0 AS is_after, * FROM owed_hook    WHERE 0;
