package show

import (
	"strconv"
	"time"

	"gemsub/internal/model"
	"gemsub/internal/term"
)

// Mutes prints mutes.
func (p *Printer) Mutes(all []model.Mute) error {
	t := term.NewTable(p.Out, muteColumns()...)
	for _, m := range all {
		feed := ""
		if m.SubscriptionID != 0 {
			feed = strconv.FormatInt(m.SubscriptionID, 10)
		}
		err := t.Row(term.Cell{Text: strconv.FormatInt(m.ID, 10)}, term.Cell{Text: m.Pattern},
			term.Cell{Text: feed}, term.Cell{Text: m.Tag}, term.Cell{Text: m.AddedAt.Format(time.DateOnly)})
		if err != nil {
			return err
		}
	}
	return t.Flush()
}

func muteColumns() []term.Column {
	return []term.Column{
		{Title: "#", Name: "number", Right: true},
		{Title: "PATTERN", Min: 12},
		{Title: "FEED", Right: true},
		{Title: "TAG"},
		{Title: "SINCE", Drop: 1},
	}
}

type jsonMute struct {
	ID      int64  `json:"id"`
	Pattern string `json:"pattern"`
	FeedID  *int64 `json:"feed_id"` // null: of all feeds
	Tag     string `json:"tag"`
	AddedAt Time   `json:"added_at"`
}

// MutesJSON prints mutes, one object a line.
func (p *Printer) MutesJSON(all []model.Mute) error {
	for _, m := range all {
		j := jsonMute{ID: m.ID, Pattern: m.Pattern, Tag: m.Tag, AddedAt: Time(m.AddedAt)}
		if m.SubscriptionID != 0 {
			j.FeedID = &m.SubscriptionID
		}
		if err := WriteJSON(p.Out, j); err != nil {
			return err
		}
	}
	return nil
}
