package store

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"gemsub/internal/model"
)

// ErrNothingToUndo is the error of [Store.Undo] if there is no such change.
var ErrNothingToUndo = errors.New("there is no change to undo")

// A FinalError is the error of [Store.Undo] if the last command changed what cannot be undone.
type FinalError struct {
	Command string
	Before  Change // the last one that can be undone; zero for none
}

func (e *FinalError) Error() string { return e.Command + " cannot be undone" }

// A ReadError is the error of [Store.Undo] if the change gave a subscription another URL, and
// since then its page was read there, or it got yet another URL.
type ReadError struct {
	Subscription        // as it is now
	Before       string // its URL before the change
}

func (e *ReadError) Error() string { return fmt.Sprintf("feed %d is read at %s now", e.ID, e.URL) }

// recordFinal records that a command changed what cannot be undone, so that [Store.Undo] does
// not undo the change before in its place.
func (tx *transaction) recordFinal(command string) {
	tx.exec(`DELETE FROM change WHERE ` + isFinal)
	tx.exec(`INSERT INTO change (made_at, command, subject, entries, feeds, names) VALUES (?, ?, '', 0, 0, '')`, tx.changeTime(), command)
}

// UndoResult is [model.UndoResult].
type UndoResult = model.UndoResult

// Changes returns the changes that can be undone, the last first, none older than 30
// days: all removals, the posts that were opened last, and at most 20 others.
func (s *Store) Changes(ctx context.Context) ([]Change, error) {
	tx := s.reader(ctx)
	all := tx.changes()
	for i := range all {
		tx.namePosts(&all[i])
	}
	return all, tx.done("list changes")
}

func (tx *transaction) changes() []Change {
	return allRows[Change](tx, `
		SELECT id, made_at AS at, command, subject, entries, feeds, names FROM change
		WHERE made_at >= ? AND NOT `+isFinal+` ORDER BY id DESC`, tx.expiry(keepChanges))
}

// Undo undoes a change by its number, or with 0 the last one made by a command other than undo
// and sync. Values that changed again since stay and are counted. Then it deletes the record of
// the change, unless the change was named and no value came back: a removal may have taken what
// it changed, and can be undone first. It changes nothing if its error is a *[FinalError], a
// *[ReadError], or a *[TakenError] because another subscription has the URL that a feed had
// before the change.
func (s *Store) Undo(ctx context.Context, id int64) (u UndoResult, err error) {
	err = s.commit(ctx, "undo", func(tx *transaction) {
		changes := tx.changes()
		i := slices.IndexFunc(changes, func(c Change) bool { return c.ID == id || id == 0 && c.ByPerson() })
		if i >= 0 {
			u.Change = changes[i]
		}
		final := value[string](tx, `SELECT command FROM change WHERE id > ? AND made_at >= ? AND `+isFinal, u.ID, tx.expiry(keepChanges))
		switch {
		case id == 0 && final != "":
			tx.fail(&FinalError{final, u.Change})
		case i < 0:
			tx.fail(ErrNothingToUndo)
		default:
			tx.undo(&u, id == 0)
		}
	})
	return u, err
}

// undo undoes u.Change, and deletes the record of it if values came back or isLast is set.
func (tx *transaction) undo(u *UndoResult, isLast bool) {
	if tx.checkURLs(u.ID); tx.err != nil {
		return
	}
	if u.Command == "add" {
		tx.undoAdd(u)
	} else {
		tx.undoValues(u)
	}
	if u.Restored == 0 && !isLast {
		return
	}
	tx.exec(`DELETE FROM change WHERE id = ?`, u.ID)
}

// checkURLs fails with a *[ReadError] or *[TakenError] if subscriptions cannot have the URLs again
// that they had before a change.
func (tx *transaction) checkURLs(change int64) {
	read, isRead := firstRow[ReadError](tx, `
		SELECT s.id, s.url, v.old AS before
		FROM changed_value v JOIN subscription s ON s.id = v.first_key
		WHERE v.change_id = ? AND v.table_name = 'subscription' AND v.column_name = 'url'
			AND s.url <> v.old AND (s.url <> v.new OR s.digest <> '')`, change)
	if isRead {
		tx.fail(&read)
	}
	other, isTaken := firstRow[Subscription](tx, `
		SELECT s.id, s.url, s.title, s.feed_title
		FROM changed_value v JOIN subscription s ON s.url = IIF(v.column_name = '', v.old ->> '$.url', v.old)
		WHERE v.change_id = ? AND v.table_name = 'subscription' AND v.column_name IN ('', 'url') AND s.id IS NOT v.first_key`, change)
	if isTaken {
		tx.fail(&TakenError{other})
	}
}

// RecordAdd records that a person subscribed by a command, so that [Store.Undo] can undo
// it. It takes a transaction of its own, after those that stored the pages.
func (s *Store) RecordAdd(ctx context.Context, feeds []int64) error {
	return s.commitChange(ctx, "record what was added", &Change{Command: "add"}, func(tx *transaction) {
		tx.about(jsonList(feeds))
		tx.exec(`
			INSERT INTO changed_value (change_id, table_name, column_name, first_key, last_key)
			SELECT ?, 'subscription', '', value, value FROM JSON_EACH(?)`, tx.change.ID, jsonList(feeds))
	}, "subscription")
}

// undoAdd removes the feeds that a command added, with all their entries. It records this as a
// removal, which can be undone by its number.
func (tx *transaction) undoAdd(u *UndoResult) {
	feeds := allRows[int64](tx, `
		SELECT s.id FROM changed_value v JOIN subscription s ON s.id = v.first_key WHERE v.change_id = ?`, u.ID)
	u.Restored, u.Left = len(feeds), u.Feeds-len(feeds)
	if len(feeds) > 0 {
		removal := Change{Command: "undo"}
		tx.record(&removal, func() { tx.remove(feeds) })
		u.Entries = removal.Entries
	}
}
