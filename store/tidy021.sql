-- Converts rows copied from schemas before 21. Tables of these have the prefix aside_.

-- Until then column after said where a destination began: entries up to it are held back.
-- Destinations that have not begun are forgotten.
INSERT OR IGNORE INTO mailing (destination_id, entry_id, state)
SELECT d.id, e.id, -1 FROM aside_destination d JOIN entry e ON e.id <= d.after;
DELETE FROM destination WHERE id IN (SELECT id FROM aside_destination WHERE after IS NULL)
	AND id NOT IN (SELECT destination_id FROM mailing);
