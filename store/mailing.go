package store

import (
	"context"
	"database/sql"
	"errors"
)

// A Destination is where entries are delivered by mail.
type Destination struct {
	ID int64
	// After is the entry after which it began: it gets those with higher numbers. Null
	// until [Store.BeginMail].
	After sql.Null[int64]
}

// Destination returns the destination of a name, created if needed.
func (s *Store) Destination(ctx context.Context, name string) (d Destination, err error) {
	const find = `
		SELECT id, after FROM destination WHERE name = ?`
	err = s.db.QueryRowContext(ctx, find, name).Scan(&d.ID, &d.After)
	if errors.Is(err, sql.ErrNoRows) {
		err = s.write(ctx, func(tx *transaction) error {
			if _, err := tx.ExecContext(ctx, `
				INSERT OR IGNORE INTO destination (name) VALUES (?)`, name); err != nil {
				return err
			}
			return tx.QueryRowContext(ctx, find, name).Scan(&d.ID, &d.After)
		})
	}
	return d, doing("read destination", err)
}

// BeginMail sets the entry after which a destination begins, so that backlog of the entries
// that f selects come after it, or all for -1. It returns that entry's number, 0 for none.
func (s *Store) BeginMail(ctx context.Context, destination int64, f EntryFilter, backlog int) (after int64, err error) {
	if w := f.where(); backlog >= 0 {
		after, _, err = first[int64](ctx, s.db, `
			SELECT e.id FROM entry e `+w.sql()+` ORDER BY e.id DESC LIMIT 1 OFFSET ?`, append(w.args, backlog)...)
	}
	if err != nil {
		return 0, doing("begin to deliver", err)
	}
	_, err = s.affected(ctx, "begin to deliver", `
		UPDATE destination SET after = ? WHERE id = ?`, after, destination)
	return after, err
}

// NoteMail notes that an entry was delivered to a destination, or else refused by the program
// for mail.
func (s *Store) NoteMail(ctx context.Context, destination, entry int64, written bool) error {
	_, err := s.affected(ctx, "note what was delivered", `
		INSERT OR REPLACE INTO mailing (entry_id, destination_id, state) SELECT id, ?, ? FROM entry WHERE id = ?`,
		destination, written, entry)
	return err
}

// RefusedMail returns the entries that were refused on their way to a destination.
func (s *Store) RefusedMail(ctx context.Context, destination int64) ([]int64, error) {
	entries, err := column[int64](ctx, s.db, `SELECT entry_id FROM mailing WHERE destination_id = ? AND state = 0`, destination)
	return entries, doing("list what was refused", err)
}

// MailedEntry returns the entry with the link url that a destination has got, the owner's
// if there are several; 0 for none.
func (s *Store) MailedEntry(ctx context.Context, destination int64, url string) (entry int64, err error) {
	entry, _, err = first[int64](ctx, s.db, `
		SELECT e.id FROM entry e JOIN mailing m ON m.entry_id = e.id
		WHERE e.url = ? AND m.destination_id = ? AND m.state > 0 ORDER BY `+byOwner("e")+` LIMIT 1`, url, destination)
	return entry, doing("read what was delivered", err)
}

// notMailed holds for an entry e that a destination has not got, unless it has got the same
// link from another feed that precedes e's feed (see byOwner).
func notMailed() string {
	return `NOT EXISTS (SELECT 1 FROM mailing m WHERE m.entry_id = e.id AND m.destination_id = ? AND m.state > 0)
	AND NOT EXISTS (
	SELECT 1 FROM entry o JOIN mailing m ON m.entry_id = o.id AND m.destination_id = ? AND m.state > 0
	WHERE o.url = e.url AND o.subscription_id <> e.subscription_id
	AND (o.own, -o.first_seen, -o.id) > (e.own, -e.first_seen, -e.id))`
}
