package tui

import (
	"fmt"
	"slices"
	"strings"

	"gemsub/internal/render"
	"gemsub/internal/term"
)

// find goes to the next line of a text that contains the words, and wraps at the end.
// Without words it repeats the last search. Then keys go from match to match; see
// [reader.toMatch].
func (r *reader) find(t *text, words string) {
	if words != "" {
		t.words, t.match = []string{strings.ToLower(words)}, -1
	}
	if len(t.words) == 0 {
		return
	}
	r.nextMatch(t, false)
}

// nextMatch goes to the next or the previous match.
func (r *reader) nextMatch(t *text, backwards bool) {
	all := t.matching()
	t.finding = len(all) > 0
	if !t.finding {
		r.say("no line here has " + strings.Join(t.words, " or "))
		return
	}
	here := t.match
	switch seen := here >= t.top && here < t.top+r.height(); {
	case !seen && backwards:
		here = t.top
	case !seen:
		here = t.top - 1
	}
	n, _ := slices.BinarySearch(all, here+1)
	if backwards {
		n, _ = slices.BinarySearch(all, here)
		n += len(all) - 1
	}
	n %= len(all)
	t.match = all[n]
	t.scroll(t.match-t.top, r.height())
	r.say(fmt.Sprintf("%d of %d; n the next one, N the one before, esc ends the search", n+1, len(all)))
}

// toMatch handles a key during a search in the shown text, and reports whether the key has
// its own meaning there.
func (r *reader) toMatch(does action) bool {
	t := r.text()
	if t == nil || !t.finding {
		return false
	}
	switch {
	case does.name == "next":
		r.nextMatch(t, false)
	case does.name == "previous", r.key == "N":
		r.nextMatch(t, true)
	default:
		return false
	}
	return true
}

// matching returns the lines that match the search.
func (t *text) matching() (all []int) {
	if len(t.words) == 0 {
		return nil
	}
	for i, line := range t.rows {
		if len(spansOf(line, t.words)) > 0 {
			all = append(all, i)
		}
	}
	return all
}

// A span is a range of columns in a line.
type span struct{ from, width int }

// spansOf returns the matches in a line.
func spansOf(line render.Line, words []string) (all []span) {
	text := strings.ToLower(line.String())
	for _, word := range words {
		for at := 0; ; {
			i := strings.Index(text[at:], word)
			if i < 0 || word == "" {
				break
			}
			all = append(all, span{term.Width(text[:at+i]), term.Width(word)})
			at += i + len(word)
		}
	}
	return all
}

// markWords shows the matches in a line reversed.
func (r *reader) markWords(p pane, left int, t *text, at int) {
	for _, s := range spansOf(t.rows[at], t.words) {
		if from := s.from - left; from >= 0 {
			r.invert(p.from(from).left(s.width), at == t.match)
		}
	}
}
