package store

import (
	"cmp"
	"database/sql"
	"time"

	"gemsub/feed"
)

// An entryRow is an entry as the database keeps it, times in Unix seconds.
type entryRow struct {
	id        int64
	atomID    string
	formerID  string // [feed.Entry.FormerID] of an entry of the page
	url       string
	page      string // key of the page at url
	own       int    // how near url is to the feed, see owner.go
	title     string
	author    string
	updated   int64
	published sql.Null[int64]
	rank      int
	firstSeen int64
	unread    bool
	starred   bool
	renewed   sql.Null[int64] // when it became unread by a later date
	undated   bool            // the page gives no date: updated is when it was first seen
	stays     stays
}

const findEntries = `
	SELECT e.id, ref, url, page, own, title, author, updated, published, rank, first_seen, unread, starred,
		renewed_at, first_stay, last_stay
	FROM JSON_EACH(?) j CROSS JOIN entry e ON subscription_id = ? AND ref = j.value`

const addEntry = `
	INSERT INTO entry (
		subscription_id, ref, url, page, own, title, author, updated, published, rank, first_seen, unread, starred,
		first_stay, last_stay)
	VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

const rewriteEntry = `
	UPDATE entry SET
		ref = ?, url = ?, page = ?, own = ?, title = ?, author = ?, updated = ?, published = ?, rank = ?,
		unread = unread | ?, renewed_at = ?, first_stay = ?, last_stay = ?
	WHERE id = ?`

// newRow returns e as an entry first seen now.
func (m *entryMerger) newRow(e feed.Entry) entryRow {
	row := entryRow{
		atomID:    e.ID,
		formerID:  e.FormerID,
		url:       cmp.Or(e.Link, e.ID),
		title:     e.Title,
		author:    e.Author,
		updated:   e.Updated.Unix(),
		firstSeen: m.sub.seenAt(m.at).Unix(),
		stays:     stays{m.sub.stay, m.sub.stay},
	}
	row.page, row.own = m.territory.place(row.url)
	if !e.Published.IsZero() {
		row.published = sql.Null[int64]{V: e.Published.Unix(), Valid: true}
	}
	if e.Updated.IsZero() {
		row.updated, row.undated = row.firstSeen, true
	}
	return row
}

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
func (m *entryMerger) entry(row entryRow) Entry {
	e := Entry{
		ID:             row.id,
		SubscriptionID: m.sub.ID,
		FeedTitle:      m.sub.Name(),
		FeedURL:        m.sub.URL,
		FeedAuthor:     m.sub.Author,
		FeedUpdated:    cmp.Or(m.sub.FeedUpdated, m.sub.ChangedAt, m.sub.AddedAt),
		AtomID:         row.atomID,
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
