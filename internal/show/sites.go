package show

import (
	"strconv"

	"gemsub/internal/model"
	"gemsub/internal/term"
)

// Sites prints capsules that posts link to, or one JSON object a line.
func (p *Printer) Sites(all []model.LinkedSite, json bool) error {
	if json {
		return p.sitesJSON(all)
	}
	if len(all) == 0 && p.Out.IsTerminal() {
		p.Say("no kept post links to a capsule that you do not follow")
		return nil
	}
	t := term.NewTable(p.Out, siteColumns()...)
	for _, s := range all {
		err := t.Row(term.Cell{Text: strconv.Itoa(s.Feeds)}, term.Cell{Text: strconv.Itoa(s.Links), Style: term.Dim},
			term.Cell{Text: p.shortURL(s.URL), Style: term.Bold}, term.Cell{Text: p.shortURLs(s.Examples), Style: term.Dim})
		if err != nil {
			return err
		}
	}
	return t.Flush()
}

func siteColumns() []term.Column {
	return []term.Column{
		{Title: "FEEDS", Right: true},
		{Title: "LINKS", Right: true, Drop: 2},
		{Title: "CAPSULE", Name: "URL", Min: 16},
		{Title: "EXAMPLES", Name: "URLs there", Drop: 1},
	}
}

type jsonSite struct {
	URL      string   `json:"url"`
	Feeds    int      `json:"feeds"`
	Links    int      `json:"links"`
	Examples []string `json:"examples"`
}

func (p *Printer) sitesJSON(all []model.LinkedSite) error {
	for _, s := range all {
		if err := WriteJSON(p.Out, jsonSite(s)); err != nil {
			return err
		}
	}
	return nil
}
