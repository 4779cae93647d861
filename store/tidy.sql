-- Computes anew, at every migration, what gemsub decides when it stores a row: its rules may have
-- changed. page_of and own_of are functions of gemsub.

UPDATE entry SET
	page = page_of(url), repeated = (subscription_id, url) IN (SELECT subscription_id, url FROM entry GROUP BY 1, 2 HAVING COUNT(*) > 1),
	own = IIF(own < 0, -1, own_of((SELECT s.url FROM subscription s WHERE s.id = subscription_id), url));
