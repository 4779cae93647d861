package render

import (
	"strings"

	"gemsub/gemtext"
)

// gemtext writes gemtext. Lines of one kind that follow each other become one
// paragraph, list, quote or preformatted text: many authors break their lines.
func (f *fragment) gemtext(text string) {
	var last gemtext.Kind
	for line := range gemtext.Lines(text) {
		f.group(line, last)
		f.line(line)
		last = line.Kind
	}
}

// around returns the elements around lines of a kind that follow each other.
func around(kind gemtext.Kind) []string {
	switch kind {
	case gemtext.Text, gemtext.Link:
		return []string{"p"}
	case gemtext.ListItem:
		return []string{"ul"}
	case gemtext.Quote:
		return []string{"blockquote", "p"}
	case gemtext.Preformatted:
		return []string{"pre"}
	}
	return nil
}

// between returns what divides lines of a kind that follow each other.
func between(kind gemtext.Kind) string {
	switch kind {
	case gemtext.ListItem:
		return ""
	case gemtext.Preformatted:
		return "\n"
	}
	return "<br>\n"
}

// group begins the elements around a line, or goes on with those of the line before.
func (f *fragment) group(line gemtext.Line, last gemtext.Kind) {
	blank := line.Kind == gemtext.Text && strings.TrimSpace(line.Text) == ""
	elements := around(line.Kind)
	if line.Kind == last && len(f.open) > 0 && elements != nil && !blank {
		f.out.WriteString(between(line.Kind))
		return
	}
	if line.Kind != gemtext.Preformatted || last != gemtext.Toggle { // within its figure
		f.closeTo(0)
	}
	if blank {
		return
	}
	for _, tag := range elements {
		f.begin(tag)
	}
	if line.Kind == gemtext.Preformatted {
		f.text("\n") // which browsers drop, so that they show an empty first line
	}
}

// line writes one line.
func (f *fragment) line(line gemtext.Line) {
	switch {
	case line.Kind == gemtext.Heading && line.Text != "":
		f.element(f.heading(line.Level), line.Text)
	case line.Kind == gemtext.ListItem:
		f.element("li", line.Text)
	case line.Kind == gemtext.Toggle && line.Text != "":
		f.begin("figure")
		f.element("figcaption", line.Text)
	case line.Kind == gemtext.Link && line.URL == "":
		f.text("=>")
	case line.Kind == gemtext.Link:
		f.link(line.URL, line.Text)
	case line.Kind == gemtext.Text:
		f.indented(line.Text)
	default:
		f.text(line.Text)
	}
}

// indented writes a line, as of verse, with the space at its beginning.
func (f *fragment) indented(line string) {
	text := strings.TrimLeft(line, " \t")
	if text != "" {
		f.text(strings.Repeat("\u00a0", min(len(line)-len(text), maxIndent)) + text)
	}
}

// maxIndent is how many characters of white space at the beginning of a line are kept.
const maxIndent = 40
