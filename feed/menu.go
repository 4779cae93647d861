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

	"gemsub/internal/menu"
)

// A Dating says where the entries of a Gopher menu get their dates. It is empty for
// other formats.
type Dating string

// The ways in which a menu dates its entries, in the order in which they are tried: the
// first that finds an entry holds for the whole menu.
const (
	ByLabel    Dating = "labels that begin with a date"
	BySelector Dating = "selectors whose last part begins or ends with a date"
	InLabel    Dating = "dates in the labels"
	ByText     Dating = "dates in the lines of text above"
)

// menu reads a Gopher menu as the feed of its dated items, which may be empty.
func (d document) menu() *Feed {
	m := d.readMenu()
	for _, rule := range []struct {
		dating Dating
		date   menuRule
	}{{ByLabel, byLabel}, {BySelector, bySelector}, {InLabel, inLabel}, {ByText, byText}} {
		if entries := m.entries(rule.date); len(entries) > 0 {
			f := d.feed(Menu, m.title(), entries)
			f.Dating = rule.dating
			return f
		}
	}
	return d.feed(Menu, m.title(), nil)
}

// A menuPage is a menu with what is known of all its lines.
type menuPage struct {
	base  *url.URL
	items []menu.Item
	own   func(menu.Item) bool
}

func (d document) readMenu() *menuPage {
	m := &menuPage{base: d.page.URL, items: menu.Read(d.page.URL, d.page.Body)}
	for i, item := range m.items {
		m.items[i].Label = wholeName(item)
	}
	m.own = menu.OnMainHost(m.items)
	return m
}

// title is that of a TITLE line, else the first line of the author's text that reads as
// words and stands above the first line that begins with a date: posts may follow that.
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

// titleIn returns the words of a line of text without the frame around them. It returns ""
// for a long line, a drawing, and a line with a date, which may change with every post.
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

// unframed returns a line without what is drawn around it: === Words ===, | Words |,
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

// entries returns the entries that a rule finds.
func (m *menuPage) entries(date menuRule) []Entry {
	var found collection
	for i, item := range m.items {
		if !item.IsDocument() || item.Label == ".." {
			continue
		}
		updated, rest, ok := date(m.items, i)
		if !ok {
			continue
		}
		if st, ok := findDate(rest); ok {
			rest = st.cutFrom(rest)
		}
		if e, ok := m.entry(item, rest, updated); ok {
			found.add(e)
		}
	}
	return found.entries
}

// entry returns an item's entry; rest is what is left of its label.
func (m *menuPage) entry(item menu.Item, rest string, updated time.Time) (Entry, bool) {
	link := item.URL(m.base)
	if _, web := item.Web(); web {
		var err error
		if link, err = newResolver(m.base).resolve(link); err != nil {
			return Entry{}, false
		}
	}
	if link == "" {
		return Entry{}, false
	}
	e := Entry{ID: link, Link: link, Title: entryTitle(link, updated, rest), Updated: updated}
	if m.own(item) {
		e.ID = IDOfSelector(item.Selector)
	}
	return e, true
}

// IDOfSelector is the ID of an entry on the host that most items of a menu name, so that
// other names of the host give the same ID. It is deliberately no IRI, so that formats
// that need one use [NewID].
func IDOfSelector(selector string) string { return "selector " + url.PathEscape(selector) }

// ownIDs sets the IDs of [menuPage.entry] on entries of a menu read in another format. If
// items of two types have one selector, the first entry gets its ID.
func (d document) ownIDs(entries []Entry) {
	if !d.meta.isMenu() {
		return
	}
	m, ids, taken := d.readMenu(), map[string]string{}, map[string]bool{}
	for _, item := range m.items {
		if item.IsLink() && m.own(item) {
			ids[item.URL(m.base)] = IDOfSelector(item.Selector)
		}
	}
	for i := range entries {
		e := &entries[i]
		if id := ids[e.ID]; id != "" && !taken[id] {
			e.ID, taken[id] = id, true
		}
	}
}

// menuText returns a menu as gemtext, for formats that read lines.
func (d document) menuText() string {
	return "# " + cleanTitle(d.readMenu().title()) + "\n" + menu.Gemtext(d.page.URL, d.page.Body)
}

// A menuRule returns the date of the i-th of a menu's items and its label without that.
type menuRule func(items []menu.Item, i int) (date time.Time, rest string, ok bool)

// byLabel is Gemini's convention, except that the title begins right after the date.
func byLabel(items []menu.Item, i int) (time.Time, string, bool) {
	label := strings.TrimLeft(items[i].Label, " ")
	date, ok := parseDate(label)
	st, isWhole := findDate(label)
	return date, st.cutFrom(label), ok && isWhole
}

// bySelector looks for a date at either end of a file's name.
func bySelector(items []menu.Item, i int) (time.Time, string, bool) {
	item, name := items[i], lastPart(items[i].Selector)
	_, web := item.Web()
	st, ok := findDate(name)
	if web || !ok || st.from > 0 && st.to < len(strings.TrimSuffix(name, path.Ext(name))) {
		return time.Time{}, "", false
	}
	return st.time, item.Label, true
}

// inLabel looks for a date in a label.
func inLabel(items []menu.Item, i int) (time.Time, string, bool) {
	st, ok := findDate(items[i].Label)
	return st.time, items[i].Label, ok
}

// byText looks for a line that begins with a date in the text above an item. A date
// right below another item is that item's.
func byText(items []menu.Item, i int) (time.Time, string, bool) {
	for at := i - 1; at >= 0 && items[at].Type == menu.TypeInfo && i-at <= maxLinesAbove; at-- {
		if at > 0 && items[at-1].IsLink() {
			break
		}
		if st, ok := leadingDate(items[at].Label); ok {
			return st.time, items[i].Label, true
		}
	}
	return time.Time{}, "", false
}

// maxLinesAbove is how far above an item its date may be.
const maxLinesAbove = 50

// columns are behind the names in the directory listings of Gophernicus and geomyidae:
// "2026-Nov-21 20:59   12.3 KB" and "12.3K 2026-11-21 20:59 UTC".
var columns = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:\d{4}-[A-Z][a-z]{2}-\d\d \d\d:\d\d[ -~]{11}| [\d.]*\d[BKMGTPE] \d{4}-\d\d-\d\d \d\d:\d\d [^ ]*)$`)
})

// wholeName returns the label of an item. From a directory listing it removes the
// modification time and size, and completes a cut name from the selector.
func wholeName(item menu.Item) string {
	const most = 60 // bytes of the columns
	begin := max(0, len(item.Label)-most)
	at := columns().FindStringIndex(item.Label[begin:])
	if at == nil || begin+at[0] == 0 {
		return item.Label
	}
	name := strings.TrimRight(item.Label[:begin+at[0]], " ")
	if file := lastPart(item.Selector); strings.HasPrefix(file, name) && file == cleanTitle(file) {
		return file
	}
	return name
}

// lastPart returns the last part of a selector.
func lastPart(selector string) string {
	selector = strings.TrimRight(selector, "/")
	return selector[strings.LastIndexByte(selector, '/')+1:]
}
