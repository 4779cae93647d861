-- Client certificates of the user's, in PEM form.
CREATE TABLE identity (
	name        TEXT    NOT NULL PRIMARY KEY,
	certificate BLOB    NOT NULL,
	key         BLOB    NOT NULL,
	added_at    INTEGER NOT NULL
);

-- Where they are shown: at a path and below it.
CREATE TABLE identity_use (
	authority TEXT NOT NULL,
	path      TEXT NOT NULL,
	name      TEXT NOT NULL REFERENCES identity (name) ON DELETE CASCADE,
	PRIMARY KEY (authority, path)
) WITHOUT ROWID;
