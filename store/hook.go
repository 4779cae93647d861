package store

import (
	"context"
)

// OwedHooks returns the numbers of the entries for which the user's command must still run: the
// first of each feed, then the second of each, and so on, so that a feed with many slow hooks
// does not use up the time of the others. A removed entry is owed none.
func (s *Store) OwedHooks(ctx context.Context) ([]int64, error) {
	tx := s.reader(ctx)
	ids := allRows[int64](tx, `
		SELECT o.entry_id FROM owed_hook o JOIN entry e ON e.id = o.entry_id
		ORDER BY ROW_NUMBER() OVER (PARTITION BY e.subscription_id ORDER BY o.entry_id), o.entry_id`)
	return ids, tx.done("list owed hooks")
}

// HookDone notes that the user's command ran for an entry.
func (s *Store) HookDone(ctx context.Context, entry int64) error {
	return s.commit(ctx, "note a hook that ran", func(tx *transaction) {
		tx.exec(`DELETE FROM owed_hook WHERE entry_id = ?`, entry)
	})
}

// HookNotStarted notes that the user's command could not be started for an entry, and reports
// whether the hook is still owed. It is owed until the command could not be started so many times.
func (s *Store) HookNotStarted(ctx context.Context, entry int64, times int) (owed bool, err error) {
	err = s.commit(ctx, "note a hook that did not start", func(tx *transaction) {
		tx.exec(`UPDATE owed_hook SET failed_starts = failed_starts + 1 WHERE entry_id = ?`, entry)
		owed = tx.exec(`DELETE FROM owed_hook WHERE entry_id = ? AND failed_starts >= ?`, entry, times) == 0
	})
	return owed, err
}
