package store

import (
	"context"
	"database/sql"
	"fmt"
	"iter"
	"slices"
	"strings"
	"unicode"
)

// Queries for entries with words in their title, or in a title of their feed.
const (
	byTitle      = `FROM entry_text t CROSS JOIN entry e ON e.id = t.docid `
	firstByTitle = `FROM entry_text t CROSS JOIN entry e INDEXED BY entry_by_length ON e.id = t.docid `
	byFeed       = `FROM feed_text t CROSS JOIN entry e ON e.subscription_id = t.docid `
)

// Conditions on the entries of a feed with words in its titles.
const (
	hasTerm = `(e.subscription_id IN (SELECT docid FROM feed_text WHERE feed_text MATCH ?)
		OR e.id IN (SELECT docid FROM entry_text WHERE entry_text MATCH ?))`
	lacksTerm = `e.id NOT IN (SELECT docid FROM entry_text WHERE entry_text MATCH ?)`
)

// shortestFirst is nearly the order of BM25, since each word occurs in each title,
// mostly once.
func shortestFirst() string { return `LENGTH(e.title), ` + byTime() }

// maxTerms is how many terms of a query are used.
const maxTerms = 32

// Search yields the entries of f that query finds, best match first, in the way of
// [Store.Entries]. Each word has to occur in the entry's title or in a title of its
// feed; case and accents do not matter. Words in double quotes have to follow one
// another; a word that ends in * matches all words that begin so. The first 32 words
// and quoted phrases count. A query without words finds nothing.
func (s *Store) Search(ctx context.Context, query string, f EntryFilter) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		terms := searchTerms(query)
		if len(terms) == 0 {
			return
		}
		err := inSnapshot(ctx, s.db, func(q querier) error { return f.search(ctx, q, terms, yield) })
		if err != nil {
			yield(Entry{}, fmt.Errorf("search entries: %w", err))
		}
	}
}

// search yields the entries that have all terms in their title, then those that
// lack some which the feed's titles have.
func (f EntryFilter) search(ctx context.Context, q querier, terms []string, yield func(Entry, error) bool) error {
	all := strings.Join(terms, " ")
	titled := new(where)
	titled.and("entry_text MATCH ?", all)
	from := byTitle
	if f.Limit > 0 && !f.UnreadOnly { // the index has the order, but not the unread marks
		from = firstByTitle
	}
	found, enough := 0, false
	err := f.matching(ctx, q, from, titled, func(e Entry, err error) bool {
		found++
		enough = !yield(e, err) || found == f.Limit
		return !enough
	})
	if err != nil || enough {
		return err
	}
	if f.Limit > 0 {
		f.Limit -= found
	}
	named := new(where)
	named.and("feed_text MATCH ?", strings.Join(terms, " OR "))
	for _, term := range terms {
		named.and(hasTerm, term, term)
	}
	named.and(lacksTerm, all)
	return f.matching(ctx, q, byFeed, named, yield)
}

// matching yields what f and the words leave of a table of words, the best first.
// Where only some of it is wanted it is put in order before posts of several feeds
// are told apart, which costs more than all the rest; and only so many that there
// are enough even if half of them are posts that came before.
func (f EntryFilter) matching(ctx context.Context, q querier, from string, words *where, yield func(Entry, error) bool) error {
	limit := f.Limit
	later := f.Distinct && limit > 0
	if later {
		f.Distinct = false
	}
	w, err := f.where()
	if err != nil {
		return err
	}
	w.conditions, w.args = append(w.conditions, words.conditions...), append(w.args, words.args...)
	if !later {
		return eachEntry(ctx, q, f.selectEntries()+from+withFeed+f.ordered(w, shortestFirst()), w.args, yield)
	}
	f.Limit = 0
	query := `SELECT e.id ` + from + f.ordered(w, shortestFirst()) + ` LIMIT ? OFFSET ?`
	for n, offset := 2*limit, 0; limit > 0; n, offset = 8*n, offset+n {
		ids, err := collect(ctx, q, func(id *int64) []any { return []any{id} }, query, append(slices.Clip(w.args), n, offset)...)
		if err != nil {
			return err
		}
		limit, err = f.firstPosts(ctx, q, ids, limit, yield)
		if err != nil || len(ids) < n {
			return err
		}
	}
	return nil
}

// firstPosts yields so many entries of those with the given numbers, a post of
// several feeds once, and returns how many are still wanted.
func (f EntryFilter) firstPosts(ctx context.Context, q querier, ids []int64, limit int, yield func(Entry, error) bool) (int, error) {
	w := f.posts()
	for _, id := range ids {
		err := eachEntry(ctx, q, f.selectEntries()+fromEntries+w.sql()+` AND e.id = ?`, append(slices.Clip(w.args), id), func(e Entry, err error) bool {
			if limit--; !yield(e, err) {
				limit = 0
			}
			return true
		})
		if err != nil || limit == 0 {
			return limit, err
		}
	}
	return limit, nil
}

// searchTerms splits a query into words and quoted phrases. Each is returned as a
// phrase of FTS4, so that none is read as an operator.
func searchTerms(query string) []string {
	var terms []string
	for i, part := range strings.Split(query, `"`) {
		words := []string{part} // within quotes
		if i%2 == 0 {
			words = strings.Fields(part)
		}
		for _, w := range words {
			if strings.ContainsFunc(w, inWord) && len(terms) < maxTerms {
				terms = append(terms, `"`+w+`"`)
			}
		}
	}
	return terms
}

// inWord reports whether the tokenizer unicode61 takes r for part of a word.
func inWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.Is(unicode.Co, r)
}

// index makes the entries with a number above after searchable.
func index(ctx context.Context, tx *sql.Tx, after int64) error {
	_, err := tx.ExecContext(ctx, `
		INSERT INTO entry_text (docid, title) SELECT id, title FROM entry WHERE id > ?`, after)
	if err != nil {
		return fmt.Errorf("index titles: %w", err)
	}
	return nil
}

// lastEntry returns the highest number of an entry.
func lastEntry(ctx context.Context, q querier) (id int64, err error) {
	err = q.QueryRowContext(ctx, `SELECT COALESCE(MAX(id), 0) FROM entry`).Scan(&id)
	return id, err
}
