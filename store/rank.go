package store

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"
)

// Hits are ranked by BM25F, that is, BM25 with weighted columns: Robertson, Zaragoza,
// "The Probabilistic Relevance Framework: BM25 and Beyond", 2009. The lengths of usual
// titles and posts take the place of averages, since most entries may have no post.
const (
	saturation  = 1.2  // k1: how little a word counts that occurs again
	lengthShare = 0.75 // b: how much long texts are held back
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

// rarity is the weight of a term that so many of all rows have.
func rarity(all, rows float64) float64 { return math.Log(1 + (all-rows+0.5)/(rows+0.5)) }

// sortHits puts the best hits first; of equals that which was seen last.
func sortHits(hits []hit) {
	slices.SortFunc(hits, func(a, b hit) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(b.id, a.id))
	})
}
