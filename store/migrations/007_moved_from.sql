-- Where the page was when its entries were read, until it is read at the URL that
-- the user gave it since; '' when that is the same place.
ALTER TABLE subscription ADD COLUMN moved_from TEXT NOT NULL DEFAULT '';
