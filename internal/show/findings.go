package show

import (
	"fmt"

	"gemsub/internal/model"
	"gemsub/internal/term"
)

// Findings prints what the doctor found.
func (p *Printer) Findings(found []model.Finding, asJSON bool) error {
	if asJSON || !p.Out.IsTerminal() {
		return print(p, findingList(), found, func(f model.Finding) row { return row{f.Level, f.About, f.Message, f.Command} }, asJSON)
	}
	styles := map[string]term.Style{model.LevelError: term.Red, model.LevelWarning: term.Yellow}
	for _, f := range found { // a table would cut what matters
		if err := p.Out.Paragraph(styles[f.Level], "%s: %s: %s", f.Level, f.About, f.Message); err != nil {
			return err
		}
		if f.Command == "" {
			continue
		}
		if _, err := fmt.Fprintln(p.Out, "  "+p.Out.Styled(term.Cyan, p.Out.Text(f.Command))); err != nil { // whole, to be copied
			return err
		}
	}
	return nil
}

func findingList() list {
	return list{fields: keyed("level about message command")}
}
