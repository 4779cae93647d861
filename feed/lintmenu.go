package feed

import (
	"fmt"
	"net/url"
	"strings"

	"gemsub/gemtext"
	"gemsub/internal/menu"
)

// Bounds of the search for near misses, which takes long.
const (
	maxMissed      = 2_000 // lines
	maxMissedLabel = 100   // bytes of a label
)

// menu warns about a Gopher menu: items that nearly are entries, and lines that lack
// what clients need.
func (l *linter) menu(d document, f *Feed) {
	m := d.readMenu()
	entries := make(map[string]bool, len(f.Entries))
	for _, e := range f.Entries {
		entries[e.Link] = true
	}
	for i, item := range m.items {
		if !item.IsPost() {
			continue
		}
		if item.Guessed {
			l.warn(item.Line, CodeMenuFields, "an item has no host or no port after its selector; not every client guesses them")
		}
		if i < maxMissed && !entries[item.URL(m.base)] {
			l.missedItem(item, m.base)
		}
	}
	if title := cleanTitle(m.title()); title == "" {
		l.warn(0, CodeNoTitle, "no line has words; the feed is named after its URL")
	}
	if len(m.items) == menu.MaxLines {
		l.warn(0, CodeTooMany, fmt.Sprintf("readers here stop after %d lines of a menu", menu.MaxLines))
	}
}

// missedItem warns about an item that is no entry but looks like one.
func (l *linter) missedItem(item menu.Item, base *url.URL) {
	label := item.Label[:min(len(item.Label), maxMissedLabel)]
	if _, ok := parseDate(strings.TrimLeft(label, " ")); !ok {
		l.nearMiss(gemtext.Line{Number: item.Line, Text: label})
		return
	}
	if item.URL(base) == "" {
		l.warn(item.Line, CodeBadLink, "a dated item is not an entry: its selector, host and port make no URL")
		return
	}
	l.warn(item.Line, CodeDateGlued, quote(firstWord(label))+": a date counts when no digit follows it")
}
