package show

import (
	"strconv"

	"gemsub/internal/model"
	"gemsub/internal/term"
	"gemsub/internal/words"
)

// Found prints pages that can be subscribed to.
func (p *Printer) Found(found []model.Found) error {
	t := term.NewTable(p.Out, foundColumns()...)
	for _, f := range found {
		err := t.Row(term.Cell{Text: f.Format}, term.Cell{Text: f.Title}, term.Cell{Text: strconv.Itoa(f.Entries)},
			term.Cell{Text: words.Date(f.Newest)}, term.Cell{Text: p.shortURL(f.URL)})
		if err != nil {
			return err
		}
	}
	return t.Flush()
}

func foundColumns() []term.Column {
	return []term.Column{
		{Title: "FORMAT"},
		{Title: "TITLE", Min: 12},
		{Title: "ENTRIES", Right: true, Drop: 1},
		{Title: "NEWEST", Name: "newest entry's date", Drop: 2},
		{Title: "URL", Name: "URL"},
	}
}

type jsonFound struct {
	URL     string `json:"url"`
	Format  string `json:"format"`
	Title   string `json:"title"`
	Entries int    `json:"entries"`
	Newest  Time   `json:"newest"`
}

// FoundJSON is Found as one JSON object a line.
func (p *Printer) FoundJSON(found []model.Found) error {
	for _, f := range found {
		if err := WriteJSON(p.Out, jsonFound{f.URL, f.Format, f.Title, f.Entries, Time(f.Newest)}); err != nil {
			return err
		}
	}
	return nil
}
