package show

import (
	"cmp"
	"strings"

	"gemsub/internal/term"
)

// Columns returns the names of the columns that a command's table has in a pipe, none
// if it prints no table.
func Columns(command string) []string {
	switch command {
	case "update", "entries", "search", "prune":
		return names(entryColumns(false))
	case "thread":
		return names(threadColumns(false))
	case "mentions":
		return names(mentionColumns(false))
	case "show":
		return names(linkColumns())
	case "list":
		return names(feedColumns(FeedView{}, false))
	case "add":
		return names(addedColumns())
	case "discover":
		return names(foundColumns())
	case "import":
		return names(importColumns())
	case "tag list":
		return names(tagColumns())
	case "mute list":
		return names(muteColumns())
	case "undo":
		return names(changeColumns())
	case "robots":
		return names(robotsColumns())
	case "config":
		return names(settingColumns())
	case "doctor":
		return names(findingColumns())
	case "trust list":
		return names(keyColumns())
	case "identity new", "identity add":
		return names(addedIdentityColumns())
	case "identity list":
		return names(identityColumns())
	}
	return nil
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
