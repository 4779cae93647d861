-- The oldest entries of a page are mostly what they were when it was read last.

ALTER TABLE subscription ADD COLUMN known_entries INTEGER NOT NULL DEFAULT 0;  -- how many the page had
ALTER TABLE subscription ADD COLUMN known_digest  TEXT    NOT NULL DEFAULT ''; -- of them
ALTER TABLE changed_subscription ADD COLUMN known_entries INT  NOT NULL DEFAULT 0;
ALTER TABLE changed_subscription ADD COLUMN known_digest  TEXT NOT NULL DEFAULT '';
