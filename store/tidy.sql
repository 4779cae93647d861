-- Computes anew, at every migration, what gemsub decides when it stores a row: its rules may have
-- changed. page_of and own_of are functions of gemsub.

UPDATE entry SET page = page_of(url), own = IIF(own < 0, -1, own_of((SELECT s.url FROM subscription s WHERE s.id = subscription_id), url));
