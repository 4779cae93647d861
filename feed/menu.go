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

// A DateSource says where the dates of a Gopher menu are. It is empty for other formats.
type DateSource string

// The sources of dates, in the order in which they are tried. The first source with a date for an
// item is used for the whole menu.
const (
	ByLabel    DateSource = "labels that begin with a date"
	BySelector DateSource = "dates in the selectors"
	InLabel    DateSource = "dates in the labels"
	ByText     DateSource = "dates in the lines of text above"
	ByMonth    DateSource = "months with a year in the labels"
)

// A menuRule chooses entries of a menu. date returns the date of the i-th item, and the item's label
// with or without that date.
type menuRule struct {
	source DateSource
	date   func(items []menu.Item, i int) (date time.Time, label string, ok bool)
	// ofHalf says that the rule holds only if it finds dates for at least half of the texts and
	// menus.
	ofHalf bool
	// all says that items without a date are entries too.
	all bool
}

// readDatedItems reads a Gopher menu as the feed of its dated items, which may be empty.
func (d document) readDatedItems() *Feed {
	return d.readItems(Menu, menu.Item.IsDocument,
		menuRule{source: ByLabel, date: dateAtLabelStart},
		menuRule{source: BySelector, date: dateInSelector},
		menuRule{source: InLabel, date: dateInLabel, ofHalf: true},
		menuRule{source: ByText, date: dateInTextAbove},
		menuRule{source: ByMonth, date: monthInLabel, ofHalf: true})
}

