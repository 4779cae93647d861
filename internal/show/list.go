package show

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"iter"
	"strings"
	"time"

	"gemsub/internal/term"
	"gemsub/internal/view"
	"gemsub/internal/words"
)

// Print prints results in the form that l and p define. If there are none, a terminal gets l.None.
func Print[T any](p *Printer, l view.List[T], all []T) error {
	if len(all) == 0 && l.None != "" && p.Err.IsTerminal() {
		p.Say("%s", l.None)
	}
	_, err := PrintEach(p, l, func(yield func(T, error) bool) {
		for i := 0; i < len(all) && yield(all[i], nil); i++ {
		}
	})
	return err
}

// PrintEach is Print for a sequence: it prints each result as a line of JSON that is safe on a
// terminal, by a template, or in a table. It returns how many results there were, and prints those
// before an error too.
func PrintEach[T any](p *Printer, l view.List[T], all iter.Seq2[T, error]) (n int, err error) {
	if p.Out.Plain {
		l.Terminal = cmp.Or(l.Plain, l.Terminal)
	}
	fields := l.Table(p.Out.IsTerminal())
	var columns []term.Column
	for _, f := range fields {
		columns = append(columns, f.Column)
	}
	t, out := term.NewTable(p.Out, columns...), bufio.NewWriter(p.Out)
	enc := json.NewEncoder(term.CleanJSON(out))
	enc.SetEscapeHTML(false)
	write := func(v T) error {
		switch {
		case p.JSON:
			return enc.Encode(l.Row(v))
		case p.Template != nil:
			return execute(p.Template, out, l.Row(v))
		}
		var cells []term.Cell
		for _, f := range fields {
			cells = append(cells, p.cell(f.Value(v)))
		}
		err := t.Row(cells...)
		if l.Below != nil {
			t.Under(l.Below(v, p.Out.Width)...)
		}
		return err
	}
	for v, failure := range all {
		if err = failure; err == nil {
			err = write(v)
		}
		if err != nil {
			break
		}
		n++
	}
	return n, cmp.Or(err, out.Flush(), t.Flush())
}

// Facts prints facts about one thing, one on each line, without empty ones.
func (p *Printer) Facts(all view.Row) error {
	t := term.NewTable(p.Out, term.Column{}, term.Column{Min: 20, Wrap: true})
	for _, fact := range all {
		cell := p.cell(fact.Value)
		name := strings.ReplaceAll(fact.Key, "_", " ")
		switch {
		case cell.Text == "":
			continue
		case p.Out.Plain && p.Out.IsTerminal():
			if err := p.Out.Line(term.Plain, "%s: %s", name, cell.Text); err != nil {
				return err
			}
			continue
		}
		if err := t.Row(term.Cell{Text: name, Style: term.Dim}, cell); err != nil {
			return err
		}
	}
	return t.Flush()
}

// cell returns a value as a cell of a table, or among facts. A time becomes its day.
func (p *Printer) cell(value any) term.Cell {
	s, ok := value.(view.Display)
	if !ok {
		s.Value = value
	}
	if !p.Out.IsTerminal() {
		s.Terminal = nil
	}
	text := ""
	switch v := cmp.Or(s.Terminal, s.Text, s.Value).(type) {
	case nil:
	case time.Time:
		text = words.Date(v)
	case view.PastTime:
		text = v.Text(p.Now())
	case view.FeedName:
		text = p.feedName(v.Feed, v.Title)
	default:
		text = fmt.Sprint(v)
	}
	return term.Cell{Text: text, Style: s.Style}
}
