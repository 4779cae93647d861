package feed

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"

	"gemsub/gemtext"
	"gemsub/internal/words"
)

// A Warning tells the author of a page about a line that feed readers probably misread.
type Warning struct {
	// Line is the line's number from 1, or 0 for the whole page.
	Line int
	// Code is the kind of warning, which never changes.
	Code string
	// Message says what is wrong and how to write it.
	Message string
}

// The codes of warnings.
const (
	CodeNoTitle       = "no-title"          // no level-1 heading with a letter or digit
	CodeNoEntries     = "no-entries"        // no link line with a date
	CodeTooMany       = "too-many-entries"  // MaxEntries or more
	CodeDateFormat    = "date-format"       // a date in another form: 2021/03/04, [2024-03-25]
	CodeDatePlace     = "date-place"        // a date after other text
	CodeDateGlued     = "date-glued"        // a title right after the date: 2024-03-25Title
	CodeDateCharacter = "date-character"    // an invisible or similar character in or beside a date, such as an en dash
	CodeDateUnreal    = "date-impossible"   // a date that is in no calendar: 2021-02-30
	CodeDateURL       = "date-as-url"       // => 2024-03-25 post.gmi
	CodeDateFuture    = "date-in-future"    // a day that has not begun in any time zone
	CodePreformatted  = "date-preformatted" // a dated link inside a preformatted block
	CodeDuplicate     = "duplicate-link"    // the same URL twice
	CodeBadLink       = "bad-link"          // a dated link whose target cannot be resolved
	CodeCharset       = "charset"           // an unknown charset, or invalid bytes
	CodeSyntax        = "not-well-formed"   // invalid XML or JSON from that line on
	CodeUndated       = "undated"           // entries of a feed without a date
	CodeSharedID      = "shared-id"         // several items with the same id
	CodeSkippedLines  = "skipped-lines"     // lines of a twtxt file that are no entries
	CodeMenuFields    = "menu-fields"       // an item of a menu without host or port
)

// Lint returns the faults that the author of a document can fix, in the order of its lines: lines of
// a page that are nearly entries, and faults of a feed. If [Read] returns no feed, Lint returns the
// error of [Read].
func Lint(p Page) ([]Warning, error) {
	f, err := Read(p)
	if f == nil {
		return nil, err
	}
	d := newDocument(p)
	l := linter{base: p.URL, now: p.Fetched, seen: map[string]int{}}
	switch f.Format {
	case Gemtext, Headings, Links:
		l.checkPage(d, f.Format)
	case Menu:
		l.checkMenu(d, f)
	case Twtxt:
		l.checkTwtxt(d)
	case Atom, RSS, JSON:
		l.checkSyndicated(d, f, err)
	}
	if f.Format != Gemtext { // checkEntry did this for each line of Gemtext
		l.checkFuture(f)
	}
	if len(f.Entries) == 0 {
		l.warn(0, CodeNoEntries, f.Format.NoEntriesText())
	}
	if len(f.Entries) == MaxEntries {
		l.warn(0, CodeTooMany, fmt.Sprintf("%d entries or more; gemsub keeps the newest %[1]d", MaxEntries))
	}
	return l.warnings, nil
}

// checkPage warns about a page of dated links, of headings or of links.
func (l *linter) checkPage(d document, format Format) {
	doc, wrong := d.decodeText()
	if wrong {
		l.warn(0, CodeCharset, "some bytes are not valid "+safeTitle(cmp.Or(d.meta.charset, "utf-8"))+"; they are read as U+FFFD")
	}
	level, _, _ := d.newTextPage().entryLevel()
	for line := range gemtext.Lines(doc) {
		if format == Gemtext {
			l.checkLine(line)
		} else if _, _, dated := headingDate(line.Text); format == Headings && line.Level == level && !dated {
			l.checkNearMiss(line)
		}
	}
	if d.title() == "" {
		l.warn(0, CodeNoTitle, "no line begins with a single # and has a letter or digit; the feed is named after its URL")
	}
}

// checkSyndicated warns about an Atom, RSS or JSON feed.
func (l *linter) checkSyndicated(d document, f *Feed, err error) {
	fault, _ := errors.AsType[*SyntaxError](err)
	if f.Format != JSON {
		text, undecoded := DecodeXML(d.page.Body, d.meta.charset)
		fault = cmp.Or(undecoded, xmlFault(text))
	}
	if fault != nil {
		l.warn(fault.Line, CodeSyntax, "not well formed: "+fault.Message)
	}
	l.checkIDs(f)
	undated := 0
	for _, e := range f.Entries {
		if e.Updated.IsZero() {
			undated++
		}
	}
	if undated > 0 {
		l.warn(0, CodeUndated, fmt.Sprintf("%d of %d entries have no date; they get the date when they are first seen", undated, len(f.Entries)))
	}
}

