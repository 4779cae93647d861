-- Where a page was before it last moved (31), '' if it never did, and since when
-- it is elsewhere.
ALTER TABLE subscription ADD COLUMN old_url TEXT NOT NULL DEFAULT '';
ALTER TABLE subscription ADD COLUMN moved_at INTEGER;
