package feed

import (
	"net/url"
	"path"
	"regexp"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"gemsub/gemtext"
	"gemsub/internal/menu"
)

// A DateSource says where the entries of a Gopher menu get their dates. It is empty for
// other formats.
type DateSource string

// The sources of dates, in the order in which they are tried. The first that dates an entry
// is used for the whole menu.
const (
	ByLabel    DateSource = "labels that begin with a date"
	BySelector DateSource = "selectors whose last part begins or ends with a date"
	InLabel    DateSource = "dates in the labels"
	ByText     DateSource = "dates in the lines of text above"
)

// A menuRule chooses entries of a menu. Its function returns the date of the i-th item, and its
// label with or without that date.
type menuRule struct {
	source DateSource
	date   func(items []menu.Item, i int) (date time.Time, label string, ok bool)
}

// readDatedItems reads a Gopher menu as the feed of its dated items, which may be empty.
func (d document) readDatedItems() *Feed {
	return d.readItems(Menu, menu.Item.IsDocument, menuRule{ByLabel, dateAtLabelStart}, menuRule{BySelector, dateInSelector},
		menuRule{InLabel, dateInLabel}, menuRule{ByText, dateInTextAbove})
}

// readAllItems reads a Gopher menu as the feed of all its items, with or without a date.
func (d document) readAllItems() *Feed {
	return d.readItems(Links, menu.Item.IsLink, menuRule{"", dateInAnyLabel})
}

// readItems reads a Gopher menu by the first rule that finds entries among the items of a kind.
// If no rule does, the feed is empty.
func (d document) readItems(format Format, isOfKind func(menu.Item) bool, rules ...menuRule) *Feed {
	m := d.parseMenu()
	for _, rule := range rules {
		if entries := m.entries(isOfKind, rule); len(entries) > 0 {
			f := d.newFeed(format, m.title(), entries)
			f.DateSource = rule.source
			return f
		}
	}
	return d.newFeed(format, m.title(), nil)
}

// A menuPage is a parsed menu. Its isOwn reports whether an item is on the menu's main host.
type menuPage struct {
	base  *url.URL
	items []menu.Item
	isOwn func(menu.Item) bool
}

func (d document) parseMenu() *menuPage {
	m := &menuPage{base: d.page.URL, items: menu.Read(d.page.URL, d.page.Body)}
	for i, item := range m.items {
		m.items[i].Label = wholeName(item)
	}
	m.isOwn = menu.OnMainHost(m.items)
	return m
}

// title returns the label of a TITLE line, else the first line of the author's text that reads as
// words, "" for none. It takes no words below a line that begins with a date: posts may begin
// there.
func (m *menuPage) title() string {
	first, posts := "", false
	for _, item := range menu.WithoutFooter(m.items) {
		switch {
		case item.Type != menu.TypeInfo:
		case item.Selector == "TITLE" && hasWord(item.Label):
			return item.Label
		case first == "" && !posts:
			first = titleIn(item.Label)
			_, posts = leadingDate(item.Label)
		}
	}
	return first
}

// titleIn returns a line of text without the frame around it. It returns "" for a line of more
// than 80 characters, a drawing, and a line with a date, which may change with every post.
func titleIn(line string) string {
	const longest, repeats = 80, 4
	line = unframed(strings.TrimSpace(line))
	letters, others, run, last := 0, 0, 0, rune(0)
	for _, r := range line {
		if r != last {
			run, last = 0, r
		}
		run++
		switch {
		case !unicode.IsLetter(r):
			others++
		case run == repeats:
			return "" // a drawing
		default:
			letters++
		}
	}
	_, dated := findDate(line)
	if letters < 3 || letters <= others || dated || utf8.RuneCountInString(line) > longest {
		return ""
	}
	return line
}

// unframed returns a line without the frame drawn around it: === Words ===, | Words |,
// # Words.
func unframed(line string) string {
	isFrame := func(r rune) bool { return strings.ContainsRune("=-_|+*#~:./\\", r) || '─' <= r && r <= '▟' }
	words := strings.TrimLeftFunc(line, isFrame)
	inner := strings.TrimRightFunc(words, isFrame)
	if words == line || inner == words && !strings.HasPrefix(words, " ") {
		return line
	}
	return strings.TrimSpace(inner)
}

