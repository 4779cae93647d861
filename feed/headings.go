package feed

import (
	"cmp"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"gemsub/gemtext"
)

// readHeadings reads a page as the feed of its headings: a tinylog, a log on one page, or a list of
// changes. Each heading of one level is an entry, dated by a date at either end of the heading. The
// entry links to the page. Its content is the text below the heading, with deeper headings. With
// datedOnly, headings without a date are no entries.
//
// A heading may be only a day, without text before its first link or deeper heading. Such a heading
// is not an entry: its links, and the headings one level down, are entries of that day.
func (p textPage) readHeadings(datedOnly bool) *Feed {
	r := headingReader{base: p.page.URL, mediaType: "text/gemini", isMarkdown: p.meta.isMarkdown()}
	if !p.meta.isMenu() {
		r.mediaType = cmp.Or(safeTitle(p.meta.mediaType), r.mediaType)
	}
	level, _, newest := p.entryLevel()
	r.level = level
	rest := p.text
	for line := range gemtext.Lines(p.text) {
		here := rest
		_, rest, _ = strings.Cut(rest, "\n")
		if r.readLine(line, here, rest); r.count >= maxCollected {
			break
		}
	}
	r.closeSection("")
	title, subtitle := titlesOf(p.text)
	r.cutSubtitle(safeTitle(subtitle))
	entries := r.entries()
	if datedOnly {
		entries = slices.DeleteFunc(entries, func(e Entry) bool { return e.Updated.IsZero() })
	}
	f := p.newFeed(Headings, title, entries)
	f.Subtitle, f.Author, f.NewestHeading = r.subtitle, r.author, newest
	return f
}

// entryLevel returns the level, 2 or 3, with more dated headings (2 if equal), the number of its
// dated headings, and the newest date of both levels.
func (p textPage) entryLevel() (level, dated int, newest time.Time) {
	var count [4]int
	for line := range gemtext.Lines(p.text) {
		if line.Kind != gemtext.Heading {
			continue
		}
		if date, _, ok := headingDate(line.Text); ok {
			count[line.Level]++
			if line.Level > 1 && date.time.After(newest) {
				newest = date.time
			}
		}
	}
	if count[3] > count[2] {
		return 3, count[3], newest
	}
	return 2, count[2], newest
}

// A section is a heading and the text below it.
type section struct {
	heading string
	date    dateMatch
	dated   bool
	rest    string // the heading without its date
	isInDay bool   // the section belongs to a section above, whose heading is only a day
	body    string // the text below the heading, unchanged; without such a text, the heading
	text    string // the first line of text that is not a reply
	reply   string // the first reply: "RE: name"
	hasText bool   // text, even preformatted, or a reply comes before the first link
	links   []Entry
}

// isDay reports whether the heading is only a day, without text of its own.
func (s *section) isDay() bool { return s.dated && !s.date.hasClock && s.rest == "" && !s.hasText }

// A headingReader collects the sections of a page.
type headingReader struct {
	base             *url.URL
	mediaType        string // of the page's text
	isMarkdown       bool
	level            int // of headings that are entries
	subtitle, author string
	sections         []section
	isOpen           bool   // the last section continues
	below            string // the page after the heading of the last section
	day              int    // the index of the last section of the level
	count            int    // how many sections, and links in them, were read
	dated            bool   // a heading with a date was read
}

// readLine reads the line l. here is the page from l on, and below is the page after l.
func (r *headingReader) readLine(l gemtext.Line, here, below string) {
	switch {
	case (l.Kind == gemtext.Text || l.Kind == gemtext.Heading) && safeTitle(l.Text) == "":
	case l.Kind == gemtext.Heading && l.Level < r.level:
		r.closeSection(here)
	case l.Kind == gemtext.Heading && (l.Level == r.level || r.isOpen && r.sections[r.day].isDay()):
		r.closeSection(here)
		r.openSection(l, here, below)
	case r.readPreamble(l):
	case r.isOpen:
		l.Text = r.withoutMarkup(l.Text)
		r.count += r.sections[len(r.sections)-1].addLine(l, r.base)
	}
}

// openSection begins the section of the heading l. See readLine for the other parameters.
func (r *headingReader) openSection(l gemtext.Line, here, below string) {
	s := section{heading: safeTitle(r.withoutMarkup(l.Text)), isInDay: l.Level > r.level, body: here[:len(here)-len(below)]}
	s.date, s.rest, s.dated = headingDate(s.heading)
	if s.isInDay && !s.dated { // the heading may begin with a time of day
		day := r.sections[r.day].date.time.Format(time.DateOnly)
		s.date, s.rest, _ = headingDate(day + " " + s.heading)
		s.dated = s.date.hasClock
	}
	if r.sections = append(r.sections, s); !s.isInDay {
		r.day = len(r.sections) - 1
	}
	r.isOpen, r.below, r.dated = true, below, r.dated || s.dated
	r.count++
}

// withoutMarkup replaces each link in a line of Markdown by the link's text. It returns lines of
// other pages unchanged.
func (r *headingReader) withoutMarkup(line string) string {
	if !r.isMarkdown || !strings.Contains(line, "](") {
		return line
	}
	return markdownLink().ReplaceAllString(line, "$1")
}

