-- What is kept so that a feed cannot reach beyond itself, and so that wrong
-- clocks do no lasting harm.

-- The numbers are counted again: a gemsub that was running while the schema of
-- another came may have left wrong ones.
UPDATE tally SET (entries, unread) = (
	SELECT COUNT(*), COALESCE(SUM(unread), 0) FROM entry WHERE subscription_id = tally.subscription_id);

-- Entries stay with their subscription: two are never joined.
DROP TRIGGER tally_move;

-- When a page was last requested, also where that came to a wait; and until when
-- and why it has to wait, if its last check came to that.
ALTER TABLE subscription ADD COLUMN attempted_at INTEGER;
ALTER TABLE subscription ADD COLUMN wait_until   INTEGER;
ALTER TABLE subscription ADD COLUMN wait_reason  TEXT NOT NULL DEFAULT '';

-- When a page had moved to another author, for what it listed before: that never
-- stands for what it lists now. left_at is when a page had moved away from the URL
-- to which the user brought it back, until it is read there.
ALTER TABLE entry ADD COLUMN detached_at INTEGER;
ALTER TABLE pruned ADD COLUMN detached_at INTEGER;
ALTER TABLE subscription ADD COLUMN left_at INTEGER;

-- When an authority last showed its key; and all keys that were refused there, since
-- the user accepts the one that was told. Those of before may not have been told,
-- so they are told again.
CREATE TABLE host_010 (
	authority   TEXT    NOT NULL,
	refused     INTEGER NOT NULL, -- 0: the key that is trusted, 1: others that were seen and refused
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

-- Whether a feed's capsule was at a private address when it was first read, 'local'
-- or 'public'; '' until then. Public ones lead to no private address.
ALTER TABLE subscription ADD COLUMN reach TEXT NOT NULL DEFAULT '';

-- Whether the user chose how to read a feed; else that was found out, and is again
-- where it does not fit. Of older feeds it is known where it cannot be found out.
ALTER TABLE subscription ADD COLUMN format_chosen INTEGER NOT NULL DEFAULT 0;
UPDATE subscription SET format_chosen = 1 WHERE format IN ('links', 'page');

-- What of its capsule a feed speaks for: its URL up to the last slash, and all of
-- a user's pages for the URL of a user without one. A trigger keeps it in step.
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

-- Which feeds have a link is found however often each of them has it.
DROP INDEX entry_by_url;
CREATE INDEX entry_by_url ON entry (url, subscription_id) WHERE url IS NOT NULL;

-- The new entries of a day, in days since 1970, and how many days in a row up to it
-- had too many.
ALTER TABLE subscription ADD COLUMN arrival_day INTEGER NOT NULL DEFAULT 0;
ALTER TABLE subscription ADD COLUMN arrivals    INTEGER NOT NULL DEFAULT 0;
ALTER TABLE subscription ADD COLUMN floods      INTEGER NOT NULL DEFAULT 0;

-- When an entry last became unread by a later date.
ALTER TABLE entry ADD COLUMN renewed_at INTEGER;

-- The index of words merges its parts a little at a time. All at once took 4 s where
-- there are a million entries.
INSERT INTO entry_text (entry_text) VALUES ('automerge=4');

-- Entries that became new in an update with --exec and whose command did not run yet;
-- and in how many updates it could not be started.
CREATE TABLE owed_hook (
	entry_id      INTEGER PRIMARY KEY REFERENCES entry (id) ON DELETE CASCADE,
	failed_starts INTEGER NOT NULL DEFAULT 0
);
