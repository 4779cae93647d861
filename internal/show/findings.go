package show

import (
	"cmp"
	"fmt"

	"gemsub/internal/model"
	"gemsub/internal/term"
)

type jsonFinding struct {
	Level   string `json:"level"`
	About   string `json:"about"`
	Message string `json:"message"`
	Command string `json:"command"` // empty where no command mends it
}

// FindingsJSON is Findings as one JSON object a line.
func (p *Printer) FindingsJSON(found []model.Finding) error {
	for _, f := range found {
		if err := WriteJSON(p.Out, jsonFinding(f)); err != nil {
			return err
		}
	}
	return nil
}

// Findings prints what the doctor found.
func (p *Printer) Findings(found []model.Finding) error {
	if !p.Out.IsTerminal() {
		return p.findingTable(found)
	}
	for _, f := range found { // a table would cut what matters
		if err := p.Out.Paragraph(levelStyle(f.Level), "%s: %s: %s", f.Level, f.About, f.Message); err != nil {
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

func (p *Printer) findingTable(found []model.Finding) error {
	t := term.NewTable(p.Out, findingColumns()...)
	for _, f := range found {
		if err := t.Row(term.Cell{Text: f.Level}, term.Cell{Text: f.About}, term.Cell{Text: f.Message}, term.Cell{Text: f.Command}); err != nil {
			return err
		}
	}
	return t.Flush()
}

func findingColumns() []term.Column {
	return []term.Column{{Title: "LEVEL"}, {Title: "ABOUT"}, {Title: "MESSAGE"}, {Title: "COMMAND"}}
}

func levelStyle(level string) term.Style {
	return cmp.Or(map[string]term.Style{model.LevelError: term.Red, model.LevelWarning: term.Yellow}[level], term.Plain)
}
