package show

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"gemsub/internal/model"
	"gemsub/internal/term"
	"gemsub/internal/words"
)

// Imported prints the result of each line of a list, and a summary. A terminal shows the
// first 20 lines that were refused.
func (p *Printer) Imported(im model.Imported) error {
	lines, more := im.Lines, 0
	if p.Out.IsTerminal() {
		lines, more = fewRefused(lines, 20)
	}
	if err := p.importedLines(lines); err != nil {
		return err
	}
	if more > 0 {
		p.Say("and %s refused; a pipe has them all", words.Count(more, "more line", "more lines"))
	}
	for _, s := range im.LeftOut {
		p.Say("left out: %d × %s", s.Count, s.Reason)
	}
	added := words.Count(im.Count(model.ImportAdded), "feed", "feeds") + " added"
	if im.Tags > 0 {
		added += " with " + words.Count(im.Tags, "tag", "tags")
	}
	p.Say("%s, %d known already, %d refused", added, im.Count(model.ImportKnown), im.Count(model.ImportRefused))
	return nil
}

// fewRefused leaves out the lines that were refused after the first most.
func fewRefused(lines []model.ImportedLine, most int) (few []model.ImportedLine, more int) {
	refused := 0
	for _, l := range lines {
		if l.Result == model.ImportRefused {
			refused++
		}
		if l.Result != model.ImportRefused || refused <= most {
			few = append(few, l)
		}
	}
	return few, max(refused-most, 0)
}

func (p *Printer) importedLines(lines []model.ImportedLine) error {
	t := term.NewTable(p.Out, importColumns()...)
	for _, l := range lines {
		err := t.Row(term.Cell{Text: strconv.Itoa(l.Line)}, term.Cell{Text: string(l.Result), Style: resultStyle(l.Result)},
			term.Cell{Text: p.shortURL(l.URL)}, term.Cell{Text: l.Detail})
		if err != nil {
			return err
		}
	}
	return t.Flush()
}

func importColumns() []term.Column {
	return []term.Column{
		{Title: "LINE", Right: true},
		{Title: "RESULT", Name: "added, known or refused"},
		{Title: "URL", Name: "URL", Min: 20},
		{Title: "TITLE OR REASON", Min: 20, Wrap: true},
	}
}

func resultStyle(result model.ImportResult) term.Style {
	switch result {
	case model.ImportAdded:
		return term.Green
	case model.ImportRefused:
		return term.Red
	}
	return term.Plain
}

// Restored counts what an archive added and marked, and names the keys, identities
// and feeds for which its word counts.
func (p *Printer) Restored(done model.Restored) {
	for _, r := range done.Reasons {
		p.Say("line %d: %v", r.Line, r.Err)
	}
	if more := done.LeftOut - len(done.Reasons); more > 0 {
		p.Say("and %s more", words.Count(more, "line", "lines"))
	}
	p.sayNames("trusts the keys of", done.Keys)
	p.sayNames("has the identities", done.Identities)
	var uses []string
	for _, use := range done.Uses {
		uses = append(uses, use.Name+" at "+use.Authority+use.Path)
	}
	p.sayNames("shows the identities", uses)
	p.sayNames("ignores robots.txt for", done.IgnoreRobots)
	if done.Read+done.Starred > 0 {
		p.Say("of the entries here %d became read and %d starred", done.Read, done.Starred)
	}
	added := cmp.Or(strings.Join(rowCounts(done.Added), ", "), "nothing")
	p.Say("%s added, %s left out", added, words.Count(done.LeftOut, "line", "lines"))
}

// rowCounts lists the numbers of rows of each table.
func rowCounts(rows map[string]int) (counts []string) {
	for _, of := range []struct{ table, one, many string }{
		{"subscription", "feed", "feeds"},
		{"entry", "entry", "entries"},
		{"post", "post", "posts"},
		{"tag", "tag", "tags"},
		{"mute", "mute", "mutes"},
		{"host", "key", "keys"},
		{"identity", "identity", "identities"},
		{"identity_use", "use of an identity", "uses of identities"},
		{"pruned", "mark of a removed entry", "marks of removed entries"},
		{"authority", "robots.txt", "robots.txt"},
		{"setting", "setting", "settings"},
	} {
		if n := rows[of.table]; n > 0 {
			counts = append(counts, words.Count(n, of.one, of.many))
		}
	}
	return counts
}

// sayNames reports new keys or identities, up to twenty by name.
func (p *Printer) sayNames(what string, names []string) {
	const most = 20
	if len(names) == 0 {
		return
	}
	list := strings.Join(names[:min(len(names), most)], ", ")
	if len(names) > most {
		list += fmt.Sprintf(" and %d more", len(names)-most)
	}
	p.Say("from now on gemsub %s %s", what, list)
}
