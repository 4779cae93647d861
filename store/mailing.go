package store

import (
	"context"
	"database/sql"
	"errors"
)

// The states of a mailing.
const (
	mailRefused = 0 // the program for mail refused it
	mailToMark  = 1 // written, and the entry is to be marked read
	mailWritten = 2
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

// MailWritten notes that a destination has got entries; with markRead they are to be
// marked read, see [Store.MailToMark].
func (s *Store) MailWritten(ctx context.Context, destination int64, entries []int64, markRead bool) error {
	state := mailWritten
	if markRead {
		state = mailToMark
	}
	_, err := s.affected(ctx, "note what was delivered", `
		INSERT INTO mailing (entry_id, destination_id, state, refusals)
		SELECT id, ?, ?, 0 FROM entry WHERE id IN (SELECT value FROM JSON_EACH(?))
		ON CONFLICT (entry_id, destination_id) DO UPDATE SET state = excluded.state`,
		destination, state, jsonList(entries))
	return err
}

// MailRefused notes that an entry could not be delivered.
func (s *Store) MailRefused(ctx context.Context, destination, entry int64) error {
	_, err := s.affected(ctx, "note what was not delivered", `
		INSERT INTO mailing (entry_id, destination_id, state, refusals) SELECT id, ?, ?, 1 FROM entry WHERE id = ?
		ON CONFLICT (entry_id, destination_id) DO UPDATE SET refusals = refusals + 1`, destination, mailRefused, entry)
	return err
}

// RefusedMail returns how often each entry not yet delivered to a destination was refused.
func (s *Store) RefusedMail(ctx context.Context, destination int64) (map[int64]int, error) {
	type refused struct {
		entry int64
		times int
	}
	list, err := collect(ctx, s.db, func(r *refused) []any { return []any{&r.entry, &r.times} }, `
		SELECT entry_id, refusals FROM mailing WHERE destination_id = ? AND state = 0`, destination)
	times := map[int64]int{}
	for _, r := range list {
		times[r.entry] = r.times
	}
	return times, doing("list what was refused", err)
}

// MailToMark returns the entries that were delivered and are to be marked read.
func (s *Store) MailToMark(ctx context.Context, destination int64) ([]int64, error) {
	ids, err := column[int64](ctx, s.db, `
		SELECT entry_id FROM mailing WHERE destination_id = ? AND state = 1 ORDER BY entry_id`, destination)
	return ids, doing("list what was delivered", err)
}

// MailMarked notes that these were marked read.
func (s *Store) MailMarked(ctx context.Context, destination int64) error {
	_, err := s.affected(ctx, "note what was delivered", `
		UPDATE mailing SET state = 2 WHERE destination_id = ? AND state = 1`, destination)
	return err
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
