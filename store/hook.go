package store

import (
	"context"
)

// oweHooks notes that the user's command has to run once for each of entries.
func oweHooks(ctx context.Context, tx *transaction, entries []Entry) error {
	if len(entries) == 0 {
		return nil
	}
	_, err := tx.ExecContext(ctx, `
		INSERT OR IGNORE INTO owed_hook (entry_id) SELECT value FROM JSON_EACH(?)`, numbers(entries))
	return err
}

// OwedHooks returns the numbers of the entries that the user's command has to run
// for: the first of each feed, then the second of each, and so on, so that a feed with
// many slow ones does not use up the time of the others. An entry that is removed is
// owed nothing.
func (s *Store) OwedHooks(ctx context.Context) ([]int64, error) {
	ids, err := column[int64](ctx, s.db, `
		SELECT o.entry_id FROM owed_hook o JOIN entry e ON e.id = o.entry_id
		ORDER BY ROW_NUMBER() OVER (PARTITION BY e.subscription_id ORDER BY o.entry_id), o.entry_id`)
	return ids, doing("list owed hooks", err)
}

// HookDone notes that the user's command ran for an entry.
func (s *Store) HookDone(ctx context.Context, entry int64) error {
	_, err := s.affected(ctx, "note a hook that ran", `
		DELETE FROM owed_hook WHERE entry_id = ?`, entry)
	return err
}

// HookNotStarted notes that the user's command could not be started for an entry,
// and reports whether that is still owed: after so many times it is not.
func (s *Store) HookNotStarted(ctx context.Context, entry int64, times int) (owed bool, err error) {
	err = s.write(ctx, func(tx *transaction) error {
		if _, err := tx.ExecContext(ctx, `
			UPDATE owed_hook SET failed_starts = failed_starts + 1 WHERE entry_id = ?`, entry); err != nil {
			return err
		}
		dropped, err := affected(ctx, tx, `
			DELETE FROM owed_hook WHERE entry_id = ? AND failed_starts >= ?`, entry, times)
		owed = dropped == 0
		return err
	})
	return owed, doing("note a hook that did not start", err)
}