var markdownLink = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`!?\[([^][]*)\]\([^()]*\)`) })

// replyForm matches a line with the post that is answered: "RE: URL", or the label of a link "RE:
// name".
var replyForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)^ *re: *\S`) })

// closeSection ends the open section, if any. here is the page after that section.
func (r *headingReader) closeSection(here string) {
	if body := strings.Trim(strings.TrimSuffix(r.below, here), "\r\n"); r.isOpen && strings.TrimSpace(body) != "" {
		r.sections[len(r.sections)-1].body = body
	}
	r.isOpen = false
}

// readPreamble reads the lines "author:" and "avatar:" that tinylogs have before their first
// dated heading, and reports whether l is one of them. It ignores the avatar.
func (r *headingReader) readPreamble(l gemtext.Line) bool {
	if r.dated || l.Kind != gemtext.Text {
		return false
	}
	name, value, _ := strings.Cut(l.Text, ":")
	name = strings.TrimSpace(name)
	if strings.EqualFold(name, "author") {
		r.author = cmp.Or(r.author, safeTitle(value))
		return true
	}
	return strings.EqualFold(name, "avatar")
}

// addLine adds the line l to the section, and returns how many links it added, 0 or 1.
func (s *section) addLine(l gemtext.Line, base *url.URL) (added int) {
	reply := replyForm().MatchString(l.Text)
	if e, ok := newLinkEntry(base, l); ok && !reply {
		s.links = append(s.links, e)
		return 1
	}
	s.hasText = s.hasText || len(s.links) == 0 && (reply || l.Kind != gemtext.Link && l.Kind != gemtext.Toggle)
	switch {
	case reply && (l.Kind == gemtext.Link || strings.Contains(l.Text, "://")):
		s.reply = cmp.Or(s.reply, safeTitle(l.Text))
	case l.Kind == gemtext.Text, l.Kind == gemtext.ListItem, l.Kind == gemtext.Quote:
		s.text = cmp.Or(s.text, safeTitle(l.Text))
	}
	return 0
}

// cutSubtitle makes the first section the feed's subtitle, so that a page of headings can have a
// subtitle like a page of dated links. The heading must be the page's subtitle and undated, with
// nothing below it, and other headings must be dated.
func (r *headingReader) cutSubtitle(subtitle string) {
	if !r.dated || subtitle != r.sections[0].heading {
		return
	}
	if s := r.sections[0]; !s.dated && !s.hasText && len(s.links) == 0 {
		r.subtitle, r.sections = s.heading, r.sections[1:]
	}
}

// entries returns the entries of the sections, in the page's order. A section is no entry if its
// heading is only a day, with links or sections below it; then its links are entries.
func (r *headingReader) entries() []Entry {
	var entries []Entry // the ID of a section's entry is only a key until completeEntries
	for i, s := range r.sections {
		if isParent := i+1 < len(r.sections) && !s.isInDay && r.sections[i+1].isInDay; !s.isDay() || len(s.links) == 0 && !isParent {
			entries = append(entries, s.entry(r.mediaType))
			continue
		}
		for _, link := range s.links {
			link.Updated = s.date.time
			entries = append(entries, link)
		}
	}
	return completeEntries(r.base, entries)
}

// entry returns a section's entry, without Link and with a key as ID. The key is the time if the
// heading has a time of day, since authors edit the text and leave the time; otherwise the key is the
// heading. The title is the first of these that is not empty: the heading without its date, the
// first line of text that is not a reply, the first link's label, the reply, the heading.
func (s *section) entry(mediaType string) Entry {
	e := Entry{
		ID: s.heading, Title: s.heading, Updated: s.date.time,
		Content: &Content{Text: s.body[:min(len(s.body), maxContent+1)], MediaType: mediaType},
	}
	if s.dated {
		label := ""
		if len(s.links) > 0 {
			label = s.links[0].Title
		}
		e.Title = cmp.Or(s.rest, shorten(s.text), shorten(label), shorten(s.reply), s.heading)
	}
	if s.date.hasClock {
		e.ID = e.Updated.Format(time.RFC3339)
	}
	return e
}

// completeEntries completes the entries that have no Link: it links them to the page, and makes
// their key the fragment of their ID. If several entries have the same key, each except the oldest
// gets a number, so that a new entry does not change the IDs of the others.
func completeEntries(base *url.URL, entries []Entry) []Entry {
	order := slices.Backward(entries)
	if oldestFirst(entries) {
		order = slices.All(entries)
	}
	count := map[string]int{}
	for i, e := range order {
		if e.Link != "" {
			continue
		}
		key := e.ID
		if count[key]++; count[key] > 1 {
			key += " (" + strconv.Itoa(count[key]) + ")"
		}
		entries[i].ID, entries[i].Link = identifier(base, withFragment(base, key)), base.String()
	}
	var found entryCollector
	for _, e := range entries {
		found.add(e)
	}
	return found.entries
}
