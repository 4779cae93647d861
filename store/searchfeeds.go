package store

import (
	"context"
	"slices"
)

// Conditions on the entries of a feed with words in its titles.
const (
	feedHasTerm = `e.subscription_id IN (SELECT docid FROM feed_text WHERE feed_text MATCH ?)`
	hasTerm     = `e.id IN (SELECT t.docid FROM entry_text t WHERE `
)

// shortestFirst is nearly the order of BM25 where each word occurs once.
const shortestFirst = `LENGTH(e.title), ` + byTime

// named calls do with the entries that lack some terms which their feeds have in their
// titles, in parts of growing size.
func (n finder) named(ctx context.Context, q querier, do func([]foundEntry) (bool, error)) error {
	f := n.EntryFilter
	f.Distinct, f.Limit = false, 0
	w, err := f.where()
	if err != nil {
		return err
	}
	match := n.column() + ` MATCH ?)`
	w.and("feed_text MATCH ?", matchAny(n.terms))
	for _, t := range n.terms {
		w.and(`(`+feedHasTerm+` OR `+hasTerm+match+`)`, t.match(), t.match())
	}
	w.and(`NOT `+hasTerm+match, matchAll(n.terms))
	query := `
		SELECT e.id FROM feed_text f CROSS JOIN entry e ON e.subscription_id = f.docid ` + w.sql() + `
		ORDER BY ` + shortestFirst + ` LIMIT ? OFFSET ?`
	size := 2 * n.Limit
	if size == 0 {
		size = -1
	}
	for offset := 0; ; size, offset = 8*size, offset+size {
		hits, err := collect(ctx, q, func(h *hit) []any { return []any{&h.id} }, query, append(slices.Clip(w.args), size, offset)...)
		if err != nil || len(hits) == 0 {
			return err
		}
		found, err := n.preferred(ctx, q, n.withText(hits))
		if err != nil {
			return err
		}
		if more, err := do(found); err != nil || !more || len(hits) < size || size < 0 {
			return err
		}
	}
}

// withText notes that posts may have some of the words.
func (n finder) withText(hits []hit) []hit {
	for i := range hits {
		hits[i].text = !n.TitlesOnly
	}
	return hits
}
