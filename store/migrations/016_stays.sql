-- A page that moves to another author marks no entries: it begins another stay, and
-- each entry has the numbers of the stays that it was listed in.

-- The number of the page's stay where its entries were read, and that of its next one
-- with another author. next_url is where parts of a large page were stored under that
-- number already; '' for none.
ALTER TABLE subscription ADD COLUMN stay      INTEGER NOT NULL DEFAULT 0;
ALTER TABLE subscription ADD COLUMN next_stay INTEGER NOT NULL DEFAULT 1;
ALTER TABLE subscription ADD COLUMN next_url  TEXT    NOT NULL DEFAULT '';

-- The stay at old_url; where that is empty, at url, to which the user brought the page
-- back, until it was read there.
ALTER TABLE subscription ADD COLUMN old_stay INTEGER;

-- An entry belongs to a stay between these two. Where the first is above the last, it
-- belongs to none.
ALTER TABLE entry  ADD COLUMN first_stay INTEGER NOT NULL DEFAULT 0;
ALTER TABLE entry  ADD COLUMN last_stay  INTEGER NOT NULL DEFAULT 0;
ALTER TABLE pruned ADD COLUMN first_stay INTEGER NOT NULL DEFAULT 0;
ALTER TABLE pruned ADD COLUMN last_stay  INTEGER NOT NULL DEFAULT 0;

ALTER TABLE changed_subscription ADD COLUMN stay      INT  NOT NULL DEFAULT 0;
ALTER TABLE changed_subscription ADD COLUMN next_stay INT  NOT NULL DEFAULT 1;
ALTER TABLE changed_subscription ADD COLUMN next_url  TEXT NOT NULL DEFAULT '';
ALTER TABLE changed_subscription ADD COLUMN old_stay  INT;
ALTER TABLE changed_entry        ADD COLUMN first_stay INT NOT NULL DEFAULT 0;
ALTER TABLE changed_entry        ADD COLUMN last_stay  INT NOT NULL DEFAULT 0;
ALTER TABLE changed_pruned       ADD COLUMN first_stay INT NOT NULL DEFAULT 0;
ALTER TABLE changed_pruned       ADD COLUMN last_stay  INT NOT NULL DEFAULT 0;

-- Stay 0 is that of now. Entries that were detached from it belong to no stay; but where
-- the user can undo the last move, or has, those from before it belong to stay 1.
UPDATE subscription         SET old_stay = 1, next_stay = 2 WHERE old_url <> '' OR left_at IS NOT NULL;
UPDATE changed_subscription SET old_stay = 1, next_stay = 2 WHERE old_url <> '' OR left_at IS NOT NULL;
UPDATE entry          SET first_stay = 1 WHERE detached_at IS NOT NULL;
UPDATE changed_entry  SET first_stay = 1 WHERE detached_at IS NOT NULL;
UPDATE pruned         SET first_stay = 1 WHERE detached_at IS NOT NULL;
UPDATE changed_pruned SET first_stay = 1 WHERE detached_at IS NOT NULL;
UPDATE entry SET last_stay = 1
FROM (SELECT id, COALESCE(left_at, moved_at) AS since FROM subscription WHERE old_stay = 1) s
WHERE entry.subscription_id = s.id AND entry.first_seen < s.since AND COALESCE(entry.detached_at >= s.since, TRUE);
UPDATE pruned SET last_stay = 1
FROM (SELECT id, COALESCE(left_at, moved_at) AS since FROM subscription WHERE old_stay = 1) s
WHERE pruned.subscription_id = s.id AND pruned.detached_at >= s.since;

ALTER TABLE subscription         DROP COLUMN left_at;
ALTER TABLE changed_subscription DROP COLUMN left_at;
ALTER TABLE entry                DROP COLUMN detached_at;
ALTER TABLE changed_entry        DROP COLUMN detached_at;
ALTER TABLE pruned               DROP COLUMN detached_at;
ALTER TABLE changed_pruned       DROP COLUMN detached_at;
