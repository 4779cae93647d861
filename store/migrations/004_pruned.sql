-- Entries that were removed to make room, and are not to come back. The
-- references go by 128 bits of their SHA-256: there may be a million.
CREATE TABLE pruned (
	subscription_id INTEGER NOT NULL REFERENCES subscription (id) ON DELETE CASCADE,
	ref             BLOB    NOT NULL,
	updated         INTEGER NOT NULL, -- the entry's last date
	PRIMARY KEY (subscription_id, ref)
) WITHOUT ROWID;