// checkIDs warns about ids that several items share, because readers show such items as one. Read
// makes ids for items without an id; those do not count.
func (l *linter) checkIDs(f *Feed) {
	items, leftOut, example := 0, 0, ""
	for _, id := range slices.Sorted(maps.Keys(f.SharedIDs)) {
		if !strings.HasPrefix(id, l.base.String()+"#") {
			items, leftOut, example = items+f.SharedIDs[id], leftOut+f.SharedIDs[id]-1, cmp.Or(example, id)
		}
	}
	if items > 0 {
		l.warn(0, CodeSharedID, fmt.Sprintf("%d items share an id with others, such as %s; only the newest of each id counts, so %d are left out", items, quote(example), leftOut))
	}
}

// checkTwtxt warns about lines that are neither twts nor comments.
func (l *linter) checkTwtxt(d document) {
	text, _ := d.decodeText()
	if others := parseTwtxt(text).others; others > 0 {
		l.warn(0, CodeSkippedLines, words.Count(others, "line is", "lines are")+" skipped; an entry is a time such as 2026-01-31T12:00:00Z, a tab and a text")
	}
}

// A linter collects warnings line by line.
type linter struct {
	base     *url.URL
	now      time.Time      // zero if unknown
	seen     map[string]int // link -> the line of its first occurrence
	warnings []Warning
}

func (l *linter) warn(line int, code, message string) {
	l.warnings = append(l.warnings, Warning{Line: line, Code: code, Message: message})
}

// checkLine warns about a line of a page of dated links.
func (l *linter) checkLine(line gemtext.Line) {
	switch line.Kind {
	case gemtext.Preformatted:
		for inner := range gemtext.Lines(line.Text) { // read the line as if it were outside the block
			if _, ok := parseDate(inner.Text); ok && inner.Kind == gemtext.Link {
				l.warn(line.Number, CodePreformatted, "a dated link inside a preformatted block is not a link; close the block with ``` first")
			}
		}
	case gemtext.Link:
		if date, glued, _, ok := cutDate(line.Text); ok {
			l.checkEntry(line, date, glued)
		} else {
			l.checkNearMiss(line)
		}
	}
}

// checkEntry warns about a dated link that is misread, or becomes no entry of its own. glued is the
// text right after its date.
func (l *linter) checkEntry(line gemtext.Line, date time.Time, glued string) {
	link := resolve(l.base, line.URL)
	if link == "" {
		l.warn(line.Number, CodeBadLink, fmt.Sprintf("a dated link is not an entry: its target is no URL, or is longer than %d bytes", MaxLink))
		return
	}
	if first, dup := l.seen[link]; dup {
		l.warn(line.Number, CodeDuplicate, fmt.Sprintf("links to the same URL as line %d; both are one entry, with the newer date", first))
		return
	}
	l.seen[link] = line.Number
	if glued != "" {
		l.checkGlued(line)
	}
	if l.isFuture(date) {
		l.warn(line.Number, CodeDateFuture, quote(line.Text[:len(time.DateOnly)])+" is in the future; until then readers may list the entry first, or hide it")
	}
}

// quote returns the printable beginning of s in quotes, for a message.
func quote(s string) string {
	const most = 40 // bytes
	return `"` + words.SafeTitle(s, most) + `"`
}

// checkMenu warns about items of a Gopher menu that are nearly entries, and about lines without a
// host or port.
func (l *linter) checkMenu(d document, f *Feed) {
	m := d.parseMenu()
	entries := make(map[string]bool, len(f.Entries))
	for _, e := range f.Entries {
		entries[e.Link] = true
	}
	for _, item := range m.items {
		if !item.IsDocument() {
			continue
		}
		if item.Guessed {
			l.warn(item.Line, CodeMenuFields, "an item has no host or no port after its selector; not every client guesses them")
		}
		if entries[item.URL(m.base)] {
			continue
		}
		label := strings.TrimLeft(item.Label, " ")
		if _, ok := parseDate(label); ok && item.URL(m.base) == "" {
			l.warn(item.Line, CodeBadLink, "a dated item is not an entry: its selector, host and port make no URL")
		} else {
			l.checkNearMiss(gemtext.Line{Number: item.Line, Text: label})
		}
	}
	if title := safeTitle(m.title()); title == "" {
		l.warn(0, CodeNoTitle, "no line of text can be a title; the feed is named after its URL")
	}
}
