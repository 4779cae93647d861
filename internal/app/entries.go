package app

import (
	"context"
	"iter"

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
}

// filter resolves what the query names.
func (q EntryQuery) filter(ctx context.Context, a *App) (store.EntryFilter, error) {
	f := q.EntryFilter
	chosen, err := a.selectFrom(ctx, store.SubscriptionFilter{Brief: true}, q.Feeds)
	if err != nil {
		return f, err
	}
	f.Subscriptions = append(f.Subscriptions, idsOf(chosen)...)
	f.IDs, f.URLs = append(f.IDs, q.Named.ids...), append(f.URLs, q.Named.urls...)
	return f, nil
}

// idsOf returns the numbers of subscriptions.
func idsOf(subs []model.Subscription) []int64 {
	var ids []int64
	for _, s := range subs {
		ids = append(ids, s.ID)
	}
	return ids
}

// Next returns the first entries that q selects, at most ten: so many are tried until
// the post of one can be shown.
func (a *App) Next(ctx context.Context, q EntryQuery) (entries []model.Entry, err error) {
	const tries = 10
	if q.Limit == 0 || q.Limit > tries {
		q.Limit = tries
	}
	for e, err := range a.Entries(ctx, q) {
		if err != nil {
			return nil, err
		}
		entries = append(entries, e)
	}
	return entries, nil
}

// Entries yields what q selects, newest first, a post of several feeds once unless q
// names it. An error ends the sequence.
func (a *App) Entries(ctx context.Context, q EntryQuery) iter.Seq2[model.Entry, error] {
	return a.filtered(ctx, q, func(f store.EntryFilter) iter.Seq2[model.Entry, error] {
		return a.db.Entries(ctx, f)
	})
}

// CountEntries returns how many entries [App.Entries] yields.
func (a *App) CountEntries(ctx context.Context, q EntryQuery) (int, error) {
	f, err := q.filter(ctx, a)
	if err != nil {
		return 0, err
	}
	f.Distinct = len(q.Named.Selectors) == 0
	return a.db.CountEntries(ctx, f)
}

// Search yields those entries of q that match words, the best first. An error
// ends the sequence.
func (a *App) Search(ctx context.Context, words string, q EntryQuery) iter.Seq2[model.Entry, error] {
	return a.filtered(ctx, q, func(f store.EntryFilter) iter.Seq2[model.Entry, error] {
		return a.db.Search(ctx, words, f)
	})
}

// HasWords reports whether a query has words that [App.Search] can look for.
func HasWords(query string) bool { return store.HasWords(query) }

// CountFound returns how many entries [App.Search] yields.
func (a *App) CountFound(ctx context.Context, words string, q EntryQuery) (int, error) {
	f, err := q.filter(ctx, a)
	if err != nil {
		return 0, err
	}
	f.Distinct = len(q.Named.Selectors) == 0
	return a.db.CountFound(ctx, words, f)
}

func (a *App) filtered(ctx context.Context, q EntryQuery, list func(store.EntryFilter) iter.Seq2[model.Entry, error]) iter.Seq2[model.Entry, error] {
	f, err := q.filter(ctx, a)
	if err != nil {
		return func(yield func(model.Entry, error) bool) { yield(model.Entry{}, err) }
	}
	f.Distinct = len(q.Named.Selectors) == 0
	return list(f)
}

// Entry returns the one entry that s selects. Those of several feeds with one
// URL count as one.
func (a *App) Entry(ctx context.Context, s Selection) (model.Entry, error) {
	var found model.Entry
	for e, err := range a.Entries(ctx, EntryQuery{Named: s}) {
		if err != nil {
			return e, err
		}
		if found.ID != 0 && e.URL != found.URL {
			return e, ErrSeveral
		}
		found = e
	}
	if found.ID == 0 {
		return found, &NoEntryError{s.Selectors}
	}
	return found, nil
}
