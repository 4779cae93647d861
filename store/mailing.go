package store

import (
	"context"
	"math"
)

// States of a delivery, in column state of table mailing.
const (
	heldBack = -1 // the entry was there before the first delivery, and not in its backlog
	refused  = 0
)

// Destination returns the number of the destination with a name. If there is none, it stores a new
// one, which gets only the newest backlog entries of those that f selects now, or all for -1. Older
// ones in the feeds of f, read or not, are held back for good; f affects no others.
func (s *Store) Destination(ctx context.Context, name string, f EntryFilter, backlog int) (id int64, err error) {
	tx := s.reader(ctx)
	id, found := firstRow[int64](tx, `SELECT id FROM destination WHERE name = ?`, name)
	if found || tx.err != nil {
		return id, tx.done("read destination")
	}
	err = s.commit(ctx, "begin to deliver", func(tx *transaction) {
		id = tx.insert(`INSERT INTO destination (name) VALUES (?)`, name)
		before := int64(math.MaxInt64)
		if backlog > 0 { // 0 if there are fewer entries
			w := f.where()
			before = value[int64](tx, `SELECT e.id FROM entry e `+w.sql()+` ORDER BY e.id DESC LIMIT 1 OFFSET ?`, append(w.args, backlog-1)...)
		}
		f.UnreadOnly, f.Distinct = false, false
		w := f.where()
		w.and(`e.id < ?`, before)
		if backlog >= 0 {
			tx.exec(`INSERT INTO mailing (destination_id, state, entry_id) SELECT ?, ?, e.id FROM entry e `+w.sql(), append([]any{id, heldBack}, w.args...)...)
		}
	})
	return id, err
}

// NoteMail notes that an entry was delivered to a destination or, if not written, that the
// program for mail refused it.
func (s *Store) NoteMail(ctx context.Context, destination, entry int64, written bool) error {
	return s.commit(ctx, "note what was delivered", func(tx *transaction) {
		tx.exec(`INSERT OR REPLACE INTO mailing (entry_id, destination_id, state) SELECT id, ?, ? FROM entry WHERE id = ?`,
			destination, written, entry)
	})
}

// RefusedMail returns the entries that were refused on their way to a destination.
func (s *Store) RefusedMail(ctx context.Context, destination int64) ([]int64, error) {
	tx := s.reader(ctx)
	entries := allRows[int64](tx, `SELECT entry_id FROM mailing WHERE destination_id = ? AND state = ?`, destination, refused)
	return entries, tx.done("list what was refused")
}

// MailedEntry returns the entry with the link url that a destination has got, the owner's
// if there are several; 0 for none.
func (s *Store) MailedEntry(ctx context.Context, destination int64, url string) (int64, error) {
	tx := s.reader(ctx)
	entry := value[int64](tx, `
		SELECT e.id FROM entry e JOIN mailing m ON m.entry_id = e.id
		WHERE e.url = ? AND m.destination_id = ? AND m.state > 0 ORDER BY `+byOwner("e")+` LIMIT 1`, url, destination)
	return entry, tx.done("read what was delivered")
}

// notMailed holds for an entry e that a destination has not got and that is not held back, unless it
// has got the same link from another feed that precedes e's feed (see byOwner).
func notMailed() string {
	return `NOT EXISTS (SELECT 1 FROM mailing m WHERE m.entry_id = e.id AND m.destination_id = ? AND m.state <> 0)
	AND NOT EXISTS (
	SELECT 1 FROM entry o JOIN mailing m ON m.entry_id = o.id AND m.destination_id = ? AND m.state > 0
	WHERE o.url = e.url AND o.subscription_id <> e.subscription_id AND NOT o.repeated AND NOT e.repeated
	AND (o.nearness, -o.first_seen, -o.id) > (e.nearness, -e.first_seen, -e.id))`
}
