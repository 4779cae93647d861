-- Converts rows copied from schemas before 21. Tables of these have the prefix aside_.

-- Until then column after said where a destination began: entries up to it are held back.
-- Destinations that have not begun are forgotten.
INSERT OR IGNORE INTO mailing (destination_id, entry_id, state)
SELECT d.id, e.id, -1 FROM aside_destination d JOIN entry e ON e.id <= d.after;
DELETE FROM destination WHERE id IN (SELECT id FROM aside_destination WHERE after IS NULL)
	AND id NOT IN (SELECT destination_id FROM mailing);

-- Until then an entry had its ref as id in merged exports, unless another feed used the ref for
-- another link and had the better claim: the feed's URL was nearer to link and ref of its entry, or
-- as near and had the ref first. That stays, except where the ref may become the link of a stranger.
UPDATE entry AS e SET id_exported = 1
FROM subscription s
WHERE s.id = e.subscription_id AND (ref = e.url OR nearness_of(s.url, ref) > 0 OR ref NOT GLOB 'g*://*') AND NOT EXISTS (
	SELECT 1 FROM entry o
	JOIN subscription p ON p.id = o.subscription_id
	WHERE o.ref = e.ref AND o.subscription_id <> e.subscription_id AND o.url <> e.url
	AND (MIN(nearness_of(p.url, o.url), nearness_of(p.url, o.ref)), -o.first_seen, -o.id) >
		(MIN(nearness_of(s.url, e.url), nearness_of(s.url, e.ref)), -e.first_seen, -e.id));
-- So it does for entries that undo can bring back. All rows of a change have the same columns.
UPDATE changed_value SET old = JSON_SET(old, '$.id_exported', old ->> 'link' IS NULL OR old ->> 'ref' NOT GLOB 'g*://*')
WHERE table_name = 'entry' AND column_name = '' AND old IS NOT NULL;

-- Column nearness was own.
UPDATE changed_value SET
	old = JSON_SET(JSON_REMOVE(old, '$.own'), '$.nearness', old ->> 'own'),
	new = JSON_SET(JSON_REMOVE(new, '$.own'), '$.nearness', new ->> 'own')
WHERE table_name = 'entry' AND column_name = '';

-- A removed feed that a file had paused comes back paused, see pausedByFile.
UPDATE changed_value SET old = JSON_SET(old, '$.paused', 0) WHERE table_name = 'subscription' AND column_name = '' AND old IS NOT NULL;
UPDATE changed_value SET old = JSON_SET(old,
	'$.paused', 1, '$.last_error', '', '$.state', IIF(old ->> 'first_unread' IS NULL, 'ok', 'new'), '$.reach', COALESCE(NULLIF(old ->> 'reach', ''), 'public'))
WHERE table_name = 'subscription' AND column_name = '' AND old ->> 'state' = 'paused' AND (
	old ->> 'last_error' GLOB 'imported*' OR old ->> 'last_error' GLOB 'came from another machine*' OR old ->> 'last_error' GLOB 'has the settings of another machine*');

-- The last check is that of the run that checked a feed last.
INSERT INTO setting SELECT 'last_check', MAX(checked_at) FROM subscription HAVING MAX(checked_at) > 0;
