package store

import (
	"context"
)

// SetUnread marks the entries that f selects as unread or read, and returns what changed. If f
// names entries by number or URL, entries of other feeds with equal links are marked too.
func (s *Store) SetUnread(ctx context.Context, f EntryFilter, unread bool) (Change, error) {
	command := "read"
	if unread {
		command = "unread"
	}
	return s.mark(ctx, command, f, "unread", unread)
}

// SetStarred adds a star to the entries that f selects or removes it, as [Store.SetUnread] marks
// them.
func (s *Store) SetStarred(ctx context.Context, f EntryFilter, starred bool) (Change, error) {
	command := "unstar"
	if starred {
		command = "star"
	}
	return s.mark(ctx, command, f, "starred", starred)
}

// mark sets column unread or starred. If there is nothing to mark it takes no lock, so that
// it works on a read-only database.
func (s *Store) mark(ctx context.Context, command string, f EntryFilter, column string, on bool) (Change, error) {
	c := Change{Command: command}
	clauses, args := f.clauses()
	chosen := `SELECT e.id FROM entry e ` + clauses
	if f.IDs != nil || f.URLs != nil {
		chosen = withEqualLinks(chosen)
	}
	tx := s.reader(ctx)
	isAny := value[bool](tx, `
		SELECT EXISTS (SELECT 1 FROM entry WHERE `+column+` <> ? AND id IN (`+chosen+`))`, append([]any{on}, args...)...)
	if tx.err != nil || !isAny {
		return c, tx.done("mark entries")
	}
	err := s.commitChange(ctx, "mark entries", &c, func(tx *transaction) { tx.mark(column, on, chosen, args...) }, "entry")
	return c, err
}

// mark sets a column to on for those of the chosen entries that differ, and records in the change
// how many entries and which feeds these are. It sets column marked even if there is no other
// machine yet: one may join much later.
func (tx *transaction) mark(column string, on bool, chosen string, args ...any) {
	tx.change.Entries = tx.exec(`
		UPDATE entry SET `+column+` = ?, marked = marked | IIF(? = 'starred', 4, 3)
		WHERE `+column+` <> ? AND id IN (`+chosen+`)`, append([]any{on, column, on}, args...)...)
	tx.about(value[string](tx, `
		SELECT JSON_GROUP_ARRAY(DISTINCT e.subscription_id)
		FROM changed_value v JOIN entry e ON e.id BETWEEN v.first_key AND v.last_key
		WHERE v.change_id = ? AND v.table_name = 'entry' AND v.column_name = ?`, tx.change.ID, column))
}
