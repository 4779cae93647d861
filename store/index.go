package store

import (
	"context"
	"slices"
	"strings"
	"unicode"
)

// The index of words, entry_text, has the words of titles and posts, as the view
// indexed_entry reads them. Triggers remove changed entries from it and list them in table
// unindexed. Adding them again in a trigger would take four times as long: FTS4 writes a part of
// the index before each statement with triggers.

// listAdded lists in table unindexed the entries that a transaction has added, beside the
// changed ones. It finds them by their numbers, which are above those in the index; an entry
// that comes back under its old number must be listed before.
func (tx *transaction) listAdded() {
	tx.exec(`
		INSERT OR IGNORE INTO unindexed
		SELECT id FROM entry WHERE id > (SELECT COALESCE(MAX(docid), 0) FROM entry_text_docsize)`)
}

// indexChanged indexes the entries in table unindexed.
func (tx *transaction) indexChanged() {
	if !value[bool](tx, `SELECT EXISTS (SELECT 1 FROM unindexed)`) {
		return
	}
	tx.exec(`
		INSERT INTO entry_text (docid, title, text)
		SELECT rowid, title, text FROM indexed_entry
		WHERE rowid IN (SELECT entry_id FROM unindexed) ORDER BY rowid;
		DELETE FROM unindexed`)
}

// Reindex makes the index of words again.
func (s *Store) Reindex(ctx context.Context) error {
	return s.commit(ctx, "index words", (*transaction).reindex)
}

func (tx *transaction) reindex() {
	tx.exec(`
		DELETE FROM unindexed;
		INSERT INTO entry_text (entry_text) VALUES ('rebuild');
		INSERT INTO entry_text (entry_text) VALUES ('automerge=8');
		INSERT INTO feed_text (feed_text) VALUES ('rebuild')`)
}

// firstUnspaced is below all characters that isUnspaced holds for.
const firstUnspaced = 0x0E00

// isUnspaced reports whether r is of a script that puts no spaces between words. Each
// of these characters is indexed as a word, so that words are found in the middle.
func isUnspaced(r rune) bool {
	return r >= firstUnspaced && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Bopomofo,
		unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Yi) || r == 'ー' || r == 'ｰ'
}

// spaced returns text with a space before and after each character of scripts that have none.
func spaced(text string) string {
	if !strings.ContainsFunc(text, isUnspaced) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if isUnspaced(r) {
			b.WriteString(" " + string(r) + " ")
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// inWord reports whether the tokenizer unicode61 takes r for part of a word.
func inWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.Is(unicode.Co, r)
}

// isAccent reports whether r is a combining accent, which unicode61 drops from words.
func isAccent(r rune) bool { return 0x0300 <= r && r <= 0x0331 }

// maxTerms is how many terms of a query are used.
const maxTerms = 32

// searchTerms splits a query into terms, 32 at most. All terms must occur. A term is a phrase of
// FTS4 in quotes: words that follow one another. A word that ends in * stands for all words that
// begin so.
func searchTerms(query string) (terms []string) {
	for i, part := range strings.Split(query, `"`) {
		phrases := []string{part} // within quotes
		if i%2 == 0 {
			phrases = strings.Fields(part)
		}
		for _, p := range phrases {
			if words := wordsOf(p); len(words) > 0 && len(terms) < maxTerms {
				terms = append(terms, `"`+strings.Join(words, " ")+`"`)
			}
		}
	}
	return terms
}

// wordsOf returns the words of a phrase. A character that FTS4 would read as an operator ends a
// word.
func wordsOf(phrase string) []string {
	words := strings.FieldsFunc(spaced(strings.ReplaceAll(phrase, "*", "* ")), func(r rune) bool { return !inWord(r) && !isAccent(r) && r != '*' })
	return slices.DeleteFunc(words, func(word string) bool { return !inWord([]rune(word)[0]) })
}

// matchAll returns the query of FTS4 for rows in which all terms occur.
func matchAll(terms []string) string { return strings.Join(terms, " ") }

// matchAny returns the query of FTS4 for rows in which any of the terms occurs.
func matchAny(terms []string) string { return strings.Join(terms, " OR ") }
