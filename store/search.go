package store

import (
	"regexp"
	"strings"
	"sync"

	"gemsub/internal/model"
)

// EntryFilter.Words selects the entries that have each of the words in their title, in the post
// that is shown for them, or in a title of their feed. Case and accents of Latin letters do not
// matter. Words in double quotes have to follow one another; a word that ends in * matches all
// words that begin so. Words of scripts without spaces are found anywhere. The first 32 words
// and quoted phrases count. A query without a letter or digit, such as "—", selects nothing.

// CanSearch reports whether f.Words has words that can be looked for.
func (f EntryFilter) CanSearch() bool { return len(searchTerms(f.Words)) > 0 }

// hasTerm selects the entries whose own row of the index has a term, or all of several terms.
func (f EntryFilter) hasTerm() string {
	if f.TitlesOnly {
		return `SELECT docid FROM entry_text WHERE title MATCH ?`
	}
	return `SELECT docid FROM entry_text WHERE entry_text MATCH ?`
}

// hasWords adds the condition that an entry e has all words of the query: all in its own row of
// the index, which SQLite finds quickly; some there and the others in the titles of its feed; or
// all in a post that was fetched at its link for another feed.
func (f EntryFilter) hasWords(w *where) {
	terms := searchTerms(f.Words)
	if len(terms) == 0 {
		w.and("FALSE")
		return
	}
	all := matchAll(terms)
	condition, args := f.hasTerm()+`
		UNION SELECT x.id FROM entry x
		WHERE x.subscription_id IN (SELECT docid FROM feed_text WHERE feed_text MATCH ?)`, []any{all, matchAny(terms)}
	for _, t := range terms {
		condition += `
			AND (x.subscription_id IN (SELECT docid FROM feed_text WHERE feed_text MATCH ?) OR x.id IN (` + f.hasTerm() + `))`
		args = append(args, t, t)
	}
	if !f.TitlesOnly {
		condition += `
		UNION SELECT entry_id FROM shown_post WHERE post_id IN (SELECT docid FROM entry_text WHERE text MATCH ?)`
		args = append(args, all)
	}
	w.and(`e.id IN (`+condition+`)`, args...)
}

// titlesFirst orders entries with all words in their titles before others.
const titlesFirst = `e.id IN (SELECT docid FROM entry_text WHERE title MATCH ?) DESC, `

// hitMark stands before and after each hit of a snippet of SQLite. Texts have no control
// characters.
const hitMark = "\x02"

// addSnippets adds a snippet of 40 words at most to the entries whose post has some of the
// words. ids has the numbers of the entries.
func (tx *transaction) addSnippets(entries []Entry, ids, words string) {
	type snippet struct {
		ID   int64
		Text string
	}
	snippets := map[int64]string{}
	for s := range eachRow[snippet](tx, `
		WITH shown AS MATERIALIZED (
			SELECT entry_id AS id, post_id AS post FROM shown_post WHERE entry_id IN (SELECT value FROM JSON_EACH(?))
		)
		SELECT s.id, SNIPPET(entry_text, '`+hitMark+`', '`+hitMark+`', '…', 0, 40) AS text
		FROM entry_text CROSS JOIN shown s ON s.post = entry_text.docid WHERE entry_text MATCH ?`, ids, matchAny(searchTerms(words))) {
		snippets[s.ID] = s.Text
	}
	for i := range entries {
		entries[i].Snippet = newSnippet(snippets[entries[i].ID])
	}
}

// split finds the characters that [spaced] puts spaces around, with these spaces.
var split = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(` ?(\x02*[\p{Han}\p{Hiragana}\p{Katakana}\p{Bopomofo}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Yi}ーｰ]\x02*) ?`)
})

// newSnippet returns a marked piece of a text as one line; nil if no word is marked.
func newSnippet(marked string) model.Snippet {
	if !strings.Contains(marked, hitMark) {
		return nil
	}
	line := strings.Join(strings.Fields(split().ReplaceAllString(marked, "$1")), " ")
	return strings.Split(strings.ReplaceAll(line, hitMark+hitMark, ""), hitMark) // characters of one word are one hit
}
