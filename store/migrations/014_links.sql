-- Which posts link to each other, to show conversations offline.

-- A post whose links are known. Pages and authors are numbers that links.go makes of
-- their URLs.
CREATE TABLE linked_post (
	entry_id INTEGER PRIMARY KEY REFERENCES post (entry_id) ON DELETE CASCADE,
	page     INTEGER NOT NULL,
	author   INTEGER NOT NULL,
	authors  INTEGER NOT NULL, -- how many others it links to
	growths  INTEGER NOT NULL  -- how many times it came back longer
);
CREATE INDEX linked_post_by_page ON linked_post (page);

-- The pages to which a post links.
CREATE TABLE post_link (
	entry_id INTEGER NOT NULL REFERENCES linked_post (entry_id) ON DELETE CASCADE,
	page     INTEGER NOT NULL,
	PRIMARY KEY (entry_id, page)
) WITHOUT ROWID;
CREATE INDEX post_link_by_page ON post_link (page, entry_id);

-- Where these pages are. The numbers of a host's pages follow each other.
CREATE TABLE linked_page (
	page INTEGER PRIMARY KEY,
	url  TEXT NOT NULL
);
CREATE TRIGGER unlink_page AFTER DELETE ON post_link
WHEN NOT EXISTS (SELECT 1 FROM post_link WHERE page = OLD.page) BEGIN
	DELETE FROM linked_page WHERE page = OLD.page;
END;

-- Posts whose links are to be read: those of before, very long ones, and what undo or an
-- archive brings.
CREATE TABLE unlinked_post (entry_id INTEGER PRIMARY KEY REFERENCES post (entry_id) ON DELETE CASCADE);
INSERT INTO unlinked_post SELECT entry_id FROM post;
CREATE TRIGGER unlink_new_post AFTER INSERT ON post BEGIN
	INSERT INTO unlinked_post SELECT NEW.entry_id WHERE NEW.entry_id NOT IN (SELECT entry_id FROM unlinked_post);
END;
CREATE TRIGGER unlink_changed_post AFTER UPDATE OF text, media_type, url ON post BEGIN
	INSERT INTO unlinked_post SELECT NEW.entry_id WHERE NEW.entry_id NOT IN (SELECT entry_id FROM unlinked_post);
END;
CREATE TRIGGER unlink_moved_entry AFTER UPDATE OF ref, url ON entry
WHEN COALESCE(NEW.url, NEW.ref) <> COALESCE(OLD.url, OLD.ref) BEGIN
	INSERT INTO unlinked_post SELECT entry_id FROM post
	WHERE entry_id = NEW.id AND entry_id NOT IN (SELECT entry_id FROM unlinked_post);
END;
