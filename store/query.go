package store

import "strings"

// maxTerms is how many terms of a query are used.
const maxTerms = 32

// A term is what has to occur: words that follow one another.
type term []termWord

// A termWord is a word of a term.
type termWord struct {
	text   string // as it was given
	folded string // as [textWord.word] has it
	prefix bool   // stands for all words that begin so
}

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

func parseTerm(phrase string) (t term) {
	for w := range textWords(phrase) {
		t = append(t, termWord{phrase[w.start:w.end], w.word, strings.HasPrefix(phrase[w.end:], "*")})
	}
	return t
}

// match returns t as a phrase of FTS4, in which nothing is read as an operator.
func (t term) match() string {
	words := make([]string, len(t))
	for i, w := range t {
		words[i] = w.text
		if w.prefix {
			words[i] += "*"
		}
	}
	return `"` + strings.Join(words, " ") + `"`
}

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

// begins reports whether the words begin with the term.
func (t term) begins(words []textWord) bool {
	if len(words) < len(t) {
		return false
	}
	for i, w := range t {
		word := words[i].word
		if word != w.folded && !(w.prefix && strings.HasPrefix(word, w.folded)) {
			return false
		}
	}
	return true
}
