-- The schema, of version schemaVersion (migrate.go).
--
-- Times are Unix seconds, NULL where the thing never happened.
-- AUTOINCREMENT: people write numbers down, so no number is ever reused.

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

-- Subscriptions -------------------------------------------------------------

CREATE TABLE subscription (
	id              INTEGER PRIMARY KEY AUTOINCREMENT,
	url             TEXT    NOT NULL UNIQUE,
	title           TEXT    NOT NULL,            -- the user's, '' when none
	feed_title      TEXT    NOT NULL DEFAULT '', -- the page's
	name            TEXT    NOT NULL GENERATED ALWAYS AS (COALESCE(NULLIF(title, ''), NULLIF(feed_title, ''), url)) VIRTUAL, -- as of Subscription.Name
	subtitle        TEXT    NOT NULL DEFAULT '',
	author          TEXT    NOT NULL DEFAULT '',
	lang            TEXT    NOT NULL DEFAULT '',
	format          TEXT    NOT NULL,
	format_chosen   INTEGER NOT NULL DEFAULT 0,  -- 1: the user chose it; 0: detected, and again when it does not fit
	posts           TEXT    NOT NULL DEFAULT '', -- which posts are fetched: 'all', 'new', 'none', '' as configured
	feed_updated    INTEGER,
	state           TEXT    NOT NULL,
	paused          INTEGER NOT NULL DEFAULT 0,  -- 1: by the user, or since it came by a file and would be unsafe to ask
	ignore_robots   INTEGER NOT NULL,
	reach           TEXT    NOT NULL DEFAULT '', -- whether the capsule was 'local' or 'public' when its page was first read, '' before
	added_at        INTEGER NOT NULL,
	attempted_at    INTEGER,                     -- when the page was last requested, even if the capsule asked to wait
	checked_at      INTEGER,
	changed_at      INTEGER,
	next_check_at   INTEGER,
	wait_until      INTEGER,                     -- until when the capsule asked to wait
	wait_reason     TEXT    NOT NULL DEFAULT '',
	failures        INTEGER NOT NULL DEFAULT 0,
	last_error      TEXT    NOT NULL DEFAULT '',
	last_error_kind TEXT    NOT NULL DEFAULT '',
	digest          TEXT    NOT NULL DEFAULT '',
	first_unread    INTEGER,                     -- how many entries of the first page read arrive unread (-1: all); NULL once it was read
	interval        INTEGER NOT NULL DEFAULT 0,  -- seconds between checks, set by the user; 0: by the feed's rhythm
	rhythm          INTEGER NOT NULL DEFAULT 0,  -- seconds, median gap between entries of the last page read, 0: unknown
	read_url        TEXT    NOT NULL DEFAULT '', -- the subscription's URL when its page was last read whole; '' before
	old_url         TEXT    NOT NULL DEFAULT '', -- the URL that the user gave, if the page has moved (31) since; otherwise ''
	moved_at        INTEGER,
	newest_heading  INTEGER,                     -- the date of the page's newest dated heading when it was last read
	pruned_until    INTEGER                      -- the newest date of a pruned entry: entries of the page up to this date are no longer new
);

CREATE TABLE tag (
	subscription_id INTEGER NOT NULL REFERENCES subscription (id) ON DELETE CASCADE,
	tag             TEXT    NOT NULL,
	PRIMARY KEY (subscription_id, tag)
) WITHOUT ROWID;

-- Entries whose title matches arrive read; with inverted, those that match no such mute of their feed.
CREATE TABLE mute (
	id              INTEGER PRIMARY KEY AUTOINCREMENT,
	pattern         TEXT    NOT NULL,
	subscription_id INTEGER REFERENCES subscription (id) ON DELETE CASCADE, -- NULL: of all feeds
	tag             TEXT    NOT NULL,                                       -- of the feeds; '': of all
	added_at        INTEGER NOT NULL,
	inverted        INTEGER NOT NULL DEFAULT 0                              -- 1 only with a feed or a tag
);
CREATE UNIQUE INDEX mute_once ON mute (pattern, COALESCE(subscription_id, 0), tag, inverted);

