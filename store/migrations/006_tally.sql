-- The numbers of entries are kept beside them: counting takes a third of a
-- second where there are a million. Who adds entries counts them (see entrycounts.go);
-- a trigger for each would take as long as the rest of adding.
CREATE TABLE tally (
	subscription_id INTEGER PRIMARY KEY REFERENCES subscription (id) ON DELETE CASCADE,
	entries         INTEGER NOT NULL,
	unread          INTEGER NOT NULL
);
INSERT INTO tally (subscription_id, entries, unread)
SELECT s.id, COUNT(e.id), COALESCE(SUM(e.unread), 0)
FROM subscription s LEFT JOIN entry e ON e.subscription_id = s.id
GROUP BY s.id;

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
-- After tally_unread, which counts the mark where the entry was.
CREATE TRIGGER tally_move AFTER UPDATE OF subscription_id ON entry WHEN NEW.subscription_id <> OLD.subscription_id BEGIN
	UPDATE tally SET entries = entries - 1, unread = unread - NEW.unread
	WHERE subscription_id = OLD.subscription_id;
	UPDATE tally SET entries = entries + 1, unread = unread + NEW.unread
	WHERE subscription_id = NEW.subscription_id;
END;
