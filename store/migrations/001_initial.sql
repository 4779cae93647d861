-- Times are Unix seconds, NULL where the thing never happened.
-- AUTOINCREMENT: people write numbers down, so none is ever given twice.

CREATE TABLE setting (
	name  TEXT NOT NULL PRIMARY KEY,
	value TEXT NOT NULL
) WITHOUT ROWID;

-- A version 4 UUID, made once: merged exports keep their Atom id for ever.
INSERT INTO setting (name, value) VALUES ('feed_id', 'urn:uuid:' || lower(
	hex(randomblob(4)) || '-' ||
	hex(randomblob(2)) || '-4' ||
	substr(hex(randomblob(2)), 2) || '-' ||
	substr('89AB', 1 + (random() & 3), 1) ||
	substr(hex(randomblob(2)), 2) || '-' ||
	hex(randomblob(6))));

CREATE TABLE subscription (
	id              INTEGER PRIMARY KEY AUTOINCREMENT,
	url             TEXT    NOT NULL UNIQUE,
	title           TEXT    NOT NULL,            -- the user's, '' when none
	feed_title      TEXT    NOT NULL DEFAULT '', -- the page's
	subtitle        TEXT    NOT NULL DEFAULT '',
	author          TEXT    NOT NULL DEFAULT '',
	lang            TEXT    NOT NULL DEFAULT '',
	format          TEXT    NOT NULL,
	feed_updated    INTEGER,
	state           TEXT    NOT NULL,
	ignore_robots   INTEGER NOT NULL,
	added_at        INTEGER NOT NULL,
	checked_at      INTEGER,
	changed_at      INTEGER,
	next_check_at   INTEGER,
	failures        INTEGER NOT NULL DEFAULT 0,
	last_error      TEXT    NOT NULL DEFAULT '',
	last_error_kind TEXT    NOT NULL DEFAULT '',
	digest          TEXT    NOT NULL DEFAULT '',
	first_unread    INTEGER                      -- how many entries of the first page read arrive unread (-1: all); NULL once it was read
);

CREATE TABLE tag (
	subscription_id INTEGER NOT NULL REFERENCES subscription (id) ON DELETE CASCADE,
	tag             TEXT    NOT NULL,
	PRIMARY KEY (subscription_id, tag)
) WITHOUT ROWID;

CREATE TABLE entry (
	id              INTEGER PRIMARY KEY AUTOINCREMENT,
	subscription_id INTEGER NOT NULL REFERENCES subscription (id) ON DELETE CASCADE,
	ref             TEXT    NOT NULL, -- Atom id
	url             TEXT,             -- NULL when it equals ref, as on every gemtext page
	title           TEXT    NOT NULL,
	author          TEXT    NOT NULL,
	updated         INTEGER NOT NULL,
	rank            INTEGER NOT NULL, -- place among the page's entries of one time, 0 the oldest
	first_seen      INTEGER NOT NULL,
	unread          INTEGER NOT NULL,
	UNIQUE (ref, subscription_id)
);

CREATE INDEX entry_by_time ON entry (updated DESC, subscription_id, rank DESC, id DESC);
CREATE INDEX entry_unread ON entry (updated DESC, subscription_id, rank DESC, id DESC) WHERE unread = 1;
CREATE INDEX entry_by_subscription ON entry (subscription_id, updated DESC, rank DESC, id DESC);
CREATE INDEX entry_by_url ON entry (url) WHERE url IS NOT NULL;

CREATE TABLE host (
	authority   TEXT    NOT NULL,
	refused     INTEGER NOT NULL, -- 0: the key that is trusted, 1: another that was seen and refused
	fingerprint TEXT    NOT NULL,
	not_after   INTEGER,
	seen_at     INTEGER,
	PRIMARY KEY (authority, refused)
) WITHOUT ROWID;

CREATE TABLE authority (
	authority            TEXT    NOT NULL PRIMARY KEY,
	robots               BLOB,
	robots_known         INTEGER NOT NULL,
	robots_status        TEXT    NOT NULL,
	robots_at            INTEGER,
	robots_failing_since INTEGER,
	requested_at         INTEGER,
	defer_until          INTEGER,
	defer_for            INTEGER NOT NULL -- seconds
);
