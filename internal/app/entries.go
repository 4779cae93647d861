package app

import (
	"cmp"
	"context"
	"iter"

	"gemsub/internal/address"
	"gemsub/internal/model"
	"gemsub/store"
)

// An EntryFilter selects entries by what is kept of them.
type EntryFilter = store.EntryFilter

// An EntryQuery selects entries. Its zero value selects all.
type EntryQuery struct {
	EntryFilter
	Feeds []string  // only entries of these, as [App.Select] reads them
	Named Selection // only these
	Err   error     // why nothing can be selected: a view may have a mistake
}

// An EntryOrder is an order of lists of entries.
type EntryOrder = store.Order

// EntryOrders returns the names of all orders.
func EntryOrders() []string { return []string{string(store.ByDate), string(store.ByArrival)} }

// filter returns the filter for q: it looks up the feeds and entries that q names, and takes an
// order that q lacks from the environment. It fails with q.Err, or as [App.Select] does.
func (q EntryQuery) filter(ctx context.Context, a *App) (store.EntryFilter, error) {
	f := q.EntryFilter
	if q.Err != nil {
		return f, q.Err
	}
	f.Order = cmp.Or(f.Order, a.Order)
	chosen, err := a.selectFrom(ctx, store.SubscriptionFilter{Brief: true}, q.Feeds)
	if err != nil {
		return f, err
	}
	f.Subscriptions = append(f.Subscriptions, idsOf(chosen)...)
	f.IDs, f.URLs = append(f.IDs, q.Named.ids...), append(f.URLs, q.Named.urls...)
	return f, nil
}

// listed returns the filter for a list, in which a post of several feeds stands once unless named.
func (q EntryQuery) listed(ctx context.Context, a *App) (store.EntryFilter, error) {
	f, err := q.filter(ctx, a)
	f.Distinct = len(f.IDs)+len(f.URLs) == 0
	return f, err
}

// idsOf returns the numbers of subscriptions.
func idsOf(subs []model.Subscription) []int64 {
	var ids []int64
	for _, s := range subs {
		ids = append(ids, s.ID)
	}
	return ids
}

// Next returns the first entries that q selects, up to the tenth that is not for a browser (see
// [IsForBrowser]). The caller tries them in order until the post of one can be shown. Their field
// Kept is set.
func (a *App) Next(ctx context.Context, q EntryQuery) (entries []model.Entry, err error) {
	q.WithKept = true
	tries := 10
	for e, err := range a.Entries(ctx, q) {
		if err != nil {
			return nil, err
		}
		entries = append(entries, e)
		if !IsForBrowser(e) {
			tries--
		}
		if tries == 0 {
			break
		}
	}
	return entries, nil
}

// IsForBrowser reports whether the post of an entry cannot be shown: it is not kept, and
// gemsub cannot request it.
func IsForBrowser(e model.Entry) bool {
	_, err := address.Parse(e.URL)
	return err != nil && !e.Kept
}

// Entries yields what q selects: newest first, but entries with all words of q in their titles
// come first. An error ends the sequence.
func (a *App) Entries(ctx context.Context, q EntryQuery) iter.Seq2[model.Entry, error] {
	f, err := q.listed(ctx, a)
	if err != nil {
		return func(yield func(model.Entry, error) bool) { yield(model.Entry{}, err) }
	}
	return a.db.Entries(ctx, f)
}

// CountEntries returns how many entries [App.Entries] yields.
func (a *App) CountEntries(ctx context.Context, q EntryQuery) (int, error) {
	f, err := q.listed(ctx, a)
	if err != nil {
		return 0, err
	}
	return a.db.CountEntries(ctx, f)
}

// firstEntry returns the first entry that a filter selects; if there is none, its number is 0.
func (a *App) firstEntry(ctx context.Context, f store.EntryFilter) (model.Entry, error) {
	f.Limit = 1
	for e, err := range a.db.Entries(ctx, f) {
		return e, err
	}
	return model.Entry{}, nil
}

// Entry returns the one entry that a selector names. It fails with [ErrSeveral] if
// [App.EntriesOf] finds several, and with another error if it finds none.
func (a *App) Entry(ctx context.Context, selector string) (model.Entry, error) {
	found, err := a.EntriesOf(ctx, selector)
	switch {
	case err != nil:
		return model.Entry{}, err
	case len(found) > 1:
		return model.Entry{}, ErrSeveral
	case len(found) == 0:
		return model.Entry{}, noEntryError(selector)
	}
	return found[0], nil
}

// EntriesOf returns the entries that a selector names; of a URL only the one that stands for it, see
// [store.Store.EntryAt]. It returns none for a URL that no entry has, and an error for an unknown
// number and for a text that is neither.
func (a *App) EntriesOf(ctx context.Context, selector string) (found []model.Entry, err error) {
	named, err := ParseSelection([]string{selector})
	if err != nil {
		return nil, err
	}
	for _, url := range named.urls {
		id, err := a.db.EntryAt(ctx, url)
		if err != nil || id == 0 {
			return nil, err
		}
		named.ids = []store.Range{{First: id, Last: id}}
	}
	found, err = collect(a.db.Entries(ctx, store.EntryFilter{IDs: named.ids, WithKept: true}))
	if err == nil && len(found) == 0 && len(named.urls) == 0 {
		err = noEntryError(selector)
	}
	return found, err
}

// collect returns the entries of a sequence, or its error.
func collect(entries iter.Seq2[model.Entry, error]) (all []model.Entry, err error) {
	for e, err := range entries {
		if err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	return all, nil
}
