package show

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"gemsub/feed"
	"gemsub/internal/term"
	"gemsub/internal/words"
)

type jsonCheck struct {
	URL      string         `json:"url"`
	Title    string         `json:"title"`
	Subtitle string         `json:"subtitle"`
	Lang     string         `json:"lang"`
	Updated  Time           `json:"updated"`
	Format   string         `json:"format"`
	Dating   string         `json:"dating,omitempty"`
	Entries  []checkEntry   `json:"entries"`
	Warnings []checkWarning `json:"warnings"`
}

type checkEntry struct {
	ID      string `json:"id"`
	URL     string `json:"url"`
	Title   string `json:"title"`
	Updated Time   `json:"updated"`
}

type checkWarning struct {
	Line    int    `json:"line"`
	Code    string `json:"code"`
	Message string `json:"message"`
}

func newJSONCheck(url string, f *feed.Feed, warnings []feed.Warning) jsonCheck {
	check := jsonCheck{
		URL: url, Title: f.Title, Subtitle: f.Subtitle, Lang: f.Lang,
		Updated: Time(f.Updated), Format: string(f.Format), Dating: string(f.Dating),
		Entries: []checkEntry{}, Warnings: []checkWarning{}, // never null
	}
	for _, e := range f.Entries {
		check.Entries = append(check.Entries, checkEntry{e.ID, e.Link, e.Title, Time(e.Updated)})
	}
	for _, w := range warnings {
		check.Warnings = append(check.Warnings, checkWarning(w))
	}
	return check
}

// CheckJSON is Check as one JSON object.
func (p *Printer) CheckJSON(url string, f *feed.Feed, warnings []feed.Warning) error {
	return WriteJSON(p.Out, newJSONCheck(url, f, warnings))
}

// Check shows a feed to its author: title, entries and warnings. In a pipe the first
// word of a line says what it is.
func (p *Printer) Check(url string, f *feed.Feed, warnings []feed.Warning) error {
	head := [][2]string{
		{"title", f.Title},
		{"subtitle", f.Subtitle},
		{"url", url},
		{"lang", f.Lang},
		{"updated", f.Updated.Format(time.RFC3339)},
		{"dated by", string(f.Dating)},
		{"entries", strconv.Itoa(len(f.Entries))},
	}
	for _, h := range head {
		if h[1] == "" {
			continue
		}
		if err := p.Out.Field(h[0], h[1]); err != nil {
			return err
		}
	}
	if err := p.checkEntries(f.Entries); err != nil {
		return err
	}
	return p.checkWarnings(warnings)
}

func (p *Printer) checkEntries(entries []feed.Entry) error {
	columns := []term.Column{{Title: "DATE"}, {Title: "TITLE", Min: 20}, {Title: "LINK", Min: 20, Drop: 1}}
	if !p.Out.IsTerminal() {
		columns = append([]term.Column{{}}, columns...)
	}
	t := term.NewTable(p.Out, columns...)
	for _, e := range entries {
		row := []term.Cell{{Text: words.Date(e.Updated)}, {Text: e.Title}, {Text: e.Link, Style: term.Dim}}
		if !p.Out.IsTerminal() {
			row = append([]term.Cell{{Text: "entry"}}, row...)
		}
		if err := t.Row(row...); err != nil {
			return err
		}
	}
	return t.Flush()
}

// checkWarnings prints all warnings in a pipe; on a terminal the first of each kind
// and the lines of the others.
func (p *Printer) checkWarnings(warnings []feed.Warning) error {
	if p.Out.IsTerminal() {
		return p.warningsByCode(warnings)
	}
	for _, w := range warnings {
		if _, err := fmt.Fprintf(p.Out, "warning\t%d\t%s\t%s\n", w.Line, w.Code, term.Safe(w.Message)); err != nil {
			return err
		}
	}
	return nil
}

func (p *Printer) warningsByCode(warnings []feed.Warning) error {
	lines := map[string][]string{}
	for _, w := range warnings {
		lines[w.Code] = append(lines[w.Code], strconv.Itoa(w.Line))
	}
	for _, w := range warnings {
		all := lines[w.Code]
		if len(all) == 0 {
			continue // counted with the first of its kind
		}
		lines[w.Code] = nil
		where, more := "page", ""
		if w.Line > 0 {
			where = "line " + all[0]
		}
		if len(all) > 1 {
			more = fmt.Sprintf(" (and %d more: lines %s)", len(all)-1, firstOf(all[1:]))
		}
		if err := p.Out.Paragraph(term.Yellow, "warning: %s: %s%s", where, w.Message, more); err != nil {
			return err
		}
	}
	return nil
}

// firstOf lists the first few lines.
func firstOf(lines []string) string {
	const most = 8
	if len(lines) > most {
		return strings.Join(lines[:most], ", ") + ", …"
	}
	return strings.Join(lines, ", ")
}
