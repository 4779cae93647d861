package store

import (
	"context"
	"fmt"
	"slices"
)

// A Page is a part of a list of entries.
type Page struct {
	// Beside is the entry that the page follows or, Backwards, precedes. Nil is for the
	// beginning of the list or, Backwards, its end. It need not be in the list any more.
	Beside    *Entry
	Backwards bool
	Size      int // at most so many
}

// EntryPage returns a page of the list that [Store.Entries] yields for f, in the order
// of the list. The limit and the order of f do not count. However long the list is, only
// entries around the page are read.
func (s *Store) EntryPage(ctx context.Context, f EntryFilter, p Page) ([]Entry, error) {
	f.Limit, f.OldestFirst = p.Size, false
	w, err := f.where()
	if err != nil {
		return nil, fmt.Errorf("list entries: %w", err)
	}
	p.where(w)
	order := byTime()
	if p.Backwards {
		order = byTimeBackwards()
	}
	clauses := f.ordered(w, order)
	var page []Entry
	err = eachEntry(ctx, s.db, f.selectEntries()+fromEntries+clauses, w.args, func(e Entry, _ error) bool {
		page = append(page, e)
		return true
	})
	if err != nil {
		return nil, fmt.Errorf("list entries: %w", err)
	}
	if p.Backwards {
		slices.Reverse(page)
	}
	return page, nil
}

// where adds the condition that an entry is on the page's side of Beside. The first part
// is what SQLite finds the place in an index by.
func (p Page) where(w *where) {
	if p.Beside == nil {
		return
	}
	b := p.Beside
	at := unixTime(b.SortTime)
	if p.Backwards {
		w.and(sortTime("e")+` >= ? AND (`+sortTime("e")+` > ? OR (-e.subscription_id, e.rank, e.id) > (?, ?, ?))`,
			at, at, -b.SubscriptionID, b.Rank, b.ID)
		return
	}
	w.and(sortTime("e")+` <= ? AND (`+sortTime("e")+` < ? OR (-e.subscription_id, e.rank, e.id) < (?, ?, ?))`,
		at, at, -b.SubscriptionID, b.Rank, b.ID)
}
