package store

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

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

// RecordFinal records that a command changed what cannot be undone, so that [Store.Undo] does
// not undo the change before in its place. It takes a transaction of its own.
func (s *Store) RecordFinal(ctx context.Context, command string) error {
	return doing("record a change", s.write(ctx, func(tx *transaction) error {
		_, err := tx.ExecContext(ctx, `
			DELETE FROM change WHERE `+isFinal+`;
			INSERT INTO change (made_at, command, subject, entries, feeds, names) VALUES (?, ?, '', 0, 0, '')`, unixTime(s.now()), command)
		return err
	}))
}

// Undone is [model.Undone].
type Undone = model.Undone

// Changes returns the changes that can be undone, the last first, none older than 30
// days: all removals, and at most 20 others.
func (s *Store) Changes(ctx context.Context) ([]Change, error) {
	list, err := listChanges(ctx, s.db, s.now())
	return list, doing("list changes", err)
}

func listChanges(ctx context.Context, q querier, now time.Time) ([]Change, error) {
	type recorded struct {
		Change
		names []byte
	}
	columns := func(r *recorded) []any {
		return []any{&r.ID, (*unixTime)(&r.At), &r.Command, &r.Subject, &r.Entries, &r.Feeds, &r.names}
	}
	rows, err := collect(ctx, q, columns, `
		SELECT id, made_at, command, subject, entries, feeds, names FROM change
		WHERE made_at >= ? AND NOT `+isFinal+` ORDER BY id DESC`, unixTime(now.Add(-keepChanges)))
	var list []Change
	for _, r := range rows {
		if err == nil {
			err = json.Unmarshal(r.names, &r.Names)
		}
		list = append(list, r.Change)
	}
	return list, err
}

// Undo undoes a change by its number, or with 0 the last one that is not itself an undo. That
// is a *[FinalError] if a later command changed what cannot be undone.
// Values that changed again since stay and are counted. Then it deletes the record of the
// change. It changes nothing and returns a *[TakenError] if another subscription has the URL
// of a feed that the change removed.
func (s *Store) Undo(ctx context.Context, id int64) (Undone, error) {
	var u Undone
	err := s.write(ctx, func(tx *transaction) error {
		list, err := listChanges(ctx, tx, s.now())
		if err != nil {
			return err
		}
		i := slices.IndexFunc(list, func(c Change) bool { return c.ID == id || id == 0 && c.ByPerson() })
		if i >= 0 {
			u.Change = list[i]
		}
		command, isLater, err := first[string](ctx, tx, `SELECT command FROM change WHERE id > ? AND `+isFinal, u.ID)
		switch {
		case err != nil:
			return err
		case id == 0 && isLater:
			return &FinalError{command, u.Change}
		case i < 0:
			return ErrNothingToUndo
		}
		if u.Command == "add" {
			err = undoAdd(ctx, tx, &u, s.now())
		} else {
			err = (&undoTx{transaction: tx, undone: &u}).undo(ctx)
		}
		if err == nil { // what undo does to marks, a person does
			_, err = tx.ExecContext(ctx, `
				UPDATE entry SET marked = marked | IIF(v.column_name = 'starred', 4, 3) FROM changed_value v
				WHERE v.change_id = ?1 AND v.table_name = 'entry' AND v.column_name IN ('unread', 'starred') AND entry.id BETWEEN v.first_key AND v.last_key;
				DELETE FROM change WHERE id = ?1`, u.ID, u.ID)
		}
		return err
	})
	if errors.Is(err, ErrNothingToUndo) {
		return u, err
	}
	return u, doing("undo", err)
}

// RecordAdd records that a person subscribed by a command, so that [Store.Undo] can undo
// it. It takes a transaction of its own, after those that stored the pages.
func (s *Store) RecordAdd(ctx context.Context, feeds []int64) error {
	return s.inChange(ctx, &Change{Command: "add"}, func(tx *transaction) error {
		if tx.about(jsonList(feeds)); tx.err != nil {
			return tx.err
		}
		_, err := tx.ExecContext(ctx, `
			INSERT INTO changed_value (change_id, table_name, column_name, first_key, last_key)
			SELECT ?, 'subscription', '', value, value FROM JSON_EACH(?)`, tx.change.ID, jsonList(feeds))
		if err == nil {
			err = limitLinks(ctx, tx)
		}
		return err
	}, "subscription")
}

