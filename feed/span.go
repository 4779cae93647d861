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

// isSpan reports whether m, a date in text, begins a span of dates. Another date, or a word such as
// "now", ends the span.
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

// findItemDate returns the first date in the label of an item, and whether there is one. The dates
// of a span do not count, since an item with a span is more than one post.
func findItemDate(label string) (dateMatch, bool) {
	match, ok := findDate(label)
	return match, ok && !match.isSpan(label)
}

// spanSigns and spanWords may stand between the two dates of a span.
const spanSigns = " -‐‑‒–—−~>→…/_"

func spanWords() []string {
	return []string{"to", "until", "till", "through", "thru", "bis", "au", "al"}
}

// isOpenEnd reports whether a word stands for the end of a span that has not ended yet.
func isOpenEnd(word string) bool {
	return slices.Contains([]string{"now", "ongoing", "present"}, strings.ToLower(word))
}

// monthForm matches a month with a year in brackets, or at the end after a separator.
var monthForm = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:[([{<] *| [-–—|·] +)(\pL{3,9})\.?,? (\d{4}) *(?:[)\]}>]|$)`)
})

// yearAtEnd matches a year at the end of a text. Before a month with a year it begins a span.
var yearAtEnd = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?:^|\PN)\d{4} *$`) })

// findMonth returns the first month with a year that is in brackets, or at the end of a text after a
// separator. The date is the first day of that month.
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

// headingDate returns the date at the beginning of a heading, else at its end, and the heading
// without this date.
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
