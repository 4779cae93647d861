package render

import (
	"iter"
	"strings"

	"gemsub/gemtext"
	"gemsub/internal/address"
	"gemsub/internal/term"
)

// flowedWidth is how wide the lines of flowed text are, in columns (RFC 3676, section
// 4.2, wants at most 78 characters).
const flowedWidth = 72

// Flowed yields the lines of the document as text for mail, format=flowed (RFC 3676):
// the lines of a paragraph except the last one end in a space, so that programs for
// mail can fill them anew; plain and preformatted text stays as it is. Quotes begin with
// one ">" for each level. Where a line could be taken for something else, a space stands
// before it. Below a link stands where it leads.
func (d Document) Flowed() iter.Seq[string] {
	return func(yield func(string) bool) {
		for l := range d.read() {
			for _, flowed := range l.flowed() {
				if !yield(flowed) {
					return
				}
			}
		}
	}
}

// flowed returns the line as lines of a mail.
func (l line) flowed() []string {
	first, _, text, _ := l.parts()
	level := 0
	switch l.Kind {
	case gemtext.Quote:
		first, level = "", strings.Count(first, quoteMark)
	case gemtext.Toggle:
		if first = ""; text == "" {
			return nil
		}
	}
	lines, width := []string{first + text}, flowedWidth-level-1
	if l.Kind != gemtext.Preformatted && l.Kind != plain && term.Width(lines[0]) > width {
		lines = term.Wrap(lines[0], width)
	}
	for i, line := range lines {
		line = strings.TrimRight(line, " ")
		if i < len(lines)-1 {
			line += " "
		}
		if level > 0 && line != "" || strings.HasPrefix(line, " ") || strings.HasPrefix(line, ">") || strings.HasPrefix(line, "From ") {
			line = " " + line // stuffed (RFC 3676, sections 4.4 and 4.5)
		}
		lines[i] = strings.Repeat(">", level) + line
	}
	if target := term.Safe(address.WithoutUser(l.link.URL)); l.Kind == gemtext.Link && target != text {
		lines = append(lines, target)
	}
	return lines
}
