package show

import (
	"cmp"
	"strings"

	"gemsub/internal/term"
)

// Columns returns, for each command that prints a table, the names of the columns
// that it has in a pipe.
func Columns() map[string][]string {
	entries := names(entryColumns(false))
	return map[string][]string{
		"update":        entries,
		"entries":       entries,
		"search":        entries,
		"prune":         entries,
		"thread":        names(threadColumns(false)),
		"mentions":      names(mentionColumns(false)),
		"show":          names(linkColumns()),
		"list":          names(feedColumns(FeedView{}, false)),
		"add":           names(addedColumns()),
		"discover":      names(foundColumns()),
		"import":        names(importColumns()),
		"tag list":      names(tagColumns()),
		"mute list":     names(muteColumns()),
		"undo":          names(changeColumns()),
		"robots":        names(robotsColumns()),
		"config":        names(settingColumns()),
		"doctor":        names(findingColumns()),
		"trust list":    names(keyColumns()),
		"identity new":  names(addedIdentityColumns()),
		"identity add":  names(addedIdentityColumns()),
		"identity list": names(identityColumns()),
	}
}

func names(columns []term.Column) (all []string) {
	for _, c := range columns {
		all = append(all, cmp.Or(c.Name, strings.ToLower(c.Title)))
	}
	return all
}

// row prints one row of a table in a pipe, which has its values alone.
func (p *Printer) row(columns []term.Column, values ...string) error {
	t := term.NewTable(p.Out, columns...)
	cells := make([]term.Cell, len(values))
	for i, v := range values {
		cells[i].Text = v
	}
	if err := t.Row(cells...); err != nil {
		return err
	}
	return t.Flush()
}
