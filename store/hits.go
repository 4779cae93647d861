package store

import (
	"cmp"
	"context"
	"encoding/binary"
	"math"
	"regexp"
	"slices"
	"strings"

	"gemsub/internal/model"
)

// Hits are ranked by BM25F, that is, BM25 with weighted columns: Robertson, Zaragoza,
// "The Probabilistic Relevance Framework: BM25 and Beyond", 2009. The lengths of usual
// titles and posts take the place of averages, since most entries may have no post.
const (
	saturation  = 1.2  // k1: how much repeated words count
	lengthShare = 0.75 // b: how much long texts rank lower
)

// columns of the index of words.
var columnsRanked = [...]struct{ weight, usual float64 }{
	{1, 600}, // text
	{4, 6},   // title
}

const textColumn = 0

// matchinfoFormat is what newHit reads: for each term and column the hits in the row,
// then the lengths of the row's columns.
const matchinfoFormat = "yl"

// A hit is an entry with all words of a query.
type hit struct {
	id    int64
	score float64
	text  bool // its post has some of the words
}

// newHit reads what the function matchinfo of FTS4 says about a row. rarities are the
// weights of the terms.
func newHit(id int64, matchinfo []byte, rarities []float64) hit {
	const columns = len(columnsRanked)
	number := func(i int) float64 { return float64(binary.NativeEndian.Uint32(matchinfo[4*i:])) }
	h := hit{id: id}
	for t, rarity := range rarities {
		var weighted float64
		for c, column := range columnsRanked {
			occurs, length := number(t*columns+c), number(len(rarities)*columns+c)
			weighted += column.weight * occurs / (1 - lengthShare + lengthShare*length/column.usual)
			h.text = h.text || c == textColumn && occurs > 0
		}
		h.score += rarity * weighted / (saturation + weighted)
	}
	return h
}

// rarity is the weight of a term that occurs in so many of all rows.
func rarity(all, rows float64) float64 { return math.Log(1 + (all-rows+0.5)/(rows+0.5)) }

// sortHits sorts hits best first, equals by number, the newest first.
func sortHits(hits []hit) {
	slices.SortFunc(hits, func(a, b hit) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(b.id, a.id))
	})
}

// Marks that SQLite puts into a snippet. Texts have no control characters.
const (
	hitStart = "\x02"
	hitEnd   = "\x03"
)

// snippetWords is how many words a snippet has at most.
const snippetWords = "40"

// snippets returns the snippets of the posts of found entries in which a term occurs, by
// the number of the post's entry.
func (n finder) snippets(ctx context.Context, q querier, found []foundEntry) (map[int64]model.Snippet, error) {
	var posts []int64
	for _, f := range found {
		if f.Post != 0 {
			posts = append(posts, f.Post)
		}
	}
	all := map[int64]model.Snippet{}
	if len(posts) == 0 {
		return all, nil
	}
	rows, err := q.QueryContext(ctx, `
		SELECT docid, SNIPPET(entry_text, '`+hitStart+`', '`+hitEnd+`', '…', 0, `+snippetWords+`)
		FROM entry_text WHERE entry_text MATCH ? AND docid IN (SELECT value FROM JSON_EACH(?))`, matchAny(n.terms), jsonList(posts))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var post int64
		var text string
		if err := rows.Scan(&post, &text); err != nil {
			return nil, err
		}
		all[post] = newSnippet(text)
	}
	return all, rows.Err()
}

// split finds the characters that [spaced] puts spaces around, with these spaces.
var split = regexp.MustCompile(` ?([\x02\x03]*[\p{Han}\p{Hiragana}\p{Katakana}\p{Bopomofo}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Yi}ーｰ][\x02\x03]*) ?`)

// newSnippet returns a marked piece of a text as one line; nothing where no word of it
// was found.
func newSnippet(marked string) (s model.Snippet) {
	if !strings.Contains(marked, hitStart) {
		return nil
	}
	line := strings.Join(strings.Fields(split.ReplaceAllString(marked, "$1")), " ")
	line = strings.ReplaceAll(line, hitEnd+hitStart, "") // characters of one word
	for part := range strings.SplitSeq(line, hitStart) {
		hit, after, found := strings.Cut(part, hitEnd)
		if found {
			s = append(s, model.SnippetPart{Text: hit, Hit: true})
		} else {
			after = part
		}
		if after != "" {
			s = append(s, model.SnippetPart{Text: after})
		}
	}
	return s
}

// Conditions on the entries of a feed with words in its titles.
const (
	feedHasTerm = `e.subscription_id IN (SELECT docid FROM feed_text WHERE feed_text MATCH ?)`
	hasTerm     = `e.id IN (SELECT t.docid FROM entry_text t WHERE `
)

// shortestFirst is nearly the order of BM25 where each word occurs once.
const shortestFirst = `LENGTH(e.title), ` + byTime

// named returns the entries that lack some terms which their feeds have in their titles.
func (n finder) named(ctx context.Context, q querier) ([]hit, error) {
	f := n.EntryFilter
	f.Distinct = false
	w := f.where()
	match := n.column() + ` MATCH ?)`
	w.and(`e.subscription_id IN (SELECT docid FROM feed_text WHERE feed_text MATCH ?)`, matchAny(n.terms))
	for _, t := range n.terms {
		w.and(`(`+feedHasTerm+` OR `+hasTerm+match+`)`, t.match(), t.match())
	}
	w.and(`NOT `+hasTerm+match, matchAll(n.terms))
	ids, err := column[int64](ctx, q, `SELECT e.id FROM entry e `+w.sql()+` ORDER BY `+shortestFirst, w.args...)
	hits := make([]hit, len(ids))
	for i, id := range ids {
		hits[i] = hit{id: id, text: !n.TitlesOnly} // some of the words may be there
	}
	return hits, err
}
