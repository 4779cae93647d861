package exchange

import "gemsub/gemtext"

// readGemtext takes every link of a page, with its label as title. A file has no
// address, so relative links lead nowhere.
func (l *List) readGemtext(doc string) {
	for line := range gemtext.Lines(doc) {
		if line.Kind != gemtext.Link {
			continue
		}
		l.add(Subscription{URL: line.URL, Title: line.Text, Line: line.Number})
	}
}
