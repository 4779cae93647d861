package show

import (
	"bufio"
	"cmp"
	"io"
	"iter"
	"slices"
	"strconv"
	"text/template"
	"time"

	"gemsub/internal/model"
	"gemsub/internal/term"
)

// An EntryStyle is the form in which entries are printed; its zero value is a
// table.
type EntryStyle struct {
	JSON     bool
	Template *template.Template // of [ParseTemplate]; nil for none
	Names    map[int64]string   // of feeds, where a table has others than their titles
}

// Entries prints entries and returns how many there were. Those before an error
// are printed too.
func (p *Printer) Entries(entries iter.Seq2[model.Entry, error], style EntryStyle) (n int, err error) {
	row, flush := p.entryWriter(style)
	for e, listErr := range entries {
		if err = listErr; err == nil {
			err = row(e)
		}
		if err != nil {
			break
		}
		n++
	}
	return n, cmp.Or(err, flush())
}

// entryWriter returns functions that print an entry and that end the list.
func (p *Printer) entryWriter(style EntryStyle) (row func(model.Entry) error, flush func() error) {
	out := bufio.NewWriter(p.Out)
	switch {
	case style.JSON:
		return func(e model.Entry) error { return WriteJSON(out, NewJSONEntry(e)) }, out.Flush
	case style.Template != nil:
		return func(e model.Entry) error { return printTemplate(out, style.Template, e) }, out.Flush
	}
	t := term.NewTable(p.Out, entryColumns(p.Out.IsTerminal())...)
	return func(e model.Entry) error {
		e.FeedTitle = cmp.Or(style.Names[e.SubscriptionID], e.FeedTitle)
		err := t.Row(p.entryRow(e)...)
		t.Under(snippetCells(e.Snippet, p.Out.Width)...)
		return err
	}, t.Flush
}

func entryColumns(terminal bool) []term.Column {
	columns := []term.Column{
		{Title: "#", Name: "number", Right: true},
		{Title: "DATE", Drop: 1},
		{Title: "FEED", Min: 12, Drop: 2},
		{Title: "TITLE", Min: 20},
	}
	if terminal {
		return slices.Insert(columns, 1, term.Column{Drop: 3})
	}
	return append(columns, term.Column{Title: "URL", Name: "URL"}) // a person opens an entry by its number
}

// conversationMark stands on a terminal by a post that answers another or is answered.
const conversationMark = "↔"

// keptMark stands on a terminal by an entry whose post is kept.
const keptMark = "↓"

func (p *Printer) entryRow(e model.Entry) []term.Cell {
	row := EntryCells(e)
	if !p.Out.IsTerminal() {
		return append(slices.Delete(row, 1, 2), term.Cell{Text: e.URL})
	}
	return row
}

// EntryCells are what a terminal shows of an entry: its number, what is known of its
// post, its date, feed and title.
func EntryCells(e model.Entry) []term.Cell {
	mark := term.Cell{Style: term.Dim}
	if e.Kept {
		mark.Text = keptMark
	}
	if e.Conversing {
		mark.Text += conversationMark
	}
	return []term.Cell{
		{Text: strconv.FormatInt(e.ID, 10)},
		mark,
		{Text: e.Updated.Format(time.DateOnly), Style: term.Dim},
		{Text: e.FeedTitle, Style: term.Cyan},
		{Text: e.Title, Style: emphasis(e.Unread)},
	}
}

// newEntries prints the new entries of one feed: on a terminal under its name,
// in a pipe with the name in each line.
func (p *Printer) newEntries(entries []model.Entry, view UpdateView) error {
	if view.JSON {
		return writeEntriesJSON(p.Out, entries)
	}
	if !p.Out.IsTerminal() {
		_, err := p.Entries(sequence(entries), EntryStyle{})
		return err
	}
	feed := cmp.Or(view.Names[entries[0].SubscriptionID], entries[0].FeedTitle)
	if err := p.Out.Line(term.Bold, "%s", feed); err != nil {
		return err
	}
	for _, e := range entries {
		if err := p.Out.Line(term.Plain, "%6d  %s  %s", e.ID, e.Updated.Format(time.DateOnly), e.Title); err != nil {
			return err
		}
	}
	return nil
}

func writeEntriesJSON(w io.Writer, entries []model.Entry) error {
	for _, e := range entries {
		if err := WriteJSON(w, NewJSONEntry(e)); err != nil {
			return err
		}
	}
	return nil
}

func sequence(entries []model.Entry) iter.Seq2[model.Entry, error] {
	return func(yield func(model.Entry, error) bool) {
		for e := range slices.Values(entries) {
			if !yield(e, nil) {
				return
			}
		}
	}
}
