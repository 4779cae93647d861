package feed

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"gemsub/internal/words"
)

// A twt is a line of a twtxt file.
type twt struct {
	time time.Time // UTC, in whole seconds
	text string
}

// parseTwt reads a line "TIME TAB text". TIME has the form of RFC 3339. Seconds may be missing, and
// parseTwt ignores fractions.
func parseTwt(line string) (t twt, ok bool) {
	stamp, text, _ := strings.Cut(line, "\t")
	if t.text = strings.TrimSpace(text); t.text == "" || len(stamp) > maxDate {
		return t, false
	}
	stamp = strings.ToUpper(strings.TrimSpace(stamp))
	at, err := time.Parse(time.RFC3339, stamp)
	if err != nil {
		at, err = time.Parse("2006-01-02T15:04Z07:00", stamp)
	}
	t.time = at.UTC().Truncate(time.Second)
	return t, err == nil && 0 <= t.time.Year() && t.time.Year() <= 9999 && !t.time.IsZero()
}

// A twtxtFile is a text that is read as twtxt.
type twtxtFile struct {
	twts   []twt
	stated map[string]string // by name: "# nick = NAME"
	others int               // lines that are neither twts nor blank nor begin with "#"
}

func parseTwtxt(text string) twtxtFile {
	f := twtxtFile{stated: map[string]string{}}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if t, ok := parseTwt(line); ok {
			f.twts = append(f.twts, t)
		} else if comment, isComment := strings.CutPrefix(line, "#"); isComment {
			name, value, _ := strings.Cut(comment, "=")
			name = strings.ToLower(strings.TrimSpace(name))
			f.stated[name] = cmp.Or(f.stated[name], safeTitle(value))
		} else if line != "" {
			f.others++
		}
	}
	return f
}

// isTwtxt reports whether two or more lines of a text are twts, and these outnumber the others.
func isTwtxt(text string) bool {
	f := parseTwtxt(text)
	return len(f.twts) >= 2 && len(f.twts) > f.others
}

// readTwtxt reads a document as the feed of its newest maxCollected twts. The line "# nick = NAME"
// has the feed's title, "# description = TEXT" its subtitle.
func (d document) readTwtxt() *Feed {
	text, _ := d.decodeText()
	file := parseTwtxt(text)
	twts := file.twts
	if len(twts) > maxCollected {
		times := slices.SortedFunc(slices.Values(twts), func(a, b twt) int { return b.time.Compare(a.time) })
		oldest := times[maxCollected-1].time
		twts = slices.DeleteFunc(twts, func(t twt) bool { return t.time.Before(oldest) })
	}
	entries := make([]Entry, len(twts))
	for i, t := range twts {
		entries[i] = t.entry()
	}
	f := d.newFeed(Twtxt, file.stated["nick"], completeEntries(d.page.URL, entries))
	f.Subtitle = file.stated["description"]
	return f
}

// entry returns the entry of t, without Link, and with the time as the key for its ID.
func (t twt) entry() Entry {
	title := shorten(safeTitle(mention().ReplaceAllString(t.text, "@$1")))
	text := words.SafeText(strings.ReplaceAll(t.text, "\u2028", "\n")) // U+2028 separates the lines of a twt
	return Entry{
		ID: t.time.Format(time.RFC3339), Title: cmp.Or(title, t.time.Format(time.DateOnly)), Updated: t.time,
		Content: &Content{Text: text + "\n", MediaType: "text/plain"},
	}
}

// mention matches "@<nick URL>".
var mention = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`@<([^ <>]+) [^<>]*>`) })
