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
	{4, 6},   // title
	{1, 600}, // text
}

// matchinfoFormat is what hitScore reads: the number of rows in the index, for each
// term and column the hits in the row, in all, and the rows with any, then the lengths
// of the row's columns.
const matchinfoFormat = "nxl"

// A hit is an entry with all words of a query.
type hit struct {
	id    int64
	score float64
	text  bool // its post has some of the words
}

// newHit reads what the function matchinfo of FTS4 says about a row.
func newHit(id int64, matchinfo []byte) hit {
	const columns = len(columnsRanked)
	number := func(i int) float64 { return float64(binary.NativeEndian.Uint32(matchinfo[4*i:])) }
	terms := (len(matchinfo)/4 - 1 - columns) / (3 * columns)
	h := hit{id: id}
	for t := range terms {
		var weighted, rows float64
		for c, column := range columnsRanked {
			at := 1 + 3*(t*columns+c)
			occurs, length := number(at), number(1+3*terms*columns+c)
			weighted += column.weight * occurs / (1 - lengthShare + lengthShare*length/column.usual)
			rows = max(rows, number(at+2))
			h.text = h.text || c > 0 && occurs > 0
		}
		h.score += rarity(number(0), rows) * weighted / (saturation + weighted)
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
