-- Computes anew, at every migration, what gemsub decides when it stores a row: its rules may have
-- changed. page_of and nearness_of are functions of gemsub.

UPDATE entry SET
	page = page_of(url), repeated = (subscription_id, url) IN (SELECT subscription_id, url FROM entry GROUP BY 1, 2 HAVING COUNT(*) > 1),
	nearness = IIF(nearness < 0, -1, nearness_of((SELECT s.url FROM subscription s WHERE s.id = subscription_id), url));

-- So it is with the rows that undo can bring back.
UPDATE changed_value AS v SET old = JSON_SET(v.old,
	'$.page', page_of(e.url), '$.nearness', IIF(v.old ->> 'nearness' < 0, -1, nearness_of(e.feed, e.url)), '$.repeated', e.entries > 1)
FROM (
	SELECT r.id, r.url, f.old ->> 'url' AS feed, COUNT(*) OVER (PARTITION BY f.id, r.url) AS entries
	FROM (
		SELECT id, change_id, old ->> 'subscription_id' AS feed, COALESCE(old ->> 'link', old ->> 'ref') AS url
		FROM changed_value WHERE table_name = 'entry' AND column_name = '' AND old IS NOT NULL) r
	JOIN changed_value f ON f.change_id = r.change_id AND f.table_name = 'subscription' AND f.column_name = '' AND f.old ->> 'id' = r.feed) e
WHERE v.id = e.id;
UPDATE OR IGNORE post_link SET page = page_of(url) WHERE page <> page_of(url);
UPDATE changed_value SET old = JSON_SET(old, '$.page', page_of(old ->> 'url'))
WHERE table_name = 'post_link' AND column_name = '' AND old ->> 'url' IS NOT NULL;
UPDATE changed_value SET old = JSON_SET(old, '$.url', 'gemini://' || (old ->> 'page'))
WHERE table_name = 'post_link' AND column_name = '' AND old IS NOT NULL AND old ->> 'url' IS NULL;
