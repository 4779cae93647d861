package show

import (
	"time"

	"gemsub/internal/model"
	"gemsub/internal/term"
)

type jsonKey struct {
	Authority   string `json:"authority"`
	Fingerprint string `json:"fingerprint"`
	NotAfter    Time   `json:"not_after"`
	SeenAt      Time   `json:"seen_at"`
}

// KeysJSON prints the keys that are trusted, one object a line.
func (p *Printer) KeysJSON(keys []model.PinnedKey) error {
	for _, k := range keys {
		if err := WriteJSON(p.Out, jsonKey{k.Authority, k.Fingerprint, Time(k.NotAfter), Time(k.SeenAt)}); err != nil {
			return err
		}
	}
	return nil
}

// Keys prints the keys that are trusted.
func (p *Printer) Keys(keys []model.PinnedKey) error {
	t := term.NewTable(p.Out, keyColumns()...)
	for _, k := range keys {
		err := t.Row(term.Cell{Text: k.Authority}, term.Cell{Text: k.Fingerprint},
			term.Cell{Text: k.NotAfter.UTC().Format(time.DateOnly)}, term.Cell{Text: p.ago(k.SeenAt)})
		if err != nil {
			return err
		}
	}
	return t.Flush()
}

func keyColumns() []term.Column {
	return []term.Column{
		{Title: "AUTHORITY", Min: 16},
		{Title: "SHA-256 OF THE KEY", Name: "SHA-256 of the key", Min: 12},
		{Title: "EXPIRES", Name: "expiry", Drop: 2},
		{Title: "FIRST SEEN", Drop: 1},
	}
}
