-- What the entries that a search finds are ordered by. It takes a fifth of the pages
-- of the entries themselves, nearly each of which has one with a common word.
CREATE INDEX entry_by_length ON entry (id, LENGTH(title), updated, subscription_id, rank);
