-- The schema of 0.1.0.
--
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
	first_unread    INTEGER,                     -- how many entries of the first page read arrive unread (-1: all); NULL once it was read
	interval        INTEGER NOT NULL DEFAULT 0,  -- seconds between checks that the user fixed, 0: by the feed's rhythm
	rhythm          INTEGER NOT NULL DEFAULT 0,  -- seconds, median gap between entries of the last page read, 0: unknown
	moved_from      TEXT    NOT NULL DEFAULT '', -- where the page was when its entries were read, until it is read at its URL of now; '' for there
	old_url         TEXT    NOT NULL DEFAULT '', -- where the page was before it last moved (31), '' if it never did
	moved_at        INTEGER
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
	published       INTEGER,          -- as its feed says; NULL where it does not
	starred         INTEGER NOT NULL DEFAULT 0,
	UNIQUE (ref, subscription_id)
);
CREATE INDEX entry_by_time ON entry (updated DESC, subscription_id, rank DESC, id DESC);
CREATE INDEX entry_unread ON entry (updated DESC, subscription_id, rank DESC, id DESC) WHERE unread = 1;
CREATE INDEX entry_starred ON entry (updated DESC, subscription_id, rank DESC, id DESC) WHERE starred = 1;
CREATE INDEX entry_by_subscription ON entry (subscription_id, updated DESC, rank DESC, id DESC);
CREATE INDEX entry_by_length ON entry (id, LENGTH(title), updated, subscription_id, rank);
CREATE INDEX entry_by_url ON entry (url) WHERE url IS NOT NULL;

-- Entries that were removed to make room, and are not to come back. The
-- references go by 128 bits of their SHA-256: there may be a million.
CREATE TABLE pruned (
	subscription_id INTEGER NOT NULL REFERENCES subscription (id) ON DELETE CASCADE,
	ref             BLOB    NOT NULL,
	updated         INTEGER NOT NULL, -- the entry's last date
	PRIMARY KEY (subscription_id, ref)
) WITHOUT ROWID;

-- Entries whose title matches arrive read.
CREATE TABLE mute (
	id              INTEGER PRIMARY KEY AUTOINCREMENT,
	pattern         TEXT    NOT NULL,
	subscription_id INTEGER REFERENCES subscription (id) ON DELETE CASCADE, -- NULL: of all feeds
	tag             TEXT    NOT NULL,                                       -- of the feeds; '': of all
	added_at        INTEGER NOT NULL
);
CREATE UNIQUE INDEX mute_once ON mute (pattern, COALESCE(subscription_id, 0), tag);

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

-- Client certificates of the user's, in PEM form, and where they are shown: at a path
-- and below it.
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

-- The numbers of entries.
CREATE TABLE tally (
	subscription_id INTEGER PRIMARY KEY REFERENCES subscription (id) ON DELETE CASCADE,
	entries         INTEGER NOT NULL,
	unread          INTEGER NOT NULL
);
CREATE TRIGGER tally_subscription AFTER INSERT ON subscription BEGIN
	INSERT INTO tally (subscription_id, entries, unread) VALUES (NEW.id, 0, 0);
END;
CREATE TRIGGER tally_delete AFTER DELETE ON entry BEGIN
	UPDATE tally SET entries = entries - 1, unread = unread - OLD.unread
	WHERE subscription_id = OLD.subscription_id;
END;
CREATE TRIGGER tally_unread AFTER UPDATE OF unread ON entry WHEN NEW.unread <> OLD.unread BEGIN
	UPDATE tally SET unread = unread + NEW.unread - OLD.unread
	WHERE subscription_id = OLD.subscription_id;
END;
CREATE TRIGGER tally_move AFTER UPDATE OF subscription_id ON entry WHEN NEW.subscription_id <> OLD.subscription_id BEGIN
	UPDATE tally SET entries = entries - 1, unread = unread - NEW.unread
	WHERE subscription_id = OLD.subscription_id;
	UPDATE tally SET entries = entries + 1, unread = unread + NEW.unread
	WHERE subscription_id = NEW.subscription_id;
END;

-- The words of titles.
CREATE VIRTUAL TABLE entry_text USING fts4 (content="entry", title, tokenize=unicode61 "remove_diacritics=2");
CREATE TRIGGER entry_text_delete BEFORE DELETE ON entry BEGIN
	DELETE FROM entry_text WHERE docid = OLD.id;
END;
CREATE TRIGGER entry_text_before_update BEFORE UPDATE OF title ON entry WHEN NEW.title <> OLD.title BEGIN
	DELETE FROM entry_text WHERE docid = OLD.id;
END;
CREATE TRIGGER entry_text_after_update AFTER UPDATE OF title ON entry WHEN NEW.title <> OLD.title BEGIN
	INSERT INTO entry_text (docid, title) VALUES (NEW.id, NEW.title);
END;

CREATE VIRTUAL TABLE feed_text USING fts4 (content="subscription", title, feed_title, tokenize=unicode61 "remove_diacritics=2");
CREATE TRIGGER feed_text_insert AFTER INSERT ON subscription BEGIN
	INSERT INTO feed_text (docid, title, feed_title) VALUES (NEW.id, NEW.title, NEW.feed_title);
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
	INSERT INTO feed_text (docid, title, feed_title) VALUES (NEW.id, NEW.title, NEW.feed_title);
END;