// entries returns the entries that a rule finds among the items of a kind. An item that the rule
// leaves undated gets the date in its file's name.
func (m *menuPage) entries(isOfKind func(menu.Item) bool, rule menuRule) []Entry {
	var found entryCollector
	for i, item := range m.items {
		if !isOfKind(item) || item.Label == ".." {
			continue
		}
		updated, label, ok := rule.date(m.items, i)
		if !ok { // before the link, which takes longest
			continue
		}
		e, ok := newLinkEntry(m.base, gemtext.Line{URL: item.URL(m.base), Text: label})
		if !ok {
			continue
		}
		if match, ok := findDate(label); ok {
			label = match.cutFrom(label)
		}
		if updated.IsZero() {
			match, _ := findDate(fileName(e.Link))
			e.Updated = match.time
		} else {
			e.Updated, e.Title = updated, entryTitle(e.Link, updated, label)
		}
		if m.isOwn(item) {
			e.ID = IDOfSelector(item.Selector)
		}
		found.add(e)
	}
	return found.entries
}

// IDOfSelector returns the ID of an entry on a menu's main host. It does not depend on the
// host's name, so the ID stays if the name changes. It is deliberately not an IRI, so that
// package publish replaces it in formats that need one.
func IDOfSelector(selector string) string { return "selector " + url.PathEscape(selector) }

// menuText returns a menu as gemtext, for formats that read lines.
func (d document) menuText() string {
	return "# " + safeTitle(d.parseMenu().title()) + "\n" + menu.Gemtext(d.page.URL, d.page.Body)
}

// dateAtLabelStart looks for a date at the beginning of a label, as in links of Gemini pages, but
// the title may follow right after the date. It returns the label without the date.
func dateAtLabelStart(items []menu.Item, i int) (time.Time, string, bool) {
	label := strings.TrimLeft(items[i].Label, " ")
	date, ok := parseDate(label)
	match, isWhole := findDate(label)
	return date, match.cutFrom(label), ok && isWhole
}

// dateInSelector looks for a date at either end of a file's name. A link to the web has none.
func dateInSelector(items []menu.Item, i int) (time.Time, string, bool) {
	item, name := items[i], lastPart(items[i].Selector)
	_, web := item.Web()
	match, ok := findDate(name)
	if web || !ok || match.from > 0 && match.to < len(strings.TrimSuffix(name, path.Ext(name))) {
		return time.Time{}, "", false
	}
	return match.time, item.Label, true
}

// dateInLabel looks for a date in a label.
func dateInLabel(items []menu.Item, i int) (time.Time, string, bool) {
	match, ok := findDate(items[i].Label)
	return match.time, items[i].Label, ok
}

// dateInAnyLabel looks for a date in a label, which may have none.
func dateInAnyLabel(items []menu.Item, i int) (time.Time, string, bool) {
	match, _ := findDate(items[i].Label)
	return match.time, items[i].Label, true
}

// dateInTextAbove looks for a line that begins with a date in the text above an item. A date
// right below another item belongs to that item.
func dateInTextAbove(items []menu.Item, i int) (time.Time, string, bool) {
	for at := i - 1; at >= 0 && items[at].Type == menu.TypeInfo && i-at <= maxLinesAbove; at-- {
		if at > 0 && items[at-1].IsLink() {
			break
		}
		if match, ok := leadingDate(items[at].Label); ok {
			return match.time, items[i].Label, true
		}
	}
	return time.Time{}, "", false
}

// maxLinesAbove is how many lines above an item its date may be.
const maxLinesAbove = 50

// listingColumns match the columns after the names in directory listings of Gophernicus and
// geomyidae: "2026-Nov-21 20:59   12.3 KB" and "12.3K 2026-11-21 20:59 UTC".
var listingColumns = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:\d{4}-[A-Z][a-z]{2}-\d\d \d\d:\d\d[ -~]{11}| [\d.]*\d[BKMGTPE] \d{4}-\d\d-\d\d \d\d:\d\d [^ ]*)$`)
})

// wholeName returns the label of an item. In a directory listing it removes the modification
// time and size, and completes a name that the server cut, using the selector.
func wholeName(item menu.Item) string {
	const most = 60 // bytes of the columns
	begin := max(0, len(item.Label)-most)
	at := listingColumns().FindStringIndex(item.Label[begin:])
	if at == nil || begin+at[0] == 0 {
		return item.Label
	}
	name := strings.TrimRight(item.Label[:begin+at[0]], " ")
	if file := lastPart(item.Selector); strings.HasPrefix(file, name) && file == safeTitle(file) {
		return file
	}
	return name
}

// lastPart returns the last part of a selector.
func lastPart(selector string) string {
	selector = strings.TrimRight(selector, "/")
	return selector[strings.LastIndexByte(selector, '/')+1:]
}
