package feed

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"gemsub/gemtext"
)

// headings reads a page as the feed of its headings: tinylogs, logs on one page, lists of
// changes. Each heading of one level is an entry with the date that it begins with. It
// links to the page, and its content is what stands below it, deeper headings included.
//
// A heading that is only a day, without text before its first link or deeper heading, is no
// entry: its links and the headings one level down are entries of that day.
func (p textPage) headings() *Feed {
	r := headingReader{links: p.links}
	r.level, _ = p.entryLevel()
	rest := p.text
	for line := range gemtext.Lines(p.text) {
		here := rest
		_, rest, _ = strings.Cut(rest, "\n")
		if r.line(line, here, rest); r.count >= maxCollected {
			break
		}
	}
	r.close("")
	title, subtitle := headOf(p.text)
	r.cutSubtitle(cleanTitle(subtitle))
	f := p.feed(Headings, title, r.entries())
	f.Subtitle, f.Author = r.subtitle, r.author
	return f
}

// entryLevel returns the level of headings, 2 or 3, of which more begin with a date, and how
// many of them do.
func (p textPage) entryLevel() (level, dated int) {
	var count [4]int
	for line := range gemtext.Lines(p.text) {
		if line.Kind != gemtext.Heading {
			continue
		}
		if _, ok := leadingDate(line.Text); ok {
			count[line.Level]++
		}
	}
	if count[3] > count[2] {
		return 3, count[3]
	}
	return 2, count[2]
}

// A section is a heading and what stands below it.
type section struct {
	heading string
	stamp   stamp
	dated   bool
	rest    string // of the heading, without its date
	isInDay bool   // the heading above is only a day
	body    string // as it stands on the page; the heading if nothing stands below it
	text    string // the first line of text
	hasText bool   // whether text, even preformatted, comes before the first link
	links   []Entry
}

// isDay reports whether the heading is only a day, without text of its own.
func (s *section) isDay() bool { return s.dated && !s.stamp.clock && s.rest == "" && !s.hasText }

// A headingReader collects the sections of a page.
type headingReader struct {
	links            *resolver
	level            int // of headings that are entries
	subtitle, author string
	sections         []section
	isOpen           bool   // the last section goes on
	below            string // the page from behind its heading
	day              int    // the last section of the level
	count            int    // of sections and the links in them
	dated            bool   // a heading with a date was read
}

// line reads a line; here and below are the page from the line on, and from behind it.
func (r *headingReader) line(l gemtext.Line, here, below string) {
	switch {
	case (l.Kind == gemtext.Text || l.Kind == gemtext.Heading) && cleanTitle(l.Text) == "":
	case l.Kind == gemtext.Heading && l.Level < r.level:
		r.close(here)
	case l.Kind == gemtext.Heading && (l.Level == r.level || r.isOpen && r.sections[r.day].isDay()):
		r.close(here)
		r.open(l, here, below)
	case r.preamble(l):
	case r.isOpen:
		r.count += r.sections[len(r.sections)-1].add(l, r.links)
	}
}

// open begins the section of a heading.
func (r *headingReader) open(l gemtext.Line, here, below string) {
	s := section{heading: cleanTitle(l.Text), isInDay: l.Level > r.level, body: here[:len(here)-len(below)]}
	text := s.heading
	s.stamp, s.dated = leadingDate(text)
	if s.isInDay && !s.dated { // it may begin with a time of day
		text = r.sections[r.day].stamp.time.Format(time.DateOnly) + " " + text
		s.stamp, _ = leadingDate(text)
		s.dated = s.stamp.clock
	}
	s.rest = trimSeparator(strings.TrimLeft(text[s.stamp.to:], " "))
	if r.sections = append(r.sections, s); !s.isInDay {
		r.day = len(r.sections) - 1
	}
	r.isOpen, r.below, r.dated = true, below, r.dated || s.dated
	r.count++
}

// close ends the open section, if there is one, before the line at which here begins.
func (r *headingReader) close(here string) {
	if body := strings.Trim(strings.TrimSuffix(r.below, here), "\r\n"); r.isOpen && strings.TrimSpace(body) != "" {
		r.sections[len(r.sections)-1].body = body
	}
	r.isOpen = false
}

// preamble reads the lines that tinylogs have before their first entry.
func (r *headingReader) preamble(l gemtext.Line) bool {
	if r.dated || l.Kind != gemtext.Text {
		return false
	}
	name, value, _ := strings.Cut(l.Text, ":")
	name = strings.TrimSpace(name)
	if strings.EqualFold(name, "author") {
		r.author = cmp.Or(r.author, cleanTitle(value))
		return true
	}
	return strings.EqualFold(name, "avatar")
}

// add adds a line, and returns how many links that adds.
func (s *section) add(l gemtext.Line, links *resolver) (added int) {
	if e, ok := links.entry(l); ok {
		s.links = append(s.links, e)
		return 1
	}
	s.hasText = s.hasText || len(s.links) == 0 && l.Kind != gemtext.Link && l.Kind != gemtext.Toggle
	switch l.Kind {
	case gemtext.Text, gemtext.ListItem, gemtext.Quote:
		s.text = cmp.Or(s.text, cleanTitle(l.Text))
	}
	return 0
}

// cutSubtitle turns the first section into the subtitle if it is the page's, undated and
// with nothing below it, on a page of dated headings. So subtitles work as on pages of dated
// links.
func (r *headingReader) cutSubtitle(subtitle string) {
	if !r.dated || subtitle != r.sections[0].heading {
		return
	}
	if s := r.sections[0]; !s.dated && !s.hasText && len(s.links) == 0 {
		r.subtitle, r.sections = s.heading, r.sections[1:]
	}
}

// entries returns the entries of the sections, in the page's order.
func (r *headingReader) entries() []Entry {
	var entries []Entry // until identify, the ID of a section's entry is only its key
	for i, s := range r.sections {
		if isParent := i+1 < len(r.sections) && !s.isInDay && r.sections[i+1].isInDay; !s.isDay() || len(s.links) == 0 && !isParent {
			entries = append(entries, s.entry())
			continue
		}
		for _, link := range s.links {
			link.Updated = s.stamp.time
			entries = append(entries, link)
		}
	}
	return identify(r.links.base, entries)
}

// entry returns a section's entry, without Link and with a key as ID: the time, which stays
// when the text is edited, or the heading. Its title is the heading without the date, else
// the first line of text, else the first link's label.
func (s *section) entry() Entry {
	e := Entry{
		ID: s.heading, Title: s.heading, Updated: s.stamp.time,
		Content: &Content{Text: s.body[:min(len(s.body), maxContent+1)], MediaType: "text/gemini"},
	}
	if s.dated {
		label := ""
		if len(s.links) > 0 {
			label = s.links[0].Title
		}
		e.Title = cmp.Or(s.rest, shorten(s.text), shorten(label), s.heading)
	}
	if s.stamp.clock {
		e.ID = e.Updated.Format(time.RFC3339)
	}
	return e
}

// identify completes entries of a page: those without a Link lead to the page, and its URL
// with their key as fragment is their ID. Of those with the same key all but the oldest are
// numbered, so that a new one does not change the IDs of the others.
func identify(base *url.URL, entries []Entry) []Entry {
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
	var found collection
	for _, e := range entries {
		found.add(e)
	}
	return found.entries
}
