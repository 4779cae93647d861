-- Texts are the first column of the index: FTS4 takes two bytes more for each word of
-- a text in any other.
DROP TABLE entry_text;
UPDATE indexed SET up_to = 0;
DELETE FROM unindexed;
CREATE VIRTUAL TABLE entry_text USING fts4 (content="indexed_entry", text, title, tokenize=unicode61 "remove_diacritics=2");
INSERT INTO entry_text (entry_text) VALUES ('automerge=8');