CREATE INDEX subscription_moved ON subscription (old_url) WHERE old_url <> '';

-- Entries -------------------------------------------------------------------

CREATE TABLE entry (
	id              INTEGER PRIMARY KEY AUTOINCREMENT,
	subscription_id INTEGER NOT NULL REFERENCES subscription (id) ON DELETE CASCADE,
	ref             TEXT    NOT NULL,            -- Atom id
	link            TEXT,                        -- NULL if it is ref
	url             TEXT    NOT NULL GENERATED ALWAYS AS (COALESCE(link, ref)) VIRTUAL,
	page            TEXT    NOT NULL DEFAULT '', -- the key that all URLs of its page share; '' if url has no host
	nearness        INTEGER NOT NULL DEFAULT 0,  -- of the link to the feed (owner.go): the nearest feed owns it
	repeated        INTEGER NOT NULL DEFAULT 0,  -- 1: other entries of the feed have this url, so it is compared with no other feed
	section         INTEGER NOT NULL DEFAULT 0,  -- 1: it is a part of its feed's page, and no request returns its text
	title           TEXT    NOT NULL,
	provisional     INTEGER NOT NULL DEFAULT 0,  -- 1: the title was made from the link or date; the first heading of the post replaces it
	author          TEXT    NOT NULL,
	updated         INTEGER NOT NULL,
	published       INTEGER,                     -- as its feed says; NULL if it does not
	rank            INTEGER NOT NULL,            -- order among the page's entries of one time, 0 the oldest
	first_seen      INTEGER NOT NULL,
	renewed_at      INTEGER,                     -- when it last became unread because its date moved forward
	unread          INTEGER NOT NULL,
	starred         INTEGER NOT NULL DEFAULT 0,
	id_exported     INTEGER NOT NULL DEFAULT 0,  -- 1: merged exports had ref as its id before schema 21, and keep it
	by_file         INTEGER NOT NULL DEFAULT 0,  -- 1: another machine or a post's link brought it, so its link may lead anywhere
	marked          INTEGER NOT NULL DEFAULT 0,  -- bits: a person marked it read or unread (1); sync must still send this mark (2), the star (4)
	-- Lists are ordered by date. If the date is over a day after the entry was first seen or
	-- became unread again, they are ordered by this time.
	sort_time       INTEGER NOT NULL GENERATED ALWAYS AS (
		IIF(updated > COALESCE(renewed_at, first_seen) + 86400, COALESCE(renewed_at, first_seen), updated)) VIRTUAL,
	UNIQUE (ref, subscription_id)
);
CREATE INDEX entry_by_url          ON entry (url, nearness DESC, first_seen, id, repeated, subscription_id);
CREATE INDEX entry_by_page         ON entry (page, nearness DESC, first_seen);
CREATE INDEX entry_by_time         ON entry (sort_time DESC, subscription_id, rank DESC, id DESC);
CREATE INDEX entry_unread          ON entry (sort_time DESC, subscription_id, rank DESC, id DESC) WHERE unread = 1;
CREATE INDEX entry_starred         ON entry (sort_time DESC, subscription_id, rank DESC, id DESC) WHERE starred = 1;
CREATE INDEX entry_untold          ON entry (marked) WHERE marked > 1;
CREATE INDEX entry_by_subscription ON entry (subscription_id, sort_time DESC, rank DESC, id DESC);

-- Entries that became new in an update with --exec and still wait for the command, and in
-- how many updates it failed to start.
CREATE TABLE owed_hook (
	entry_id      INTEGER PRIMARY KEY REFERENCES entry (id) ON DELETE CASCADE,
	failed_starts INTEGER NOT NULL DEFAULT 0
);

-- Capsules ------------------------------------------------------------------

