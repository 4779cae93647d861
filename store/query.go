package store

import (
	"slices"
	"strings"
)

// maxTerms is how many terms of a query are used.
const maxTerms = 32

// A term is what has to occur: words that follow one another, with spaces between. One
// that ends in * stands for all words that begin so.
type term string

// searchTerms splits a query into words and quoted phrases, 32 at most.
func searchTerms(query string) (terms []term) {
	for i, part := range strings.Split(query, `"`) {
		phrases := []string{part} // within quotes
		if i%2 == 0 {
			phrases = strings.Fields(part)
		}
		for _, p := range phrases {
			if t := parseTerm(p); len(t) > 0 && len(terms) < maxTerms {
				terms = append(terms, t)
			}
		}
	}
	return terms
}

// parseTerm returns the words of a phrase; nothing where it has none. What FTS4 would
// read as an operator stands between words.
func parseTerm(phrase string) term {
	words := strings.FieldsFunc(spaced(strings.ReplaceAll(phrase, "*", "* ")), func(r rune) bool { return !inWord(r) && !isAccent(r) && r != '*' })
	words = slices.DeleteFunc(words, func(word string) bool { return !inWord([]rune(word)[0]) })
	return term(strings.Join(words, " "))
}

// match returns t as a phrase of FTS4.
func (t term) match() string { return `"` + string(t) + `"` }

// matchAll returns what FTS4 finds where all terms occur.
func matchAll(terms []term) string { return joinTerms(terms, " ") }

// matchAny returns what FTS4 finds where one of the terms occurs.
func matchAny(terms []term) string { return joinTerms(terms, " OR ") }

func joinTerms(terms []term, operator string) string {
	phrases := make([]string, len(terms))
	for i, t := range terms {
		phrases[i] = t.match()
	}
	return strings.Join(phrases, operator)
}
