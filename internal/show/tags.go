package show

import (
	"strconv"

	"gemsub/internal/model"
	"gemsub/internal/term"
)

// Tags prints tags.
func (p *Printer) Tags(all []model.TagInfo) error {
	t := term.NewTable(p.Out, tagColumns()...)
	for _, tag := range all {
		err := t.Row(term.Cell{Text: tag.Tag, Style: emphasis(tag.Unread > 0)},
			term.Cell{Text: strconv.Itoa(tag.Feeds)}, term.Cell{Text: strconv.Itoa(tag.Unread)})
		if err != nil {
			return err
		}
	}
	return t.Flush()
}

func tagColumns() []term.Column {
	return []term.Column{{Title: "TAG", Min: 12}, {Title: "FEEDS", Right: true}, {Title: "UNREAD", Right: true}}
}

type jsonTag struct {
	Tag    string `json:"tag"`
	Feeds  int    `json:"feeds"`
	Unread int    `json:"unread"`
}

// TagsJSON prints tags, one object a line.
func (p *Printer) TagsJSON(all []model.TagInfo) error {
	for _, tag := range all {
		if err := WriteJSON(p.Out, jsonTag(tag)); err != nil {
			return err
		}
	}
	return nil
}
