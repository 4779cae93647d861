package store

import (
	"slices"
	"strings"
	"unicode/utf8"

	"gemsub/internal/model"
)

// A snippet is a piece of a text, in characters.
const (
	snippetBefore = 50  // at most, before the first word that was found
	snippetLength = 240 // at most
	snippetHits   = 200 // words that are looked at to choose the piece
)

// A span is text[start:end], where a term of a query occurs.
type span struct {
	start, end int
	term       int
}

// newSnippet returns the piece of a text where most of the terms occur, the first of
// such pieces; nothing if none does.
func newSnippet(text string, terms []term) model.Snippet {
	found := occurrences(text, terms)
	if len(found) == 0 {
		return nil
	}
	first := bestSpan(text, found, len(terms))
	start := wordStart(text, back(text, found[first].start, snippetBefore))
	end := wordEnd(text, forward(text, start, snippetLength))
	var s model.Snippet
	at := start
	for _, f := range found[first:] {
		if f.end > end {
			break
		}
		if f.start >= at {
			s = append(s, model.SnippetPart{Text: text[at:f.start]}, model.SnippetPart{Text: text[f.start:f.end], Hit: true})
			at = f.end
		}
	}
	s = append(s, model.SnippetPart{Text: text[at:end]})
	return trimmed(s, start > 0, end < len(text))
}

// occurrences returns where terms occur in a text, in order; the first few hundred.
func occurrences(text string, terms []term) (found []span) {
	longest := 1
	for _, t := range terms {
		longest = max(longest, len(t))
	}
	var window []textWord
	look := func() {
		for i, t := range terms {
			if t.begins(window) {
				found = append(found, span{window[0].start, window[len(t)-1].end, i})
			}
		}
		window = window[1:]
	}
	for w := range textWords(text) {
		if window = append(window, w); len(window) == longest {
			look()
		}
		if len(found) >= snippetHits {
			return found
		}
	}
	for len(window) > 0 {
		look()
	}
	return found
}

// bestSpan returns the index of the span that most different terms follow in the
// length of a snippet.
func bestSpan(text string, found []span, terms int) (best int) {
	most := 0
	for i, f := range found {
		end := forward(text, f.start, snippetLength-snippetBefore)
		seen := make([]bool, terms)
		n := 0
		for _, next := range found[i:] {
			if next.end <= end && !seen[next.term] {
				seen[next.term] = true
				n++
			}
		}
		if n > most {
			best, most = i, n
		}
		if most == terms {
			break
		}
	}
	return best
}

// back and forward return the index so many characters before or after an index.
func back(text string, at, n int) int {
	for ; n > 0 && at > 0; n-- {
		_, size := utf8.DecodeLastRuneInString(text[:at])
		at -= size
	}
	return at
}

func forward(text string, at, n int) int {
	for ; n > 0 && at < len(text); n-- {
		_, size := utf8.DecodeRuneInString(text[at:])
		at += size
	}
	return at
}

// nearby is how far the end of a word is looked for, in bytes.
const nearby = 20

// wordStart returns the index of the next word, unless it is far or at is the start.
func wordStart(text string, at int) int {
	if at == 0 {
		return 0
	}
	space := strings.IndexAny(text[at:min(len(text), at+nearby)], " \t\n")
	if space < 0 {
		return at
	}
	return at + space + 1
}

// wordEnd returns the index of the end of the last word before at, unless it is far.
func wordEnd(text string, at int) int {
	if at == len(text) {
		return at
	}
	from := max(0, at-nearby)
	space := strings.LastIndexAny(text[from:at], " \t\n")
	if space < 0 {
		return at
	}
	return from + space
}

// trimmed returns the snippet as one line, with an ellipsis where it is cut.
func trimmed(s model.Snippet, cutBefore, cutAfter bool) model.Snippet {
	for i := range s {
		s[i].Text = oneLineOf(s[i].Text)
	}
	first, last := &s[0].Text, &s[len(s)-1].Text
	*first, *last = strings.TrimLeft(*first, " "), strings.TrimRight(*last, " ")
	if cutBefore {
		*first = "…" + *first
	}
	if cutAfter {
		*last += "…"
	}
	return slices.DeleteFunc(s, func(p model.SnippetPart) bool { return p.Text == "" })
}

// oneLineOf replaces white space by single spaces.
func oneLineOf(text string) string {
	line := strings.Join(strings.Fields(text), " ")
	if text != "" && line == "" {
		return " "
	}
	if strings.IndexAny(text, " \t\n") == 0 {
		line = " " + line
	}
	if strings.LastIndexAny(text, " \t\n") == len(text)-1 && line != "" {
		line += " "
	}
	return line
}