CREATE TABLE authority (
	authority            TEXT    NOT NULL PRIMARY KEY,
	robots               BLOB,
	robots_known         INTEGER NOT NULL DEFAULT 0,
	robots_status        TEXT    NOT NULL DEFAULT '',
	robots_at            INTEGER,
	robots_failing_since INTEGER,
	requested_at         INTEGER,
	defer_until          INTEGER,
	defer_for            INTEGER NOT NULL DEFAULT 0,  -- seconds
	fingerprint          TEXT    NOT NULL DEFAULT '', -- of the pinned key, '' for none
	not_after            INTEGER,
	seen_at              INTEGER,
	visited_at           INTEGER,                     -- when the authority last showed the key
	refused              TEXT    NOT NULL DEFAULT '', -- the fingerprint of the key that was refused last, '' for none
	refused_not_after    INTEGER,
	refused_at           INTEGER
);

-- The user's client certificates, in PEM form, and where they are sent: at a path and
-- below it.
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

-- Posts ---------------------------------------------------------------------

-- A post is the document behind an entry. A text over 1 MiB is cut. Of other documents
-- only the type and size are kept.
CREATE TABLE post (
	entry_id        INTEGER PRIMARY KEY REFERENCES entry (id) ON DELETE CASCADE,
	subscription_id INTEGER NOT NULL,           -- the entry's
	url             TEXT    NOT NULL,           -- where it was read
	media_type      TEXT    NOT NULL,
	fetched_at      INTEGER NOT NULL,
	from_feed       INTEGER NOT NULL,           -- 1: the feed carried it, and it was not requested
	other_author    INTEGER NOT NULL DEFAULT 0, -- 1: url and the entry's link are of different authors, and the feed has not moved
	size            INTEGER NOT NULL,           -- of the document, in bytes
	cut             INTEGER NOT NULL,           -- 1: only the beginning of the text is kept
	growths         INTEGER NOT NULL DEFAULT 0, -- how many times it was longer when fetched again
	joins           INTEGER NOT NULL DEFAULT 0, -- whether it can be part of a conversation
	length          INTEGER NOT NULL GENERATED ALWAYS AS (OCTET_LENGTH(text)) STORED, -- in bytes
	text            TEXT    NOT NULL            -- last, so that reading the rest skips it
);
CREATE INDEX post_by_subscription ON post (subscription_id, entry_id, length);
CREATE INDEX post_fetched         ON post (url) WHERE NOT from_feed;

-- Which post is shown for an entry: its own, else the one that was fetched at exactly its URL, the
-- owner's first (owner.go). A text that a feed carried counts only if this feed owns the link. A
-- section has its own text alone.
CREATE VIEW own_post (entry_id) AS
SELECT p.entry_id FROM post p JOIN entry e ON e.id = p.entry_id
WHERE NOT p.from_feed OR p.url <> e.url
	OR e.subscription_id = (SELECT o.subscription_id FROM entry o WHERE o.url = e.url ORDER BY o.nearness DESC, o.first_seen, o.id LIMIT 1);
CREATE VIEW shown_post (entry_id, post_id) AS
SELECT entry_id, entry_id FROM own_post
UNION ALL
SELECT e.id, p.entry_id FROM post p JOIN entry e ON e.url = p.url
WHERE NOT p.from_feed AND NOT e.section AND NOT EXISTS (SELECT 1 FROM own_post WHERE entry_id = e.id) AND p.entry_id = (
	SELECT f.entry_id FROM post f CROSS JOIN entry o ON o.id = f.entry_id AND o.url = f.url
	WHERE f.url = e.url AND NOT f.from_feed ORDER BY o.nearness DESC, o.first_seen, o.id LIMIT 1);

