-- When an entry was first published, as its feed says; NULL where it does not.
ALTER TABLE entry ADD COLUMN published INTEGER;

ALTER TABLE entry ADD COLUMN starred INTEGER NOT NULL DEFAULT 0;
CREATE INDEX entry_starred ON entry (updated DESC, subscription_id, rank DESC, id DESC) WHERE starred = 1;

-- Entries whose title matches arrive read.
CREATE TABLE mute (
	id              INTEGER PRIMARY KEY AUTOINCREMENT,
	pattern         TEXT    NOT NULL,
	subscription_id INTEGER REFERENCES subscription (id) ON DELETE CASCADE, -- NULL: of all feeds
	tag             TEXT    NOT NULL,                                       -- of the feeds; '': of all
	added_at        INTEGER NOT NULL
);
CREATE UNIQUE INDEX mute_once ON mute (pattern, COALESCE(subscription_id, 0), tag);

-- The words of titles. The texts themselves stay in entry and subscription, so
-- a row of the index has to go before its text does. New entries come in batches
-- (see search.go): in a trigger, FTS4 would write a segment for each.
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

INSERT INTO entry_text (docid, title) SELECT id, title FROM entry;
INSERT INTO feed_text (docid, title, feed_title) SELECT id, title, feed_title FROM subscription;
