package show

import (
	"bufio"
	"cmp"
	"strings"

	"gemsub/internal/model"
	"gemsub/internal/term"
)

// Mentions prints posts with what they link to, or one JSON object a line. Names are
// those of feeds, where a terminal has others than their titles.
func (p *Printer) Mentions(all []model.Mention, names map[int64]string, json bool) error {
	if json {
		return p.mentionsJSON(all)
	}
	t := term.NewTable(p.Out, mentionColumns(p.Out.IsTerminal())...)
	for _, m := range all {
		m.FeedTitle = cmp.Or(names[m.SubscriptionID], m.FeedTitle)
		links := make([]string, len(m.Links))
		for i, l := range m.Links {
			links[i] = p.shortURL(l)
		}
		if err := t.Row(append(p.entryRow(m.Entry), term.Cell{Text: strings.Join(links, " ")})...); err != nil {
			return err
		}
	}
	return t.Flush()
}

func mentionColumns(terminal bool) []term.Column {
	return append(entryColumns(terminal), term.Column{Title: "LINKS TO", Name: "URLs that it links to"})
}

// A jsonMention is an entry with the URLs that it links to.
type jsonMention struct {
	JSONEntry
	Mentions []string `json:"mentions"`
}

func (p *Printer) mentionsJSON(all []model.Mention) error {
	out := bufio.NewWriter(p.Out)
	for _, m := range all {
		if err := WriteJSON(out, jsonMention{NewJSONEntry(m.Entry), m.Links}); err != nil {
			return err
		}
	}
	return out.Flush()
}