-- Entries whose posts an update should fetch. A post that cannot be fetched keeps its row,
-- with the reason and no time, so that it is not requested again.
CREATE TABLE wanted_post (
	entry_id   INTEGER PRIMARY KEY REFERENCES entry (id) ON DELETE CASCADE,
	not_before INTEGER,          -- NULL: never again
	tries      INTEGER NOT NULL, -- requests answered with a failure
	failure    TEXT    NOT NULL  -- the last failure
);
CREATE INDEX wanted_post_by_time ON wanted_post (not_before) WHERE not_before IS NOT NULL;

-- Entries whose posts a request can return: no sections, and none whose post was fetched for another
-- entry. But a post that was fetched before its author announced it may have been a draft. is_home: the
-- link is at its feed's authority.
CREATE VIEW fetchable AS
SELECT e.id, e.subscription_id, e.url, e.by_file, e.unread OR e.starred AS is_open, e.updated, e.rank, e.sort_time,
	authority_of(e.url) = authority_of(s.url) AS is_home
FROM entry e JOIN subscription s ON s.id = e.subscription_id
WHERE NOT e.section AND NOT EXISTS (
	SELECT 1 FROM post p WHERE p.entry_id = (SELECT post_id FROM shown_post WHERE entry_id = e.id) AND p.entry_id <> e.id
		AND (p.fetched_at >= e.first_seen OR authority_of(e.url) <> authority_of(s.url)));

-- The pages of other authors to which a kept text links.
CREATE TABLE post_link (
	entry_id INTEGER NOT NULL REFERENCES post (entry_id) ON DELETE CASCADE, -- the entry whose text has the link
	page     TEXT    NOT NULL, -- the key that all URLs of the page share; after a move of its feed the key of the new page
	url      TEXT    NOT NULL, -- as the text has it
	PRIMARY KEY (entry_id, page)
) WITHOUT ROWID;
CREATE INDEX post_link_by_page ON post_link (page);

-- Mail ----------------------------------------------------------------------

-- Where mail goes: a maildir, an mbox or an address, by the name that the user knows.
CREATE TABLE destination (
	id   INTEGER PRIMARY KEY AUTOINCREMENT,
	name TEXT    NOT NULL UNIQUE
);

-- Deliveries of an entry to a destination.
CREATE TABLE mailing (
	entry_id       INTEGER NOT NULL REFERENCES entry (id) ON DELETE CASCADE,
	destination_id INTEGER NOT NULL REFERENCES destination (id) ON DELETE CASCADE,
	state          INTEGER NOT NULL, -- 0: refused; -1: held back at the first delivery; else written
	PRIMARY KEY (entry_id, destination_id)
) WITHOUT ROWID;

-- Undo ----------------------------------------------------------------------

-- The last changes that people made by commands. names holds the first few feeds' names,
-- as a JSON list.
CREATE TABLE change (
	id      INTEGER PRIMARY KEY AUTOINCREMENT,
	made_at INTEGER NOT NULL,
	command TEXT    NOT NULL,
	subject TEXT    NOT NULL,
	entries INTEGER NOT NULL,
	feeds   INTEGER NOT NULL,
	names   TEXT    NOT NULL
);
CREATE TABLE changed_value (
	id          INTEGER PRIMARY KEY, -- in the order in which the command changed them
	change_id   INTEGER NOT NULL REFERENCES change (id) ON DELETE CASCADE,
	table_name  TEXT    NOT NULL,
	column_name TEXT    NOT NULL, -- '' for a whole row, which was deleted (old) or added (new)
	first_key   INTEGER,          -- of the rows with this value; NULL for a whole row
	last_key    INTEGER,
	old,                          -- a row is a JSON object
	new
);
CREATE INDEX changed_value_by_change ON changed_value (change_id, table_name, column_name);

-- Machines in step ----------------------------------------------------------

-- The last change of each mark and setting by any machine (model.SyncLine). It refers to no
-- rows of feeds and entries: it may arrive before them and outlives them.
CREATE TABLE machine_line (
	what    TEXT    NOT NULL,
	feed    TEXT    NOT NULL,
	ref     TEXT    NOT NULL,
	value,
	counter INTEGER NOT NULL,
	machine TEXT    NOT NULL,
	seen_at INTEGER NOT NULL, -- when it was learned or noted here; 0: its entry or feed moved since the last sync
	PRIMARY KEY (what, feed, ref)
) WITHOUT ROWID;
CREATE INDEX machine_line_moved ON machine_line (seen_at) WHERE seen_at = 0;

