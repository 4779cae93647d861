-- What is kept so that a feed cannot reach beyond itself, and so that wrong
-- clocks do no lasting harm.

-- The numbers are counted again: a gemsub that was running while the schema of
-- another came may have left wrong ones.
UPDATE tally SET (entries, unread) = (
	SELECT COUNT(*), COALESCE(SUM(unread), 0) FROM entry WHERE subscription_id = tally.subscription_id);

-- Entries stay with their subscription: two are never joined.
DROP TRIGGER tally_move;
