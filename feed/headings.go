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

// headings reads a page as the feed of its level-2 and level-3 headings: tinylogs,
// logs on one page, lists of changes. Each heading is an entry with the date that it
// begins with, and links to the page.
//
// A heading that is only a day, without text of its own below, is no entry: its
// links, and the level-3 headings up to the next, are entries of that day.
func (p textPage) headings() *Feed { return p.sections(p.readHeadings()) }

// sections returns the feed of the sections of the page.
func (p textPage) sections(r *headingReader) *Feed {
	f := p.feed(Headings, r.title, r.entries())
	f.Subtitle, f.Author = r.subtitle, r.author
	return f
}

// isLog reports whether a page is a log by its headings.
func (r *headingReader) isLog() bool {
	dated := 0
	for _, s := range r.sections {
		if s.level == 2 && s.dated {
			dated++
		}
	}
	return dated >= 2
}

func (p textPage) readHeadings() *headingReader {
	r := &headingReader{links: p.links}
	for line := range gemtext.Lines(p.text) {
		if r.line(line); r.count >= maxCollected {
			break
		}
	}
	r.cutSubtitle(headOf(p.text))
	return r
}

// A section is a heading and the lines below it, up to the next.
type section struct {
	level   int
	heading string
	dated   bool
	stamp   stamp
	rest    string  // of the heading
	first   string  // the first line of text
	text    bool    // whether text, even preformatted, comes before the first link
	links   []Entry // undated
}

// A headingReader collects the sections of a page.
type headingReader struct {
	links                   *resolver
	title, subtitle, author string
	sections                []section
	count                   int  // of sections and the links in them
	dated                   bool // a heading with a date was read
}

func (r *headingReader) line(l gemtext.Line) {
	switch {
	case l.Kind == gemtext.Heading:
		r.heading(l)
	case l.Kind == gemtext.Text && strings.Trim(l.Text, " \t") == "":
	case r.preamble(l):
	case len(r.sections) > 0:
		r.count += r.sections[len(r.sections)-1].line(l, r.links)
	}
}

func (r *headingReader) heading(l gemtext.Line) {
	s := section{level: l.Level, heading: cleanTitle(l.Text)}
	if s.level == 1 || s.heading == "" {
		return
	}
	if st, ok := leadingDate(s.heading); ok {
		s.stamp, s.dated = st, true
		s.rest = trimSeparator(strings.TrimLeft(s.heading[st.to:], " "))
	}
	r.dated = r.dated || s.dated
	r.sections = append(r.sections, s)
	r.count++
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

// cutSubtitle turns the first section into the subtitle if it is the page's, undated and
// with nothing below it, on a page of dated headings. So subtitles work as on pages of dated
// links.
func (r *headingReader) cutSubtitle(title, subtitle string) {
	r.title = title
	if !r.dated || cleanTitle(subtitle) != r.sections[0].heading {
		return
	}
	if s := r.sections[0]; !s.dated && !s.text && len(s.links) == 0 {
		r.subtitle, r.sections = s.heading, r.sections[1:]
	}
}

// line reads a line, and returns how many links it adds.
func (s *section) line(l gemtext.Line, links *resolver) (added int) {
	switch l.Kind {
	case gemtext.Link:
		if e, ok := links.entry(l); ok {
			s.links = append(s.links, e)
			return 1
		}
	case gemtext.Toggle:
	case gemtext.Preformatted:
		s.text = s.text || len(s.links) == 0
	default:
		s.text = s.text || len(s.links) == 0
		if s.first == "" {
			s.first = cleanTitle(l.Text)
		}
	}
	return 0
}

// entries returns the entries of the sections, in the page's order.
func (r *headingReader) entries() []Entry {
	var entries []Entry // until identify, the ID of a section's entry is only its key
	var day time.Time   // of the level-2 heading above
	for i, s := range r.sections {
		if s.level == 2 {
			day = s.stamp.time
		}
		if !s.dated {
			s.stamp.time = day
		}
		parent := i+1 < len(r.sections) && s.level == 2 && r.sections[i+1].level == 3
		if !s.isDay() || len(s.links) == 0 && !parent {
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

// isDay reports whether the heading is only a day, without text of its own.
func (s section) isDay() bool {
	return s.dated && !s.stamp.clock && !s.text && s.rest == ""
}

// entry returns a section's entry, without Link and with a key as ID: the time, which stays
// when the text is edited, or the heading. Its title is the heading without the date, else
// the first line of text, else the first link's label, else the whole heading.
func (s section) entry() Entry {
	e := Entry{ID: s.heading, Title: s.heading, Updated: s.stamp.time.UTC()}
	if s.dated {
		label := ""
		if len(s.links) > 0 {
			label = s.links[0].Title
		}
		e.Title = cmp.Or(s.rest, shorten(s.first), shorten(label), s.heading)
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