-- The files of the folder, as they were last read or written.
CREATE TABLE machine_file (
	name       TEXT    NOT NULL PRIMARY KEY,
	machine    TEXT    NOT NULL,
	modified_at INTEGER NOT NULL, -- in nanoseconds
	size       INTEGER NOT NULL,
	seen_at    INTEGER NOT NULL
) WITHOUT ROWID;

-- This machine's name, for the place where the database last was (machines.go).
CREATE VIEW machine_name (name) AS SELECT value FROM setting WHERE setting.name GLOB 'machine *';

-- Of two lines about the same mark or setting the one with the higher counter stays; if these
-- are equal, that of the last machine by name. Machines with one name, as after a disk was
-- copied, agree by the value.
CREATE TRIGGER last_line_stays BEFORE INSERT ON machine_line BEGIN
	DELETE FROM machine_line
	WHERE (what, feed, ref) = (NEW.what, NEW.feed, NEW.ref)
		AND (counter, machine, COALESCE(value, '')) < (NEW.counter, NEW.machine, COALESCE(NEW.value, ''));
	SELECT RAISE (IGNORE) FROM machine_line WHERE (what, feed, ref) = (NEW.what, NEW.feed, NEW.ref);
END;

-- Marks follow their entry to its new ref, and the lines of a feed follow it to its new URL, with
-- their counters, so that this machine's file has them there. Lines about the old URL stay, since
-- another machine may keep a feed there. The line about the feed has the new URL.
CREATE TRIGGER marks_follow_entry AFTER UPDATE OF ref ON entry WHEN NEW.ref <> OLD.ref BEGIN
	INSERT INTO machine_line (what, feed, ref, value, counter, machine, seen_at)
	SELECT l.what, l.feed, NEW.ref, l.value, l.counter, m.name, 0
	FROM machine_line l JOIN subscription s ON s.url = l.feed JOIN machine_name m
	WHERE l.what IN ('read', 'star') AND s.id = NEW.subscription_id AND l.ref = OLD.ref;
	DELETE FROM machine_line
	WHERE what IN ('read', 'star') AND feed = (SELECT url FROM subscription WHERE id = NEW.subscription_id) AND ref = OLD.ref;
	UPDATE machine_line SET seen_at = 0
	WHERE what IN ('read', 'star') AND feed = (SELECT url FROM subscription WHERE id = NEW.subscription_id) AND ref = NEW.ref;
END;
CREATE TRIGGER marks_follow_feed AFTER UPDATE OF url ON subscription WHEN NEW.url <> OLD.url BEGIN
	UPDATE machine_line SET
		value = NEW.url, seen_at = 0, machine = (SELECT name FROM machine_name),
		counter = MIN(1 + (SELECT MAX(counter) FROM machine_line), 1 << 53)
	WHERE what = 'subscribe' AND feed = OLD.url AND value IS NOT NEW.url;
	INSERT INTO machine_line (what, feed, ref, value, counter, machine, seen_at)
	SELECT l.what, NEW.url, l.ref, l.value, l.counter, m.name, 0 FROM machine_line l JOIN machine_name m
	WHERE l.what IN ('read', 'star') AND l.feed = OLD.url;
END;

