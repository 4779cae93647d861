package show

import "gemsub/internal/term"

// A Setting is a setting in force, and where its value comes from.
type Setting struct{ Key, Value, From string }

// Settings prints settings.
func (p *Printer) Settings(all []Setting) error {
	t := term.NewTable(p.Out, settingColumns()...)
	for _, s := range all {
		if err := t.Row(term.Cell{Text: s.Key}, term.Cell{Text: s.Value}, term.Cell{Text: s.From, Style: term.Dim}); err != nil {
			return err
		}
	}
	return t.Flush()
}

func settingColumns() []term.Column {
	return []term.Column{
		{Title: "SETTING"},
		{Title: "VALUE", Min: 16},
		{Title: "FROM", Min: 8, Drop: 1},
	}
}
