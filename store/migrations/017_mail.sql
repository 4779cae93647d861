-- Entries are delivered by mail.

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

CREATE TABLE changed_mailing AS SELECT 0 AS change_id, 0 AS is_after, * FROM mailing WHERE 0;
CREATE INDEX changed_mailing_by_change ON changed_mailing (change_id, is_after);
