package feed

import (
	"cmp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"gemsub/internal/words"
)

// MaxTitle is the maximum length of a title in bytes. Longer titles are cut after a whole character
// and end with an ellipsis.
const MaxTitle = 16 << 10

// cutDate splits a link label that begins with a real date YYYY-MM-DD ("Subscribing to Gemini
// pages", Entry elements). date is noon UTC of that day, glued the text up to the first white space
// after the date, and rest the text after that. For other labels ok is false.
func cutDate(label string) (date time.Time, glued, rest string, ok bool) {
	date, ok = parseDate(label)
	if space := strings.IndexAny(label, " \t"); ok && space >= 0 {
		label, rest = label[:space], strings.TrimLeft(label[space:], " \t")
	}
	if ok {
		match, _ := findDate(label) // perhaps with a time of day
		glued = strings.Trim(label[max(len(time.DateOnly), match.to):], separators+"_.()[]\r")
	}
	return date, glued, rest, ok
}

// parseDate reads a date YYYY-MM-DD at the beginning of s, if there is one, as noon UTC.
func parseDate(s string) (time.Time, bool) {
	t, err := time.Parse(time.DateOnly, s[:min(len(s), len(time.DateOnly))])
	return t.Add(noonUTC), err == nil
}

// entryTitle returns the title of an entry. texts are the texts beside the date. entryTitle cuts a
// time of day and separators off their beginnings, and returns the first text that is not empty
// then; else the name of the link's file, else the date. Only the first text is a title in the
// document; any other is provisional.
func entryTitle(link string, date time.Time, texts ...string) (title string, provisional bool) {
	for i, text := range texts {
		_, rest, _ := cutClock(text, true)
		if t := trimSeparator(safeTitle(rest)); t != "" {
			return t, i > 0
		}
	}
	return cmp.Or(fileTitle(link), date.Format(time.DateOnly)), true
}

// safeTitle turns text from the network into one printable line of at most MaxTitle
// bytes.
func safeTitle(s string) string { return words.SafeTitle(s, MaxTitle) }

// separators are the characters that authors write between date and title, alone or in runs
// such as "::".
const separators = "-‐‑‒–—―−:：|¦·•・~～/>»›→*=,;"

// tightSeparators are the separators that count even if the title follows without a space. Other
// separators may then be part of the title, as in "~user".
const tightSeparators = "-–—:|·"

// trimSeparator removes separators from the beginning of a clean title: all separators before a
// space or the end, then one of the tightSeparators before a letter.
func trimSeparator(s string) string {
	for {
		rest := strings.TrimLeft(s, separators)
		run := s[:len(s)-len(rest)]
		next, _ := utf8.DecodeRuneInString(rest)
		switch {
		case rest == s:
			return s
		case rest == "", next == ' ':
			s = strings.TrimLeft(rest, " ")
		case utf8.RuneCountInString(run) == 1 && strings.Contains(tightSeparators, run) && unicode.IsLetter(next):
			return rest
		default:
			return s
		}
	}
}

// shorten cuts a text to 80 characters for a title, after a word if possible, with an ellipsis at
// the end.
func shorten(s string) string {
	const most = 80
	runes := []rune(s)
	if len(runes) <= most {
		return s
	}
	s = string(runes[:most-1])
	if i := strings.LastIndexByte(s, ' '); i > len(s)/2 {
		s = s[:i]
	}
	return strings.TrimRight(s, " ") + "…"
}
