package store

import (
	"context"
	"iter"
	"slices"

	"gemsub/internal/model"
)

// An Entry is [model.Entry].
type Entry = model.Entry

// entriesOf returns the query for entries by a list of their numbers, in the order of the list.
// Two arguments before the list say whether to look up which posts are kept, and which are part of a
// conversation: each takes longer than the rest.
func entriesOf() string {
	return `
	SELECT
		e.id, e.subscription_id, s.name AS feed_title, s.url AS feed_url,
		s.author AS feed_author, COALESCE(s.feed_updated, s.changed_at, s.added_at) AS feed_updated,
		e.ref AS atom_id, e.url, e.title, e.author, s.lang, e.updated, e.published, e.first_seen, e.unread, e.starred, e.by_file, e.section AS is_section, e.rank, e.sort_time,
		(SELECT JSON_GROUP_ARRAY(tag ORDER BY tag) FROM tag WHERE subscription_id = e.subscription_id) AS tags,
		? AND ` + isKept + ` AS kept,
		` + keepsID + ` AS keeps_id,
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
		if f.ListByDate {
			chosen = allRows[int64](tx, `SELECT e.id FROM JSON_EACH(?) n JOIN entry e ON e.id = n.value ORDER BY `+ByDate.sql(), jsonList(chosen))
		}
		if f.OldestFirst {
			slices.Reverse(chosen)
		}
		for n := 50; len(chosen) > 0; n = 200 { // the first screen comes soon, the rest in fewer queries
			some := chosen[:min(n, len(chosen))]
			chosen = chosen[len(some):]
			entries := allRows[Entry](tx, entriesOf(), f.WithKept, f.WithAnswers, jsonList(some))
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
	f.isCounted = f.Limit == 0
	clauses, args := f.clauses()
	n := value[int](tx, `SELECT COUNT(*) FROM (SELECT 1 FROM entry e `+clauses+`)`, args...)
	return n, tx.done("count entries")
}
