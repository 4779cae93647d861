-- Words are found in posts too, and in the middle of what is written without spaces.
DROP TRIGGER entry_text_delete;
DROP TRIGGER entry_text_before_update;
DROP TRIGGER entry_text_after_update;
DROP TABLE entry_text;

-- Large indexes are filled in small transactions. The entries up to a number are in
-- the index, except for those whose title or post changed since they were indexed.
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

-- Segments are merged in small steps.
CREATE VIRTUAL TABLE entry_text USING fts4 (content="indexed_entry", title, text, tokenize=unicode61 "remove_diacritics=2");
INSERT INTO entry_text (entry_text) VALUES ('automerge=8');

-- The words of an entry are taken out before they change, and come back in a batch
-- (see index.go): FTS4 writes a segment for each entry that comes alone.
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

-- Search ranks by the lengths that the index has.
DROP INDEX entry_by_length;
