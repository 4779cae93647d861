-- A database that gemsub 0.1.0 made; 0.1.0.tsv has what it printed of it: list,
-- entries --all, trust list, mute --list, identity list. The key is for this test alone.
PRAGMA application_id=1734700403; PRAGMA user_version=9;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE setting (
	name  TEXT NOT NULL PRIMARY KEY,
	value TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO setting VALUES('feed_id','urn:uuid:9b5e9c38-a450-461c-b69b-c7ba5fd3b021');
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
, interval INTEGER NOT NULL DEFAULT 0, rhythm   INTEGER NOT NULL DEFAULT 0, moved_from TEXT NOT NULL DEFAULT '', old_url TEXT NOT NULL DEFAULT '', moved_at INTEGER);
INSERT INTO subscription VALUES(1,'gemini://127.0.0.1/log/','The sea','The harbour log','','','','gemtext',1795176000,'ok',0,1795328228,1795328228,1795328228,1795346011,0,'','','d0cef735d9950ba6cfbc23c9014605b507624ff21863be24690d0a4d1c4aa9df',NULL,21600,604800,'','',NULL);
INSERT INTO subscription VALUES(2,'gemini://127.0.0.1/notes/','My notes','Notes','','','','headings',1795003200,'ok',0,1795328228,1795328228,1795328228,1795399024,0,'','','f5b3fc652282786c7a7ffec7e923678d16ced39894d04bc6b19d8cfb87ea76b7',NULL,0,1382400,'','',NULL);
CREATE TABLE tag (
	subscription_id INTEGER NOT NULL REFERENCES subscription (id) ON DELETE CASCADE,
	tag             TEXT    NOT NULL,
	PRIMARY KEY (subscription_id, tag)
) WITHOUT ROWID;
INSERT INTO tag VALUES(1,'sea');
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
	unread          INTEGER NOT NULL, published INTEGER, starred INTEGER NOT NULL DEFAULT 0,
	UNIQUE (ref, subscription_id)
);
INSERT INTO entry VALUES(1,1,'gemini://127.0.0.1/log/tide.gmi',NULL,'The highest tide','',1793966400,0,1795328228,1,NULL,0);
INSERT INTO entry VALUES(2,1,'gemini://127.0.0.1/log/nets.gmi',NULL,'Mending nets','',1794571200,0,1795328228,0,NULL,0);
INSERT INTO entry VALUES(3,1,'gemini://127.0.0.1/log/fog.gmi',NULL,'Fog on the water','',1795176000,0,1795328228,1,NULL,1);
INSERT INTO entry VALUES(4,2,'gemini://127.0.0.1/notes/#2026-11-02%20A%20bicycle','gemini://127.0.0.1/notes/','A bicycle','',1793620800,0,1795328228,0,NULL,0);
INSERT INTO entry VALUES(5,2,'gemini://127.0.0.1/notes/#2026-11-18%20Bread','gemini://127.0.0.1/notes/','Bread','',1795003200,0,1795328228,1,NULL,0);
CREATE TABLE host (
	authority   TEXT    NOT NULL,
	refused     INTEGER NOT NULL, -- 0: the key that is trusted, 1: another that was seen and refused
	fingerprint TEXT    NOT NULL,
	not_after   INTEGER,
	seen_at     INTEGER,
	PRIMARY KEY (authority, refused)
) WITHOUT ROWID;
INSERT INTO host VALUES('127.0.0.1:1965',0,'935e4b927ce9cb3e31de41ae58eec31eaabde7e2fdd7e18ba71d1d829497f887',2110688186,1795328228);
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
INSERT INTO authority VALUES('127.0.0.1:1965',NULL,1,'51 Not found!',1795328228,NULL,1795328228,NULL,0);
CREATE TABLE mute (
	id              INTEGER PRIMARY KEY AUTOINCREMENT,
	pattern         TEXT    NOT NULL,
	subscription_id INTEGER REFERENCES subscription (id) ON DELETE CASCADE, -- NULL: of all feeds
	tag             TEXT    NOT NULL,                                       -- of the feeds; '': of all
	added_at        INTEGER NOT NULL
);
INSERT INTO mute VALUES(1,'bicycle',NULL,'',1795328229);
PRAGMA writable_schema=ON;
INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql)VALUES('table','entry_text','entry_text',0,'CREATE VIRTUAL TABLE entry_text USING fts4 (content="entry", title, tokenize=unicode61 "remove_diacritics=2")');
CREATE TABLE IF NOT EXISTS 'entry_text_segments'(blockid INTEGER PRIMARY KEY, block BLOB);
CREATE TABLE IF NOT EXISTS 'entry_text_segdir'(level INTEGER,idx INTEGER,start_block INTEGER,leaves_end_block INTEGER,end_block INTEGER,root BLOB,PRIMARY KEY(level, idx));
INSERT INTO entry_text_segdir VALUES(0,0,0,0,'0 85',X'0003666f67030302000007686967686573740301030000076d656e64696e670302020000046e6574730302030000026f6e030303000003746865060102000204000103696465030104000005776174657203030500');
INSERT INTO entry_text_segdir VALUES(0,1,0,0,'0 30',X'00016103040200000762696379636c650304030001047265616403050200');
CREATE TABLE IF NOT EXISTS 'entry_text_docsize'(docid INTEGER PRIMARY KEY, size BLOB);
INSERT INTO entry_text_docsize VALUES(1,X'03');
INSERT INTO entry_text_docsize VALUES(2,X'02');
INSERT INTO entry_text_docsize VALUES(3,X'04');
INSERT INTO entry_text_docsize VALUES(4,X'02');
INSERT INTO entry_text_docsize VALUES(5,X'01');
CREATE TABLE IF NOT EXISTS 'entry_text_stat'(id INTEGER PRIMARY KEY, value BLOB);
INSERT INTO entry_text_stat VALUES(0,X'050c3a');
INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql)VALUES('table','feed_text','feed_text',0,'CREATE VIRTUAL TABLE feed_text USING fts4 (content="subscription", title, feed_title, tokenize=unicode61 "remove_diacritics=2")');
CREATE TABLE IF NOT EXISTS 'feed_text_segments'(blockid INTEGER PRIMARY KEY, block BLOB);
CREATE TABLE IF NOT EXISTS 'feed_text_segdir'(level INTEGER,idx INTEGER,start_block INTEGER,leaves_end_block INTEGER,end_block INTEGER,root BLOB,PRIMARY KEY(level, idx));
INSERT INTO feed_text_segdir VALUES(0,0,0,0,'0 37',X'0007686172626f757205010101030000036c6f670501010104000003746865050101010200');
INSERT INTO feed_text_segdir VALUES(0,1,0,0,'0 13',X'00056e6f746573050201010200');
INSERT INTO feed_text_segdir VALUES(0,2,0,0,'0 22',X'00026d790302020000056e6f74657306020301010200');
INSERT INTO feed_text_segdir VALUES(0,3,0,0,'0 47',X'0007686172626f757205010101030000036c6f67050101010400000373656103010300000374686506010201010200');
CREATE TABLE IF NOT EXISTS 'feed_text_docsize'(docid INTEGER PRIMARY KEY, size BLOB);
INSERT INTO feed_text_docsize VALUES(1,X'0203');
INSERT INTO feed_text_docsize VALUES(2,X'0201');
CREATE TABLE IF NOT EXISTS 'feed_text_stat'(id INTEGER PRIMARY KEY, value BLOB);
INSERT INTO feed_text_stat VALUES(0,X'02040423');
CREATE TABLE pruned (
	subscription_id INTEGER NOT NULL REFERENCES subscription (id) ON DELETE CASCADE,
	ref             BLOB    NOT NULL,
	updated         INTEGER NOT NULL, -- the entry's last date
	PRIMARY KEY (subscription_id, ref)
) WITHOUT ROWID;
CREATE TABLE identity (
	name        TEXT    NOT NULL PRIMARY KEY,
	certificate BLOB    NOT NULL,
	key         BLOB    NOT NULL,
	added_at    INTEGER NOT NULL
);
INSERT INTO identity VALUES('harbour',X'2d2d2d2d2d424547494e2043455254494649434154452d2d2d2d2d0a4d494942536a434238614144416745434168416741646e2f53493545524a48434f76304f4d6355634d416f4743437147534d343942414d434d4249784544414f0a42674e5642414d5442326868636d4a76645849774942634e4d6a59784d5449794d4455784e7a4135576867504f546b354f5445794d7a45794d7a55354e546c610a4d4249784544414f42674e5642414d5442326868636d4a76645849775754415442676371686b6a4f5051494242676771686b6a4f50514d4242774e43414151650a77417a4b795a5636632b4a6d716b4a4c6246536b746435526238355a58427876424765506642374b4d6278502f436749796e6e69332b4f65627372384430632b0a644e5163716e6b6f53774c5a41637a39697269336f7963774a54414f42674e56485138424166384542414d4342344177457759445652306c42417777436759490a4b7759424251554841774977436759494b6f5a497a6a30454177494453414177525149675957556a51726d47697447477949472b6c7442504e72784b665431310a32667372532f31744f67794961646343495143306143675143322b676349677a74416454334e3034673958485565347047354e35653062364668753057773d3d0a2d2d2d2d2d454e442043455254494649434154452d2d2d2d2d0a',X'2d2d2d2d2d424547494e2050524956415445204b45592d2d2d2d2d0a4d494748416745414d424d4742797147534d34394167454743437147534d343941774548424730776177494241515167394778794433485347646855514641530a5a6559464c4a72564c53486c79476c6e7a6a53344a662f6d7a2b4f6852414e434141516577417a4b795a5636632b4a6d716b4a4c6246536b746435526238355a0a58427876424765506642374b4d6278502f436749796e6e69332b4f65627372384430632b644e5163716e6b6f53774c5a41637a39697269330a2d2d2d2d2d454e442050524956415445204b45592d2d2d2d2d0a',1795328229);
CREATE TABLE identity_use (
	authority TEXT NOT NULL,
	path      TEXT NOT NULL,
	name      TEXT NOT NULL REFERENCES identity (name) ON DELETE CASCADE,
	PRIMARY KEY (authority, path)
) WITHOUT ROWID;
INSERT INTO identity_use VALUES('127.0.0.1:1965','/log/','harbour');
CREATE TABLE tally (
	subscription_id INTEGER PRIMARY KEY REFERENCES subscription (id) ON DELETE CASCADE,
	entries         INTEGER NOT NULL,
	unread          INTEGER NOT NULL
);
INSERT INTO tally VALUES(1,3,2);
INSERT INTO tally VALUES(2,2,1);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('subscription',2);
INSERT INTO sqlite_sequence VALUES('entry',5);
INSERT INTO sqlite_sequence VALUES('mute',1);
CREATE INDEX entry_by_time ON entry (updated DESC, subscription_id, rank DESC, id DESC);
CREATE INDEX entry_unread ON entry (updated DESC, subscription_id, rank DESC, id DESC) WHERE unread = 1;
CREATE INDEX entry_by_subscription ON entry (subscription_id, updated DESC, rank DESC, id DESC);
CREATE INDEX entry_by_url ON entry (url) WHERE url IS NOT NULL;
CREATE INDEX entry_starred ON entry (updated DESC, subscription_id, rank DESC, id DESC) WHERE starred = 1;
CREATE UNIQUE INDEX mute_once ON mute (pattern, COALESCE(subscription_id, 0), tag);
CREATE TRIGGER entry_text_delete BEFORE DELETE ON entry BEGIN
	DELETE FROM entry_text WHERE docid = OLD.id;
END;
CREATE TRIGGER entry_text_before_update BEFORE UPDATE OF title ON entry WHEN NEW.title <> OLD.title BEGIN
	DELETE FROM entry_text WHERE docid = OLD.id;
END;
CREATE TRIGGER entry_text_after_update AFTER UPDATE OF title ON entry WHEN NEW.title <> OLD.title BEGIN
	INSERT INTO entry_text (docid, title) VALUES (NEW.id, NEW.title);
END;
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
CREATE INDEX entry_by_length ON entry (id, LENGTH(title), updated, subscription_id, rank);
PRAGMA writable_schema=OFF;
COMMIT;
