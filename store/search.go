package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
)

// Search yields the entries of f that query finds, best match first, in the way of
// [Store.Entries], with a snippet where words are in the post. Each word has to occur
// in the entry's title, in its post, or in a title of its feed; with TitlesOnly posts
// do not count. Case and accents do not matter. Words in double quotes have to follow
// one another; a word that ends in * matches all words that begin so. What is written
// without spaces is found anywhere. The first 32 words and quoted phrases count. A
// query without words finds nothing.
func (s *Store) Search(ctx context.Context, query string, f EntryFilter) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		err := s.eachFound(ctx, query, f, func(q querier, n finder, found []foundEntry) (bool, error) {
			return n.show(ctx, q, found, yield)
		})
		if err != nil {
			yield(Entry{}, fmt.Errorf("search entries: %w", err))
		}
	}
}

// CountFound returns how many entries [Store.Search] yields.
func (s *Store) CountFound(ctx context.Context, query string, f EntryFilter) (all int, err error) {
	err = s.eachFound(ctx, query, f, func(_ querier, _ finder, found []foundEntry) (bool, error) {
		all += len(found)
		return true, nil
	})
	if err != nil {
		return 0, fmt.Errorf("search entries: %w", err)
	}
	return all, nil
}

// HasWords reports whether a query has words that [Store.Search] can look for.
func HasWords(query string) bool { return len(searchTerms(query)) > 0 }

// eachFound calls do with what a query finds, part by part, until it returns false.
func (s *Store) eachFound(ctx context.Context, query string, f EntryFilter, do func(querier, finder, []foundEntry) (bool, error)) error {
	terms := searchTerms(query)
	if len(terms) == 0 {
		return nil
	}
	return inSnapshot(ctx, s.db, func(q querier) error {
		n := finder{f, terms, map[int64]bool{}}
		return n.find(ctx, q, func(found []foundEntry) (bool, error) { return do(q, n, found) })
	})
}

// A finder finds the entries of a filter in which terms occur.
type finder struct {
	EntryFilter
	terms []term
	seen  map[int64]bool // the entries that were found
}

// A foundEntry is an entry, and that whose post has the words: another one where the
// post of an equal link was fetched for another feed.
type foundEntry struct {
	Entry, Post int64
}

// column is the column of the index to look in.
func (n finder) column() string {
	if n.TitlesOnly {
		return "t.title"
	}
	return "entry_text"
}

// find calls do with the entries that have all terms in their title and post, then with
// those that lack some which the feed's titles have.
func (n finder) find(ctx context.Context, q querier, do func([]foundEntry) (bool, error)) error {
	hits, err := n.ranked(ctx, q)
	if err != nil {
		return err
	}
	more, left := true, n.Limit
	limited := func(found []foundEntry) (bool, error) {
		if n.Limit > 0 {
			found = found[:min(left, len(found))]
			left -= len(found)
		}
		more, err := do(found)
		return more && (n.Limit == 0 || left > 0), err
	}
	for part := range n.parts(hits) {
		found, err := n.preferred(ctx, q, part)
		if err == nil {
			more, err = limited(found)
		}
		if err != nil || !more {
			return err
		}
	}
	return n.named(ctx, q, limited)
}

// parts splits hits: few at first where only a few are wanted, since telling apart
// posts of several feeds costs more than finding them.
func (n finder) parts(hits []hit) iter.Seq[[]hit] {
	return func(yield func([]hit) bool) {
		size := 1000
		if n.Limit > 0 {
			size = 2 * n.Limit
		}
		for len(hits) > 0 {
			part := hits[:min(size, len(hits))]
			if !yield(part) {
				return
			}
			hits = hits[len(part):]
			size *= 8
		}
	}
}