// readAllItems reads a Gopher menu as the feed of all its items, with or without a date.
func (d document) readAllItems() *Feed {
	return d.readItems(Links, menu.Item.IsLink, menuRule{date: dateOfAnyItem, all: true})
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

// A menuPage is a parsed menu. isOwn reports whether an item is on the menu's main host.
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

// title returns the label of a TITLE line, else the first line of text that titleIn accepts, "" for
// none. Lines below a line that begins with a date do not count, since they may be posts. Nor does
// the server's footer.
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

// titleIn returns a line of text without the frame around it, or "" if the line cannot be a title:
// because it has more than 80 characters, is a drawing, or has a date, which may change with every
// post.
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

// unframed removes a frame drawn around a line: === Words ===, | Words |, # Words.
func unframed(line string) string {
	isFrame := func(r rune) bool { return strings.ContainsRune("=-_|+*#~:./\\", r) || '─' <= r && r <= '▟' }
	words := strings.TrimLeftFunc(line, isFrame)
	inner := strings.TrimRightFunc(words, isFrame)
	if words == line || inner == words && !strings.HasPrefix(words, " ") {
		return line
	}
	return strings.TrimSpace(inner)
}

// A datedItem is an item that a rule chose.
type datedItem struct {
	menu.Item
	date  time.Time // zero for none
	label string
}

// entries returns the entries that a rule finds among the items of a kind. If the rule finds a date
// for any text or menu, other items are no entries.
func (m *menuPage) entries(isOfKind func(menu.Item) bool, rule menuRule) []Entry {
	var chosen []datedItem
	texts, datedTexts := 0, 0
	for i, item := range m.items {
		if !isOfKind(item) || item.Label == ".." {
			continue
		}
		date, label, ok := rule.date(m.items, i)
		if ok {
			chosen = append(chosen, datedItem{item, date, label})
		}
		if item.IsText() {
			texts++
			if ok {
				datedTexts++
			}
		}
	}
	if rule.ofHalf && 2*datedTexts < texts {
		return nil
	}
	var found entryCollector
	for _, item := range chosen {
		if rule.all || datedTexts == 0 || item.IsText() {
			m.addEntry(&found, item)
		}
	}
	return found.entries
}

// addEntry adds the entry of an item, if the item has a valid link.
func (m *menuPage) addEntry(found *entryCollector, item datedItem) {
	e, ok := newLinkEntry(m.base, gemtext.Line{URL: item.URL(m.base), Text: item.label})
	if !ok {
		return
	}
	if !item.date.IsZero() {
		label := withoutDigits(item.label, item.Selector)
		if match, ok := findDate(label); ok {
			label = match.cutFrom(label)
		}
		if name := lastPart(item.Selector); item.Item.Label == name {
			label = nameTitle(name)
		}
		e.setDate(item.date, label)
	}
	if m.isOwn(item.Item) {
		e.ID = IDOfSelector(item.Selector)
	}
	found.add(e)
}

// withoutDigits removes a date of eight digits from a label, if the selector has the same digits.
func withoutDigits(label, selector string) string {
	digits := eightDigits().FindString(label)
	match, isDate := findDate(digits)
	if !isDate || !strings.Contains(selector, digits) {
		return label
	}
	match.from = strings.Index(label, digits)
	match.to = match.from + len(digits)
	return match.cutFrom(label)
}

var eightDigits = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\b\d{8}\b`) })

// IDOfSelector returns the ID of an entry on a menu's main host. The ID does not contain the host's
// name, so it stays if the name changes. It is deliberately not an IRI: package publish replaces it
// in formats that need an IRI.
func IDOfSelector(selector string) string { return "selector " + url.PathEscape(selector) }

// menuText returns a menu as gemtext, for formats that read lines.
func (d document) menuText() string {
	return "# " + safeTitle(d.parseMenu().title()) + "\n" + menu.Gemtext(d.page.URL, d.page.Body)
}

// dateAtLabelStart looks for a date at the beginning of a label, as in links of Gemini pages. Here
// the title may follow without a space. It returns the label without the date.
func dateAtLabelStart(items []menu.Item, i int) (time.Time, string, bool) {
	label := strings.TrimLeft(items[i].Label, " ")
	date, ok := parseDate(label)
	match, isWhole := findItemDate(label)
	return date, match.cutFrom(label), ok && isWhole
}

// dateInSelector looks for a date at either end of a file's name, perhaps with a time after it, else
// in the folders. It ignores links to the web.
func dateInSelector(items []menu.Item, i int) (time.Time, string, bool) {
	item, name := items[i], lastPart(items[i].Selector)
	if _, web := item.Web(); web {
		return time.Time{}, "", false
	}
	name = strings.TrimSuffix(name, path.Ext(name))
	match, ok := findItemDate(name)
	if ok && (match.from == 0 || len(name) == match.to+len(fileClock().FindString(name[match.to:]))) {
		return match.time, item.Label, true
	}
	date, ok := dateInFolders(item.Selector)
	return date, item.Label, ok
}

// dateInLabel looks for a date in a label.
func dateInLabel(items []menu.Item, i int) (time.Time, string, bool) {
	match, ok := findItemDate(items[i].Label)
	return match.time, items[i].Label, ok
}

// monthInLabel looks for a month with a year in a label, and returns the label without them.
func monthInLabel(items []menu.Item, i int) (time.Time, string, bool) {
	match, ok := findMonth(items[i].Label)
	if !ok {
		return time.Time{}, "", false
	}
	return match.time, match.cutFrom(items[i].Label), true
}

// dateOfAnyItem returns the date of an item from [dateOf], zero for none. It accepts all items.
func dateOfAnyItem(items []menu.Item, i int) (date time.Time, label string, ok bool) {
	date, label, _ = dateOf(items[i].Label, items[i].URL(&url.URL{}))
	return date, label, true
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

// maxLinesAbove is the greatest number of lines between an item and a date above it.
const maxLinesAbove = 50

// listingColumns match the columns after the names in directory listings of Gophernicus and
// geomyidae: "2026-Nov-21 20:59   12.3 KB" and "12.3K 2026-11-21 20:59 UTC".
var listingColumns = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:\d{4}-[A-Z][a-z]{2}-\d\d \d\d:\d\d[ -~]{11}| [\d.]*\d[BKMGTPE] \d{4}-\d\d-\d\d \d\d:\d\d [^ ]*)$`)
})

// wholeName returns the label of an item. In a directory listing it removes the modification time
// and size, and completes a name that the server cut, from the selector.
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
