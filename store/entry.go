package store

import (
	"cmp"
	"context"
	"database/sql"
	"iter"
	"time"

	"gemsub/internal/address"
	"gemsub/internal/model"
)

// An Entry is [model.Entry].
type Entry = model.Entry

// entriesOf returns the query for entries by a list of their numbers, in the order of the list.
// Three arguments before the list say whether to look up which posts are kept, which ids are
// another feed's, and which posts are part of a conversation: each takes longer than the rest.
func entriesOf() string {
	return `
	SELECT
		e.id, e.subscription_id, s.name AS feed_title, s.url AS feed_url,
		s.author AS feed_author, COALESCE(s.feed_updated, s.changed_at, s.added_at) AS feed_updated,
		e.ref AS atom_id, e.url, e.title, e.author, s.lang, e.updated, e.published, e.first_seen, e.unread, e.starred, e.by_file, e.rank, e.sort_time,
		(SELECT JSON_GROUP_ARRAY(tag ORDER BY tag) FROM tag WHERE subscription_id = e.subscription_id) AS tags,
		? AND ` + isKept + ` AS kept,
		? AND ` + atomIDTaken + ` AS atom_id_taken,
		? AND ` + isConversing() + ` AS conversing
	FROM JSON_EACH(?) n CROSS JOIN entry e ON e.id = n.value JOIN subscription s ON s.id = e.subscription_id`
}

// Entries yields what f selects, newest first: by date, then subscription, then the page's own
// order. An error ends the sequence and is yielded last, with a zero Entry. The sequence chooses
// its entries when it begins, and leaves out those that are deleted meanwhile. Nothing is locked
// while the caller has an entry.
func (s *Store) Entries(ctx context.Context, f EntryFilter) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		tx := s.reader(ctx)
		chosen := tx.selected(f)
		for n := 50; len(chosen) > 0; n = 200 { // the first screen comes soon, the rest in fewer queries
			some := chosen[:min(n, len(chosen))]
			chosen = chosen[len(some):]
			entries := allRows[Entry](tx, entriesOf(), f.WithKept, f.Merged, f.WithAnswers, jsonList(some))
			if f.Words != "" {
				tx.addSnippets(entries, jsonList(some), f.Words)
			}
			for _, e := range entries {
				e.ByArrival = f.Order == ByArrival
				if !yield(e, nil) {
					return
				}
			}
		}
		if tx.err != nil {
			yield(Entry{}, tx.done("list entries"))
		}
	}
}

// CountEntries returns how many entries f selects.
func (s *Store) CountEntries(ctx context.Context, f EntryFilter) (int, error) {
	tx := s.reader(ctx)
	f.OldestFirst, f.isCounted = false, f.Limit == 0
	clauses, args := f.clauses()
	n := value[int](tx, `SELECT COUNT(*) FROM (SELECT 1 FROM entry e `+clauses+`)`, args...)
	return n, tx.done("count entries")
}

// An entryRow is an entry as the database keeps it, times in Unix seconds. Its numbers are
// int64: database/sql makes a text of each number that it scans into an int.
type entryRow struct {
	ID        int64
	Ref       string // Atom id
	URL       string
	Own       int // how near url is to the feed, see owner.go
	Title     string
	Author    string
	Updated   int64
	Published sql.Null[int64]
	Rank      int64
	FirstSeen int64
	Unread    bool
	Starred   bool
	RenewedAt sql.Null[int64] // when it became unread by a later date
	Marked    int64           // see schema.sql
	ByFile    bool            // see schema.sql
}

// size returns how many bytes the texts of the entry take.
func (row *entryRow) size() int {
	size := len(row.Ref) + len(row.Title)
	if row.URL != row.Ref {
		size += len(row.URL)
	}
	return size
}

// addEntry stores a new entry of a subscription, and sets in row its number and how near its
// link is to the feed.
func (tx *transaction) addEntry(subscription int64, feedURL string, row *entryRow) {
	row.Own = address.Nearness(feedURL, row.URL)
	row.ID = tx.insert(`
		INSERT INTO entry (
			subscription_id, ref, link, page, own, title, author, updated, published, rank, first_seen, unread, starred, renewed_at, marked, by_file)
		VALUES (?1, ?2, NULLIF(?3, ?2), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		subscription, row.Ref, row.URL, address.PageKey(row.URL), row.Own, row.Title, row.Author, row.Updated, row.Published, row.Rank,
		row.FirstSeen, row.Unread, row.Starred, row.RenewedAt, row.Marked, row.ByFile)
}

// rewriteEntry replaces the stored entry with row's number.
func (tx *transaction) rewriteEntry(row *entryRow) {
	tx.exec(`
		UPDATE entry SET
			ref = ?1, link = NULLIF(?2, ?1), page = ?, own = ?, title = ?, author = ?, updated = ?, published = ?, rank = ?,
			unread = ?, starred = ?, renewed_at = ?, marked = ?
		WHERE id = ?`,
		row.Ref, row.URL, address.PageKey(row.URL), row.Own, row.Title, row.Author, row.Updated, row.Published, row.Rank,
		row.Unread, row.Starred, row.RenewedAt, row.Marked, row.ID)
}

// sortTime is column sort_time of row.
func (row *entryRow) sortTime() int64 {
	seen := cmp.Or(row.RenewedAt.V, row.FirstSeen)
	if row.Updated > seen+int64(maxAhead.Seconds()) {
		return seen
	}
	return row.Updated
}

// maxAhead is how far an entry's date may be ahead of the time when it was first seen, or became
// unread again by a later date. An entry dated later is sorted by this time in place of its date
// (column sort_time), so that no date far ahead keeps it on top.
const maxAhead = 24 * time.Hour

// SortTime returns the time by which lists order an entry: its date or, if the date is more than
// maxAhead later, the time when it was first seen.
func SortTime(updated, seen time.Time) time.Time {
	if updated.Sub(seen) > maxAhead {
		return seen
	}
	return updated
}