-- The feeds here with their settings that are not the default, as lines for other machines.
CREATE VIEW machine_wish (what, feed, ref, value) AS
SELECT 'subscribe', url, '', 1 FROM subscription
UNION ALL SELECT 'title', url, '', title FROM subscription WHERE title <> ''
UNION ALL SELECT 'interval', url, '', interval FROM subscription WHERE interval > 0
UNION ALL SELECT 'format', url, '', format FROM subscription WHERE format_chosen
UNION ALL SELECT 'posts', url, '', posts FROM subscription WHERE posts <> ''
UNION ALL SELECT 'ignore-robots', url, '', 1 FROM subscription WHERE ignore_robots
UNION ALL SELECT 'tag', s.url, t.tag, 1 FROM tag t JOIN subscription s ON s.id = t.subscription_id
UNION ALL SELECT IIF(m.inverted, 'mute-not', 'mute'), COALESCE(s.url, ''), m.tag || ' ' || m.pattern, 1
	FROM mute m LEFT JOIN subscription s ON s.id = m.subscription_id WHERE m.pattern NOT GLOB '/?*/' -- expressions stay here
UNION ALL SELECT 'later', s.url, e.ref, e.updated || IIF(e.provisional, '', ' ' || SUBSTR(e.title, 1, 500))
	FROM entry e JOIN subscription s ON s.id = e.subscription_id WHERE s.url = 'gemsub:later';

-- The marks that a person gave entries here since the last sync, as lines. An entry without a
-- date counts as read for any date.
CREATE VIEW machine_mark (what, feed, ref, value) AS
SELECT 'read', s.url, e.ref, IIF(e.unread, NULL, IIF(e.updated = e.first_seen, 253402300799, e.updated))
	FROM entry e JOIN subscription s ON s.id = e.subscription_id WHERE e.marked > 1 AND e.marked & 2
UNION ALL SELECT 'star', s.url, e.ref, NULLIF(e.starred, 0)
	FROM entry e JOIN subscription s ON s.id = e.subscription_id WHERE e.marked > 1 AND e.marked & 4;

-- Words ---------------------------------------------------------------------

-- The index of words never lags: new and changed entries enter it at the end of their
-- transaction. Until then unindexed lists those whose title or post changed (index.go).
CREATE TABLE unindexed (entry_id INTEGER PRIMARY KEY);

-- SQLite reads the words to remove from an index in its view. searchable is a function of
-- gemsub.
CREATE VIEW indexed_entry AS
SELECT
	e.id AS rowid,
	IIF(LENGTH(e.title) = OCTET_LENGTH(e.title), e.title, searchable('', e.title)) AS title,
	IIF(p.length > 0, searchable(p.media_type, p.text), '') AS text
FROM entry e LEFT JOIN post p ON p.entry_id = e.id;

-- text is the first column: in any other, FTS4 takes two more bytes for each word. Segments
-- are merged in small steps.
CREATE VIRTUAL TABLE entry_text USING fts4 (content="indexed_entry", text, title, tokenize=unicode61 "remove_diacritics=2");
INSERT INTO entry_text (entry_text) VALUES ('automerge=8');

-- Words leave the index before they change. entry_text_docsize lists the indexed entries.
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

CREATE VIEW indexed_feed AS
SELECT id AS rowid, searchable('', title) AS title, searchable('', feed_title) AS feed_title FROM subscription;
CREATE VIRTUAL TABLE feed_text USING fts4 (content="indexed_feed", title, feed_title, tokenize=unicode61 "remove_diacritics=2");
CREATE TRIGGER feed_text_insert AFTER INSERT ON subscription BEGIN
	INSERT INTO feed_text (docid, title, feed_title) SELECT rowid, title, feed_title FROM indexed_feed WHERE rowid = NEW.id;
END;
CREATE TRIGGER feed_text_delete BEFORE DELETE ON subscription BEGIN
	DELETE FROM feed_text WHERE docid = OLD.id;
END;
CREATE TRIGGER feed_text_update BEFORE UPDATE OF title, feed_title ON subscription
WHEN NEW.title <> OLD.title OR NEW.feed_title <> OLD.feed_title BEGIN
	DELETE FROM feed_text WHERE docid = OLD.id;
	INSERT INTO feed_text (docid, title, feed_title) VALUES (OLD.id, searchable('', NEW.title), searchable('', NEW.feed_title));
END;
