-- What migrations/*.sql make of an empty database. Do not edit: make golden writes it.

CREATE TABLE setting (
	name  TEXT NOT NULL PRIMARY KEY,
	value TEXT NOT NULL
) WITHOUT ROWID;

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
	first_unread    INTEGER,                     -- how many entries of the first page read arrive unread (-1: all); NULL once it was read
	interval        INTEGER NOT NULL DEFAULT 0,  -- seconds between checks that the user fixed, 0: by the feed's rhythm
	rhythm          INTEGER NOT NULL DEFAULT 0,  -- seconds, median gap between entries of the last page read, 0: unknown
	old_url         TEXT    NOT NULL DEFAULT '', -- where the page was before it last moved (31), '' if it never did
	moved_at        INTEGER
, attempted_at INTEGER, wait_until   INTEGER, wait_reason  TEXT NOT NULL DEFAULT '', reach TEXT NOT NULL DEFAULT '', format_chosen INTEGER NOT NULL DEFAULT 0, posts TEXT NOT NULL DEFAULT '', read_url TEXT NOT NULL DEFAULT '');

CREATE TABLE tag (
	subscription_id INTEGER NOT NULL REFERENCES subscription (id) ON DELETE CASCADE,
	tag             TEXT    NOT NULL,
	PRIMARY KEY (subscription_id, tag)
) WITHOUT ROWID;

CREATE TABLE entry (
	id              INTEGER PRIMARY KEY AUTOINCREMENT,
	subscription_id INTEGER NOT NULL REFERENCES subscription (id) ON DELETE CASCADE,
	ref             TEXT    NOT NULL, -- Atom id
	title           TEXT    NOT NULL,
	author          TEXT    NOT NULL,
	updated         INTEGER NOT NULL,
	rank            INTEGER NOT NULL, -- place among the page's entries of one time, 0 the oldest
	first_seen      INTEGER NOT NULL,
	unread          INTEGER NOT NULL,
	published       INTEGER,          -- as its feed says; NULL where it does not
	starred         INTEGER NOT NULL DEFAULT 0, renewed_at INTEGER, url TEXT NOT NULL DEFAULT '', page TEXT    NOT NULL DEFAULT '', own  INTEGER NOT NULL DEFAULT 0, sort_time INTEGER NOT NULL GENERATED ALWAYS AS (
	IIF(updated > COALESCE(renewed_at, first_seen) + 86400, COALESCE(renewed_at, first_seen), updated)) VIRTUAL,
	UNIQUE (ref, subscription_id)
);

CREATE TABLE pruned (
	subscription_id INTEGER NOT NULL REFERENCES subscription (id) ON DELETE CASCADE,
	ref             BLOB    NOT NULL,
	updated         INTEGER NOT NULL, title BLOB NOT NULL DEFAULT '', -- the entry's last date
	PRIMARY KEY (subscription_id, ref)
) WITHOUT ROWID;

CREATE TABLE mute (
	id              INTEGER PRIMARY KEY AUTOINCREMENT,
	pattern         TEXT    NOT NULL,
	subscription_id INTEGER REFERENCES subscription (id) ON DELETE CASCADE, -- NULL: of all feeds
	tag             TEXT    NOT NULL,                                       -- of the feeds; '': of all
	added_at        INTEGER NOT NULL
);

CREATE UNIQUE INDEX mute_once ON mute (pattern, COALESCE(subscription_id, 0), tag);

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

CREATE TABLE identity (
	name        TEXT    NOT NULL PRIMARY KEY,
	certificate BLOB    NOT NULL,
	key         BLOB    NOT NULL,
	added_at    INTEGER NOT NULL
);

CREATE TABLE identity_use (
	authority TEXT NOT NULL,
	path      TEXT NOT NULL,
	name      TEXT NOT NULL REFERENCES identity (name) ON DELETE CASCADE,
	PRIMARY KEY (authority, path)
) WITHOUT ROWID;

CREATE TABLE owed_hook (
	entry_id      INTEGER PRIMARY KEY REFERENCES entry (id) ON DELETE CASCADE,
	failed_starts INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE "host" (
	authority   TEXT    NOT NULL,
	refused     INTEGER NOT NULL, -- 0: the trusted key, 1: a refused one
	fingerprint TEXT    NOT NULL,
	not_after   INTEGER,
	seen_at     INTEGER,
	visited_at  INTEGER,
	PRIMARY KEY (authority, refused, fingerprint)
) WITHOUT ROWID;

CREATE UNIQUE INDEX host_trusted ON host (authority) WHERE refused = 0;

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
, growths INTEGER NOT NULL DEFAULT 0, joins   INTEGER);

CREATE INDEX post_by_subscription ON post (subscription_id, entry_id, length);

CREATE TABLE wanted_post (
	entry_id    INTEGER PRIMARY KEY REFERENCES entry (id) ON DELETE CASCADE,
	not_before  INTEGER,          -- NULL: never again
	passed_over INTEGER NOT NULL, -- 1: the last update had no time for its authority
	tries       INTEGER NOT NULL, -- requests that were answered by a failure
	failure     TEXT    NOT NULL  -- of the last one
);

CREATE INDEX wanted_post_by_time ON wanted_post (not_before) WHERE not_before IS NOT NULL;

CREATE TABLE unindexed (entry_id INTEGER PRIMARY KEY);

CREATE VIRTUAL TABLE entry_text USING fts4 (content="indexed_entry", text, title, tokenize=unicode61 "remove_diacritics=2");

CREATE VIEW indexed_feed AS
SELECT id AS rowid, searchable('', title) AS title, searchable('', feed_title) AS feed_title FROM subscription;

CREATE VIRTUAL TABLE feed_text USING fts4 (content="indexed_feed", title, feed_title, tokenize=unicode61 "remove_diacritics=2");

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

CREATE TABLE destination (
	id    INTEGER PRIMARY KEY AUTOINCREMENT,
	name  TEXT    NOT NULL UNIQUE,
	after INTEGER);

CREATE TABLE change (
	id      INTEGER PRIMARY KEY AUTOINCREMENT,
	made_at INTEGER NOT NULL,
	command TEXT    NOT NULL,
	subject TEXT    NOT NULL,
	entries INTEGER NOT NULL,
	feeds   INTEGER NOT NULL,
	names   TEXT    NOT NULL);

CREATE INDEX post_unlinked ON post (entry_id) WHERE joins IS NULL;

CREATE TABLE post_link (
	entry_id INTEGER NOT NULL REFERENCES post (entry_id) ON DELETE CASCADE,
	page     TEXT    NOT NULL,
	url      TEXT,
	PRIMARY KEY (entry_id, page)
) WITHOUT ROWID;

CREATE INDEX post_link_by_page ON post_link (page);

CREATE INDEX entry_by_url  ON entry (url, own DESC, first_seen);

CREATE INDEX entry_by_page ON entry (page, own DESC, first_seen);

CREATE INDEX entry_by_time         ON entry (sort_time DESC, subscription_id, rank DESC, id DESC);

CREATE INDEX entry_unread          ON entry (sort_time DESC, subscription_id, rank DESC, id DESC) WHERE unread = 1;

CREATE INDEX entry_starred         ON entry (sort_time DESC, subscription_id, rank DESC, id DESC) WHERE starred = 1;

CREATE INDEX entry_by_subscription ON entry (subscription_id, sort_time DESC, rank DESC, id DESC);

CREATE TABLE "mailing" (
	entry_id       INTEGER NOT NULL REFERENCES entry (id) ON DELETE CASCADE,
	destination_id INTEGER NOT NULL REFERENCES destination (id) ON DELETE CASCADE,
	state          INTEGER NOT NULL, -- 0: refused, 1: written, and the entry is to be marked read, 2: written
	refusals       INTEGER NOT NULL,
	PRIMARY KEY (entry_id, destination_id)
) WITHOUT ROWID;

CREATE INDEX mailing_left ON mailing (destination_id, state) WHERE state < 2;

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

CREATE VIEW indexed_entry AS
SELECT
	e.id AS rowid,
	IIF(LENGTH(e.title) = OCTET_LENGTH(e.title), e.title, searchable('', e.title)) AS title,
	IIF(p.length > 0, searchable(p.media_type, p.text), '') AS text
FROM entry e LEFT JOIN post p ON p.entry_id = e.id;

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

-- A version 4 UUID, made once: merged exports keep their Atom id for ever.
INSERT INTO setting (name, value) VALUES ('feed_id', 'urn:uuid:' || lower(
	hex(randomblob(4)) || '-' ||
	hex(randomblob(2)) || '-4' ||
	substr(hex(randomblob(2)), 2) || '-' ||
	substr('89AB', 1 + (random() & 3), 1) ||
	substr(hex(randomblob(2)), 2) || '-' ||
	hex(randomblob(6))));

INSERT INTO entry_text (entry_text) VALUES ('automerge=8');
