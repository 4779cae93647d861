package exchange

import "gemsub/gemtext"

// readGemtext reads every link of a page, with its label as title. A file has no URL,
// so relative links are problems.
func (l *List) readGemtext(doc string) {
	for line := range gemtext.Lines(doc) {
		if line.Kind != gemtext.Link {
			continue
		}
		l.add(Subscription{URL: line.URL, Title: line.Text, Line: line.Number})
	}
}
