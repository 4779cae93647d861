package store

import (
	"context"
	"database/sql"
	"errors"
	"iter"
	"slices"
)

// Search yields the entries of f that query finds, best match first, in the way of
// [Store.Entries], with a snippet where words are in the post. Each word has to occur
// in the entry's title, in its post, or in a title of its feed; with TitlesOnly posts
// do not count. Case and accents of Latin letters do not matter. Words in double quotes have to follow
// one another; a word that ends in * matches all words that begin so. What is written
// without spaces is found anywhere. The first 32 words and quoted phrases count. A
// query without words finds nothing.
func (s *Store) Search(ctx context.Context, query string, f EntryFilter) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		err := s.find(ctx, query, f, func(q querier, n finder, found []foundEntry) error {
			return n.show(ctx, q, found, yield)
		})
		if err != nil {
			yield(Entry{}, doing("search entries", err))
		}
	}
}

// CountFound returns how many entries [Store.Search] yields.
func (s *Store) CountFound(ctx context.Context, query string, f EntryFilter) (all int, err error) {
	err = s.find(ctx, query, f, func(_ querier, _ finder, found []foundEntry) error {
		all = len(found)
		return nil
	})
	return all, doing("search entries", err)
}

// HasWords reports whether a query has words that [Store.Search] can look for.
func HasWords(query string) bool { return len(searchTerms(query)) > 0 }

// find calls do with what a query finds, in the snapshot that it was found in.
func (s *Store) find(ctx context.Context, query string, f EntryFilter, do func(querier, finder, []foundEntry) error) error {
	n := finder{f, searchTerms(query), map[int64]bool{}}
	if len(n.terms) == 0 {
		return nil
	}
	return inSnapshot(ctx, s.db, func(q querier) error {
		found, err := n.find(ctx, q)
		if err != nil {
			return err
		}
		return do(q, n, found)
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

// find returns the entries that have all terms in their title and post, then those that
// lack some which the feed's titles have.
func (n finder) find(ctx context.Context, q querier) (found []foundEntry, err error) {
	isEnough := func() bool { return n.Limit > 0 && len(found) >= n.Limit }
	for _, hits := range []func(context.Context, querier) ([]hit, error){n.ranked, n.named} {
		if isEnough() {
			break
		}
		all, err := hits(ctx, q)
		if err != nil {
			return nil, err
		}
		for part := range slices.Chunk(all, 1000) {
			if isEnough() {
				break
			}
			some, err := n.preferred(ctx, q, part)
			if err != nil {
				return nil, err
			}
			found = append(found, some...)
		}
	}
	if isEnough() {
		found = found[:n.Limit]
	}
	return found, nil
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
	if len(w.conditions) > 0 { // CROSS JOIN matches once: BenchmarkSearch/ofFeeds takes 50 times as long without
		from += `CROSS JOIN entry e ON e.id = t.docid `
	}
	w.and(n.column()+" MATCH ?", matchAll(n.terms))
	type match struct {
		id   int64
		info []byte
	}
	matches, err := collect(ctx, q, func(m *match) []any { return []any{&m.id, &m.info} }, `
		SELECT t.docid, MATCHINFO(entry_text, '`+matchinfoFormat+`') `+from+w.sql(), w.args...)
	for _, m := range matches {
		hits = append(hits, newHit(m.id, m.info, rarities))
	}
	sortHits(hits)
	return hits, err
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
	w.and(`e.id IN (SELECT value FROM JSON_EACH(?))`, jsonList(ids))
	ids, err := column[int64](ctx, q, `SELECT e.id FROM entry e `+w.sql(), w.args...)
	clear(own)
	for _, id := range ids {
		own[id] = true
	}
	return own, err
}

// ownerOf returns the entry of the feed that is preferred for the link of an entry whose
// post was fetched; 0 if there is none, or no post.
func (n finder) ownerOf(ctx context.Context, q querier, entry int64) (owner int64, err error) {
	w := n.posts()
	n.scope(w, "e")
	w.and(`e.id IN (`+withEqualLinks(`SELECT o.id FROM post p JOIN entry o ON o.id = p.entry_id WHERE o.id = ? AND `+isShared("o"))+`)`, entry)
	err = q.QueryRowContext(ctx, `SELECT e.id FROM entry e `+w.sql(), w.args...).Scan(&owner)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return owner, err
}

// show yields entries with their snippets.
func (n finder) show(ctx context.Context, q querier, found []foundEntry, yield func(Entry, error) bool) error {
	for part := range slices.Chunk(found, 100) {
		snippets, err := n.snippets(ctx, q, part)
		if err != nil {
			return err
		}
		for _, f := range part {
			wanted := true
			err := n.eachEntry(ctx, q, `WHERE e.id = ?`, []any{f.Entry}, func(e Entry, err error) bool {
				e.Snippet = snippets[f.Post]
				wanted = yield(e, err)
				return wanted
			})
			if err != nil || !wanted {
				return err
			}
		}
	}
	return nil
}
