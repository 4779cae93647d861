package show

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"gemsub/feed"
	"gemsub/internal/term"
)

// Check shows a feed to its author: title, entries and warnings. In a pipe the first
// word of a line says what it is.
func (p *Printer) Check(url string, f *feed.Feed, warnings []feed.Warning) error {
	if p.JSON {
		return WriteJSON(p.Out, checkList().object(row{
			url, f.Title, f.Subtitle, f.Lang, f.Updated, string(f.Format), orNothing(string(f.Dating)),
			objects(checkedEntryList(), f.Entries, checkedEntryRow), objects(warningList(), warnings, warningRow),
		}))
	}
	err := p.facts(
		fact("title", f.Title), fact("subtitle", f.Subtitle), fact("url", url), fact("lang", f.Lang),
		fact("updated", f.Updated.Format(time.RFC3339)), fact("dated by", string(f.Dating)),
		fact("entries", strconv.Itoa(len(f.Entries))))
	if err != nil {
		return err
	}
	if err := print(p, checkedEntryList(), f.Entries, checkedEntryRow); err != nil {
		return err
	}
	if p.Out.IsTerminal() {
		return p.warningsByCode(warnings)
	}
	return print(p, warningList(), warnings, warningRow)
}

func checkList() list {
	return list{fields: keyed("url title subtitle lang updated format dating entries warnings")}
}

func checkedEntryList() list {
	return list{terminal: "updated title url", pipe: "kind updated title url", fields: []field{
		{"id", term.Column{}},
		{"url", term.Column{Title: "LINK", Min: 20, Drop: 1}},
		{"title", term.Column{Title: "TITLE", Min: 20}},
		{"updated", term.Column{Title: "DATE"}},
		{"kind", term.Column{}},
	}}
}

func checkedEntryRow(e feed.Entry) row {
	return row{e.ID, styled(term.Dim, e.Link), e.Title, e.Updated, shown{text: "entry"}}
}

func warningList() list {
	return list{pipe: "kind line code message", fields: keyed("line code message kind")}
}

func warningRow(w feed.Warning) row {
	return row{w.Line, w.Code, w.Message, shown{text: "warning"}}
}

// warningsByCode prints the first warning of each kind, and the lines of the others.
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
