package feed

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
)

// This file finds dates that count only in some places: a month with a year, a date at the end
// of a heading, and spans of dates.

// isSpan reports whether another date, or a word such as "now", ends a span of dates that begins
// with m, a date in text.
func (m dateMatch) isSpan(text string) bool {
	rest := strings.TrimLeft(text[m.to:], " ")
	after := strings.TrimLeft(rest, spanSigns)
	word, beyond := cutWord(after)
	if isJoined := after != rest || slices.Contains(spanWords(), strings.ToLower(word)); isJoined {
		if slices.Contains(spanWords(), strings.ToLower(word)) {
			after = strings.TrimLeft(beyond, " ")
		}
		if _, ok := dateAt(after, 0, true); ok {
			return true
		}
		word, beyond = cutWord(after)
	}
	beyond = strings.TrimLeft(beyond, " .")
	return isOpenEnd(word) && (beyond == "" || strings.ContainsAny(beyond[:1], ")]}>"))
}

// findItemDate returns the first date in the label of an item, and whether there is one. A span of
// dates dates nothing: such an item is more than a post.
func findItemDate(label string) (dateMatch, bool) {
	match, ok := findDate(label)
	return match, ok && !match.isSpan(label)
}

// spanSigns may stand between the dates of a span, spanWords too.
const spanSigns = " -‐‑‒–—−~>→…/_"

func spanWords() []string {
	return []string{"to", "until", "till", "through", "thru", "bis", "au", "al"}
}

// isOpenEnd reports whether a word ends a span of dates that goes on.
func isOpenEnd(word string) bool {
	return slices.Contains([]string{"now", "ongoing", "present"}, strings.ToLower(word))
}

// monthForm is a month with a year in brackets, or at the end after a separator.
var monthForm = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:[([{<] *| [-–—|·] +)(\pL{3,9})\.?,? (\d{4}) *(?:[)\]}>]|$)`)
})

// yearAtEnd is a year at the end of a text; with it a month with a year is a span.
var yearAtEnd = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?:^|\PN)\d{4} *$`) })

// findMonth returns the first month with a year in a text that stands in brackets, or at the end
// after a separator; its time is the first of that month.
func findMonth(text string) (match dateMatch, ok bool) {
	text = text[:min(len(text), MaxTitle)]
	at := monthForm().FindStringSubmatchIndex(text)
	if at == nil {
		return match, false
	}
	word, year := text[at[2]:at[3]], text[at[4]:at[5]]
	for month := time.January; month <= time.December; month++ {
		if isShort(word, month.String()) {
			match.time, _ = time.Parse("2006", year)
			match.time = match.time.AddDate(0, int(month)-1, 0).Add(noonUTC)
		}
	}
	match.from, match.to = at[0], at[1]
	return match, !match.time.IsZero() && !yearAtEnd().MatchString(text[:at[0]])
}

// headingDate returns the date at either end of a heading, and the heading without it. If both
// ends have one, the first counts.
func headingDate(text string) (match dateMatch, rest string, ok bool) {
	if match, ok = leadingDate(text); ok {
		return match, trimSeparator(strings.TrimLeft(text[match.to:], " ")), true
	}
	begin := max(0, len(text)-maxDate)
	match, ok = findDate(text[begin:])
	match.from, match.to = match.from+begin, match.to+begin
	if !ok || hasWord(text[match.to:]) && !match.isSpan(text) {
		return dateMatch{}, text, false
	}
	rest = strings.TrimRightFunc(text[:match.from], func(c rune) bool {
		return unicode.IsSpace(c) || strings.ContainsRune(separators+"([{<", c)
	})
	if strings.HasPrefix(rest, "[") && strings.IndexByte(rest, ']') == len(rest)-1 { // a version
		rest = rest[1 : len(rest)-1]
	}
	return match, rest, true
}