// undoAdd removes what a command subscribed to, with all that came since. That is a
// removal, which can be undone by its number.
func undoAdd(ctx context.Context, tx *transaction, u *Undone, now time.Time) error {
	feeds, err := column[int64](ctx, tx, `
		SELECT s.id FROM changed_value v JOIN subscription s ON s.id = v.first_key WHERE v.change_id = ?`, u.ID)
	if err != nil {
		return err
	}
	u.Restored, u.Left = len(feeds), u.Feeds-len(feeds)
	removal := Change{Command: "undo", At: now}
	err = recordChange(ctx, tx, &removal, func(tx *transaction) error { return tx.remove(ctx, feeds) })
	if errors.Is(err, errUnchanged) { // they are gone already
		_, err = tx.ExecContext(ctx, `DELETE FROM change WHERE id = ?`, removal.ID)
	}
	u.Entries = removal.Entries
	return err
}

// changedFeeds are subscriptions that were checked since the change that is undone.
type changedFeeds struct {
	reread []int64          // to be read again, since the change altered their format
	moved  map[int64]string // the URL before, of those read since at the URL of the change
}

// beginFeeds undoes what a change of subscriptions does beyond their rows, and returns
// what is left to do when these are restored.
func (tx *undoTx) beginFeeds(ctx context.Context) (feeds changedFeeds, err error) {
	feeds.reread, err = column[int64](ctx, tx, `
		SELECT s.id FROM changed_value v JOIN subscription s ON s.id BETWEEN v.first_key AND v.last_key
		WHERE v.change_id = ? AND v.table_name = 'subscription' AND v.column_name IN ('format', 'format_chosen') AND s.digest <> ''`, tx.undone.ID)
	if err == nil {
		feeds.moved, err = tx.beginURL(ctx)
	}
	if err == nil {
		err = tx.checkURLs(ctx)
	}
	return feeds, err
}

// endFeeds has subscriptions read again, and gives those that were read at a new URL their
// old one as a command would, so that their entries move along.
func (tx *undoTx) endFeeds(ctx context.Context, feeds changedFeeds) error {
	_, err := tx.ExecContext(ctx, `
		UPDATE subscription SET digest = '' WHERE id IN (SELECT value FROM JSON_EACH(?))`, jsonList(feeds.reread))
	for id, url := range feeds.moved {
		if err == nil {
			err = tx.setURL(ctx, id, url, true)
		}
	}
	return err
}

// beginURL restores a subscription's URL from before the change, or changes nothing if
// another subscription has it by now. If the page was read at the new URL, endFeeds does so.
func (tx *undoTx) beginURL(ctx context.Context) (moved map[int64]string, err error) {
	type feed struct {
		id      int64
		url     string
		wasRead bool
	}
	changed, err := collect(ctx, tx, func(f *feed) []any { return []any{&f.id, &f.url, &f.wasRead} }, `
		SELECT s.id, v.old, s.read_url NOT IN ('', v.old, canonical(v.old)) FROM changed_value v JOIN subscription s ON s.id = v.first_key AND s.url = v.new
		WHERE v.change_id = ? AND v.table_name = 'subscription' AND v.column_name = 'url'`, tx.undone.ID)
	if err != nil || len(changed) == 0 {
		return nil, err
	}
	c, f := tx, changed[0] // a command gives one subscription a URL
	other, taken, err := c.subscribed(ctx, f.url)
	columns := `'url'`
	switch {
	case err != nil:
	case taken && other != f.id:
		tx.undone.Left++
		columns = `column_name`
	case f.wasRead:
		tx.undone.Restored++
		moved = map[int64]string{f.id: f.url}
	default:
		tx.undone.Restored++
		err = c.setURL(ctx, f.id, f.url, true)
	}
	if err == nil {
		_, err = tx.ExecContext(ctx, `
			DELETE FROM changed_value WHERE change_id = ? AND table_name = 'subscription' AND column_name = `+columns, tx.undone.ID)
	}
	return moved, err
}

// checkURLs returns a *[TakenError] if another subscription has the URL of a feed that the
// change removed.
func (tx *undoTx) checkURLs(ctx context.Context) error {
	other, taken, err := first[int64](ctx, tx, `
		SELECT s.id FROM changed_value JOIN subscription s ON s.url = old ->> '$.url'
		WHERE change_id = ? AND `+isRemovedFeed, tx.undone.ID)
	if err != nil || !taken {
		return err
	}
	sub, err := tx.subscription(ctx, other)
	if err == nil {
		err = &TakenError{sub.Subscription}
	}
	return err
}
