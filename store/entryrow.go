package store

import (
	"cmp"
	"database/sql"
	"time"
)

// An entryRow is an entry as the database keeps it, times in Unix seconds.
type entryRow struct {
	id        int64
	ref       string // Atom id
	url       string
	own       int // how near url is to the feed, see owner.go
	title     string
	author    string
	updated   int64
	published sql.Null[int64]
	rank      int
	firstSeen int64
	unread    bool
	starred   bool
	renewed   sql.Null[int64] // when it became unread by a later date
}

// isLeft reports whether the page listed the entry at another author's place, which it has
// left: then it is not recognised.
func (row *entryRow) isLeft() bool { return row.own == leftBehind }

const listKept = `
	SELECT id, ref, url, own, title, author, updated, published, rank, first_seen, unread, starred, renewed_at
	FROM entry WHERE subscription_id = ?`

// columns are pointers to the fields for listKept.
func (row *entryRow) columns() []any {
	return []any{
		&row.id, &row.ref, &row.url, &row.own, &row.title, &row.author, &row.updated, &row.published,
		&row.rank, &row.firstSeen, &row.unread, &row.starred, &row.renewed,
	}
}

const addEntry = `
	INSERT INTO entry (
		subscription_id, ref, url, page, own, title, author, updated, published, rank, first_seen, unread, starred)
	VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

const rewriteEntry = `
	UPDATE entry SET
		ref = ?, url = ?, page = ?, own = ?, title = ?, author = ?, updated = ?, published = ?, rank = ?,
		unread = ?, starred = ?, renewed_at = ?
	WHERE id = ?`

// sortTime is column sort_time of row.
func (row *entryRow) sortTime() int64 {
	first := row.firstSeen
	if row.renewed.Valid {
		first = row.renewed.V
	}
	if row.updated > first+int64(maxAhead.Seconds()) {
		return first
	}
	return row.updated
}

// entry returns row as the package's users know it.
func (m *entryMerger) entry(row *entryRow) Entry {
	e := Entry{
		ID:             row.id,
		SubscriptionID: m.sub.ID,
		FeedTitle:      m.sub.Name(),
		FeedURL:        m.sub.URL,
		FeedAuthor:     m.sub.Author,
		FeedUpdated:    cmp.Or(m.sub.FeedUpdated, m.sub.ChangedAt, m.sub.AddedAt),
		AtomID:         row.ref,
		URL:            row.url,
		Title:          row.title,
		Author:         row.author,
		Lang:           m.sub.Lang,
		Updated:        time.Unix(row.updated, 0).UTC(),
		FirstSeen:      time.Unix(row.firstSeen, 0).UTC(),
		SortTime:       time.Unix(row.sortTime(), 0).UTC(),
		Unread:         row.unread,
		Starred:        row.starred,
		Rank:           row.rank,
	}
	if row.published.Valid {
		e.Published = time.Unix(row.published.V, 0).UTC()
	}
	return e
}