// ranked returns the entries that have all terms in their title or post, the best
// first.
func (n finder) ranked(ctx context.Context, q querier) (hits []hit, err error) {
	f := n.EntryFilter
	f.Distinct = false
	w := f.where()
	rarities, err := n.rarities(ctx, q)
	if err != nil {
		return nil, err
	}
	from := `FROM entry_text t `
	if len(w.conditions) > 0 {
		from += `CROSS JOIN entry e ON e.id = t.docid `
	}
	w.and(n.column()+" MATCH ?", matchAll(n.terms))
	rows, err := q.QueryContext(ctx, `
		SELECT t.docid, MATCHINFO(entry_text, '`+matchinfoFormat+`') `+from+w.sql(), w.args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var info sql.RawBytes
	var id int64
	for rows.Next() {
		if err := rows.Scan(&id, &info); err != nil {
			return nil, err
		}
		hits = append(hits, newHit(id, info, rarities))
	}
	sortHits(hits)
	return hits, rows.Err()
}

// rarities returns the weight of each term, by how many entries have it. One term alone
// needs none.
func (n finder) rarities(ctx context.Context, q querier) ([]float64, error) {
	if len(n.terms) == 1 {
		return []float64{1}, nil
	}
	var all float64
	if err := q.QueryRowContext(ctx, `SELECT COUNT(*) FROM entry`).Scan(&all); err != nil {
		return nil, err
	}
	weights := make([]float64, len(n.terms))
	for i, t := range n.terms {
		var rows float64
		err := q.QueryRowContext(ctx, `
			SELECT COUNT(*) FROM entry_text t WHERE `+n.column()+` MATCH ?`, t.match()).Scan(&rows)
		if err != nil {
			return nil, err
		}
		weights[i] = rarity(max(all, rows), rows)
	}
	return weights, nil
}

// preferred returns the entries that are shown for hits: those themselves, except where
// another feed is preferred for the link. Then a post that was fetched counts for that
// feed's entry, and what the other feed says does not count.
func (n finder) preferred(ctx context.Context, q querier, hits []hit) (found []foundEntry, err error) {
	own, err := n.preferredOf(ctx, q, hits)
	for i := 0; err == nil && i < len(hits); i++ {
		f := foundEntry{Entry: hits[i].id}
		if hits[i].text {
			f.Post = f.Entry
		}
		if !own[f.Entry] {
			f.Entry, err = n.ownerOf(ctx, q, f.Post)
		}
		if f.Entry != 0 && !n.seen[f.Entry] {
			n.seen[f.Entry] = true
			found = append(found, f)
		}
	}
	return found, err
}

// preferredOf returns which hits are of the feed that is preferred for their link.
func (n finder) preferredOf(ctx context.Context, q querier, hits []hit) (map[int64]bool, error) {
	own := make(map[int64]bool, len(hits))
	ids := make([]int64, len(hits))
	for i, h := range hits {
		ids[i], own[h.id] = h.id, true
	}
	if !n.Distinct {
		return own, nil
	}
	w := n.posts()
	ids, err := column[int64](ctx, q, `
		SELECT h.value FROM JSON_EACH(?) h CROSS JOIN entry e ON e.id = h.value `+w.sql(), append([]any{jsonList(ids)}, w.args...)...)
	clear(own)
	for _, id := range ids {
		own[id] = true
	}
	return own, err
}

// ownerOf returns the entry of the feed that is preferred for the link of an entry whose
// post was fetched; 0 if there is none, or no post.
func (n finder) ownerOf(ctx context.Context, q querier, entry int64) (owner int64, err error) {
	if entry == 0 {
		return 0, nil
	}
	w := n.posts()
	err = q.QueryRowContext(ctx, `
		SELECT e.id FROM post p CROSS JOIN entry e `+w.sql()+`
			AND e.id IN (`+withEqualLinks(`p.entry_id`)+`) AND p.entry_id = ? AND NOT p.from_feed`, append(w.args, entry)...).Scan(&owner)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return owner, err
}

// show yields entries with their snippets, and reports whether more are wanted.
func (n finder) show(ctx context.Context, q querier, found []foundEntry, yield func(Entry, error) bool) (more bool, err error) {
	snippets, err := n.snippets(ctx, q, found)
	if err != nil {
		return false, err
	}
	for _, f := range found {
		more := true
		err = n.eachEntry(ctx, q, `WHERE e.id = ?`, []any{f.Entry}, func(e Entry, err error) bool {
			e.Snippet = snippets[f.Post]
			more = yield(e, err)
			return more
		})
		if err != nil || !more {
			return false, err
		}
	}
	return true, nil
}
