package store

import (
	"context"
	"database/sql"
	"fmt"
	"iter"
	"strings"
	"unicode"
)

// Each word of a query stands in the entry's title or in one of its feed's.
const matchesTerm = `e.id IN (
	SELECT docid FROM entry_text WHERE entry_text MATCH ?
	UNION ALL SELECT x.id FROM feed_text f CROSS JOIN entry x ON x.subscription_id = f.docid WHERE feed_text MATCH ?)`

// bestFirst puts entries that have all words in their own title first, then
// those with the shortest one: where every word occurs, most often once, that
// is the order of BM25.
const bestFirst = `ORDER BY
	e.id IN (SELECT docid FROM entry_text WHERE entry_text MATCH ?) DESC,
	LENGTH(e.title), e.updated DESC, e.subscription_id, e.rank DESC, e.id DESC`

// maxTerms bounds a query; what goes beyond is not looked for.
const maxTerms = 32

// Search yields the entries of f that query finds, best match first, in the
// way of [Store.Entries]. Every word of query has to occur in the entry's
// title or in a title of its feed, whatever its case and accents; words in
// double quotes have to follow one another, and a word that ends in * stands
// for all that begin so. A query without words finds nothing.
func (s *Store) Search(ctx context.Context, query string, f EntryFilter) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		terms := searchTerms(query)
		if len(terms) == 0 {
			return
		}
		w, err := f.where()
		if err == nil {
			for _, term := range terms {
				w.and(matchesTerm, term, term)
			}
			clauses := f.ordered(w, bestFirst, strings.Join(terms, " "))
			err = s.eachEntry(ctx, clauses, w.args, yield)
		}
		if err != nil {
			yield(Entry{}, fmt.Errorf("search entries: %w", err))
		}
	}
}

// searchTerms splits a query into words and quoted phrases, each as FTS4
// writes a phrase, so that nothing in them is taken for an operator.
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

// inWord tells what the tokenizer unicode61 takes for a part of a word.
func inWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.Is(unicode.Co, r)
}

// index makes the entries that were added since w was made searchable.
func (w *writer) index(ctx context.Context) error {
	return index(ctx, w.tx, w.indexed)
}

// index makes the entries after a number searchable.
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
