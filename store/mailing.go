package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// The states of a mailing.
const (
	mailNone    = 0 // the destination gets nothing
	mailOwed    = 1
	mailUnread  = 2 // written, and the entry is to be marked read
	mailWritten = 3
)

// A Mailing is an entry that a destination gets by mail, or, without a Message-ID, does
// not get.
type Mailing struct {
	Entry     int64
	MessageID string
}

// A Destination is where entries are delivered by mail.
type Destination struct {
	ID    int64
	Begun bool // false until [Store.BeginMail]
}

// Destination returns the destination of a name, which is made where there is none.
func (s *Store) Destination(ctx context.Context, name string) (d Destination, err error) {
	const find = `
		SELECT id, begun FROM destination WHERE name = ?`
	err = s.db.QueryRowContext(ctx, find, name).Scan(&d.ID, &d.Begun)
	if errors.Is(err, sql.ErrNoRows) {
		err = s.write(ctx, func(tx *sql.Tx) error {
			if _, err := tx.ExecContext(ctx, `
				INSERT OR IGNORE INTO destination (name) VALUES (?)`, name); err != nil {
				return err
			}
			return tx.QueryRowContext(ctx, find, name).Scan(&d.ID, &d.Begun)
		})
	}
	if err != nil {
		return d, fmt.Errorf("read destination: %w", err)
	}
	return d, nil
}

// BeginMail notes that from now on a destination gets all that is not noted yet.
func (s *Store) BeginMail(ctx context.Context, destination int64) error {
	_, err := s.affected(ctx, "begin to deliver", `
		UPDATE destination SET begun = 1 WHERE id = ?`, destination)
	return err
}

// OweMail notes what a destination is owed, and what it does not get. Of what is noted
// already nothing changes, nor of entries that are gone. It works in parts; those that
// come first in the list are noted first.
func (s *Store) OweMail(ctx context.Context, destination int64, list []Mailing) error {
	for parts := 0; len(list) > 0; parts++ {
		if parts > 0 {
			time.Sleep(s.pace.pause)
		}
		some := list[:min(len(list), s.pace.rows)]
		list = list[len(some):]
		rows, err := json.Marshal(some)
		if err != nil {
			return err
		}
		if _, err := s.affected(ctx, "note what is to be delivered", `
			INSERT OR IGNORE INTO mailing (entry_id, destination_id, message_id, state)
			SELECT e.id, ?1, value ->> 'MessageID', IIF(value ->> 'MessageID' = '', ?2, ?3)
			FROM JSON_EACH(?4) CROSS JOIN entry e ON e.id = value ->> 'Entry'`, destination, mailNone, mailOwed, string(rows)); err != nil {
			return err
		}
	}
	return nil
}

// isLeft is the condition of the index of mailings that are not done.
const isLeft = `state IN (1, 2)`

// answersOwed holds for an entry e that links to a post that destination m is owed too.
const answersOwed = `EXISTS (
	SELECT 1 FROM post_link l JOIN entry o ON o.page = l.page
	JOIN mailing n ON n.entry_id = o.id AND n.destination_id = m.destination_id
	WHERE l.entry_id = e.id AND n.state = 1)`

// OwedMail returns what a destination is owed of the feeds and the tag of f: what failed
// least often first, the oldest entries first, and on a day those that answer another
// last.
func (s *Store) OwedMail(ctx context.Context, destination int64, f EntryFilter) ([]Mailing, error) {
	w := new(where)
	w.and(`m.destination_id = ? AND m.state = 1 AND `+isLeft, destination)
	EntryFilter{Subscriptions: f.Subscriptions, Tag: f.Tag}.scope(w, "e")
	list, err := collect(ctx, s.db, func(m *Mailing) []any { return []any{&m.Entry, &m.MessageID} }, `
		SELECT m.entry_id, m.message_id FROM mailing m CROSS JOIN entry e ON e.id = m.entry_id
		`+w.sql()+` ORDER BY m.failures, e.sort_time / 86400, `+answersOwed+`, `+byTimeBackwards, w.args...)
	if err != nil {
		return nil, fmt.Errorf("list what is to be delivered: %w", err)
	}
	return list, nil
}

