package render

import (
	"net/url"
	"strings"

	"gemsub/gemtext"
)

// Section returns the number, from 1, of the gemtext heading that an entry of the page is
// below: the heading that the fragment of its id names, else the first one with its title,
// or with a line below that has it. It is 0 for none.
func (d Document) Section(id, title string) int {
	_, fragment, isPart := strings.Cut(id, "#")
	if !isPart || d.MediaType != "" && d.MediaType != "text/gemini" {
		return 0
	}
	if name, err := url.PathUnescape(fragment); err == nil {
		fragment = name
	}
	headings, titled := 0, 0
	for line := range gemtext.Lines(d.Text) {
		if line.Kind == gemtext.Heading {
			headings++
			if line.Text == fragment {
				return headings
			}
		}
		if titled == 0 && hasTitle(line.Text, title) {
			titled = headings
		}
	}
	return titled
}

// hasTitle reports whether a line is one from which an entry got its title.
func hasTitle(line, title string) bool {
	begun, isCut := strings.CutSuffix(title, "…")
	return title != "" && (strings.HasSuffix(line, title) || isCut && strings.HasPrefix(line, begun))
}
