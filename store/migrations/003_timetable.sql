ALTER TABLE subscription ADD COLUMN interval INTEGER NOT NULL DEFAULT 0; -- seconds between checks that the user fixed, 0: by the feed's rhythm
ALTER TABLE subscription ADD COLUMN rhythm   INTEGER NOT NULL DEFAULT 0; -- seconds, median gap between entries of the last page read, 0: unknown

-- Each page is read once more, since its rhythm was not kept; one of which any
-- change counts has none.
UPDATE subscription SET digest = '' WHERE format <> 'page';