// AnyMail reports whether there may be anything to do for a destination: something is
// left, or nothing is noted of some unread entry of the feeds and the tag of f. It takes
// a third of the time of a filter that finds no such entry.
func (s *Store) AnyMail(ctx context.Context, destination int64, f EntryFilter) (any bool, err error) {
	w := new(where)
	w.args = append(w.args, destination, destination)
	w.and(`m.entry_id IS NULL`)
	EntryFilter{Subscriptions: f.Subscriptions, Tag: f.Tag, UnreadOnly: true}.scope(w, "e")
	err = s.db.QueryRowContext(ctx, `
		SELECT EXISTS (SELECT 1 FROM mailing WHERE destination_id = ? AND `+isLeft+`)
		OR EXISTS (SELECT 1 FROM entry e LEFT JOIN mailing m ON m.entry_id = e.id AND m.destination_id = ?
		`+w.sql()+`)`, w.args...).Scan(&any)
	if err != nil {
		return false, fmt.Errorf("look for what is to be delivered: %w", err)
	}
	return any, nil
}

// MailWritten notes that a destination has got entries; with markRead they are to be
// marked read, see [Store.MailToMark].
func (s *Store) MailWritten(ctx context.Context, destination int64, entries []int64, markRead bool) error {
	state := mailWritten
	if markRead {
		state = mailUnread
	}
	_, err := s.affected(ctx, "note what was delivered", `
		UPDATE mailing SET state = ? WHERE destination_id = ? AND state = 1 AND entry_id IN (SELECT value FROM JSON_EACH(?))`,
		state, destination, jsonList(entries))
	return err
}

// MailFailed notes that an entry could not be delivered. It stays owed, behind others.
func (s *Store) MailFailed(ctx context.Context, destination, entry int64) error {
	_, err := s.affected(ctx, "note what was not delivered", `
		UPDATE mailing SET failures = failures + 1 WHERE destination_id = ? AND entry_id = ?`, destination, entry)
	return err
}

// MailToMark returns the entries that were delivered and are to be marked read.
func (s *Store) MailToMark(ctx context.Context, destination int64) ([]int64, error) {
	ids, err := collect(ctx, s.db, func(id *int64) []any { return []any{id} }, `
		SELECT entry_id FROM mailing WHERE destination_id = ? AND state = 2 AND `+isLeft+` ORDER BY entry_id`, destination)
	if err != nil {
		return nil, fmt.Errorf("list what was delivered: %w", err)
	}
	return ids, nil
}

// MailMarked notes that these were marked read.
func (s *Store) MailMarked(ctx context.Context, destination int64) error {
	_, err := s.affected(ctx, "note what was delivered", `
		UPDATE mailing SET state = 3 WHERE destination_id = ? AND state = 2 AND `+isLeft, destination)
	return err
}

// MailID returns the Message-ID under which a destination has got the post at a URL, or
// is owed it; "" for neither.
func (s *Store) MailID(ctx context.Context, destination int64, url string) (messageID string, err error) {
	err = s.db.QueryRowContext(ctx, `
		SELECT m.message_id FROM entry e JOIN mailing m ON m.entry_id = e.id
		WHERE e.url = ? AND m.destination_id = ? AND m.state > 0 ORDER BY e.id LIMIT 1`, url, destination).Scan(&messageID)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "", fmt.Errorf("read what was delivered: %w", err)
	}
	return messageID, nil
}

// notNoted holds for an entry e that a destination has no note of. Where it has one of
// the same link in another feed, that goes before: by its folder, else by when it was
// first seen.
func notNoted() string {
	return `NOT EXISTS (SELECT 1 FROM mailing m WHERE m.entry_id = e.id AND m.destination_id = ?)
	AND NOT EXISTS (
	SELECT 1 FROM entry o JOIN mailing m ON m.entry_id = o.id AND m.destination_id = ?
	WHERE o.url = e.url AND o.subscription_id <> e.subscription_id
	AND (o.own, -o.first_seen, -o.id) > (e.own, -e.first_seen, -e.id))`
}
