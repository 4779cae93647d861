package show

import (
	"cmp"
	"iter"
	"time"

	"gemsub/internal/model"
	"gemsub/internal/term"
)

// Entries prints entries, by a template unless that is nil, and returns how many there
// were. Those before an error are printed too.
func (p *Printer) Entries(entries iter.Seq2[model.Entry, error], by *Template) (n int, err error) {
	w := entryList().writer(p)
	if by != nil {
		w = by.writer(p.Out)
	}
	for e, listErr := range entries {
		if err = listErr; err != nil {
			break
		}
		if w.table != nil {
			e.FeedTitle = p.feedName(e.SubscriptionID, e.FeedTitle)
		}
		if err = w.row(entryRow(e)); err != nil {
			break
		}
		if w.table != nil {
			w.table.Under(snippetCells(e.Snippet, p.Out.Width)...)
		}
		n++
	}
	return n, cmp.Or(err, w.flush())
}

func entryList() list {
	return list{
		terminal: "id mark updated feed title", // a person opens an entry by its number
		pipe:     "id updated feed title url",
		fields: []field{
			{"id", term.Column{Title: "#", Name: "number", Right: true}},
			{"mark", term.Column{Drop: 3}},
			{"feed", term.Column{Title: "FEED", Min: 12, Drop: 2}},
			{key: "feed_id"},
			{key: "feed_url"},
			{"url", term.Column{Title: "URL", Name: "URL"}},
			{"title", term.Column{Title: "TITLE", Min: 20}},
			{"updated", term.Column{Title: "DATE", Drop: 1}},
			{key: "published"},
			{key: "first_seen"},
			{key: "unread"},
			{key: "starred"},
			{key: "tags"},
			{key: "kept"},
			{key: "snippet"},
		},
	}
}

func entryRow(e model.Entry) row {
	return row{
		e.ID,
		shown{nil, postMarks(e), term.Dim},
		styled(term.Cyan, e.FeedTitle), e.SubscriptionID, e.FeedURL, e.URL,
		styled(emphasis(e.Unread), e.Title), styled(term.Dim, e.Updated), e.Published, e.FirstSeen,
		e.Unread, e.Starred, e.Tags, e.Kept, orNothing(e.Snippet.String()),
	}
}

// postMarks say on a terminal that an entry's post is kept, and that it answers another
// or is answered.
func postMarks(e model.Entry) (marks string) {
	if e.Kept {
		marks = "↓"
	}
	if e.Conversing {
		marks += "↔"
	}
	return marks
}

// EntryCells are what a terminal shows of an entry: its number, what is known of its
// post, its date, feed and title.
func EntryCells(e model.Entry) []term.Cell {
	l := entryList()
	return cells(l.places(l.terminal), entryRow(e))
}

// newEntries prints the new entries of one feed under its name, also in a pipe; as JSON or by
// a template for programs.
func (p *Printer) newEntries(entries []model.Entry, by *Template) error {
	if p.JSON || by != nil {
		_, err := p.Entries(func(yield func(model.Entry, error) bool) {
			for i := 0; i < len(entries) && yield(entries[i], nil); i++ {
			}
		}, by)
		return err
	}
	if err := p.Out.Line(term.Bold, "%s", p.feedName(entries[0].SubscriptionID, entries[0].FeedTitle)); err != nil {
		return err
	}
	for _, e := range entries {
		if err := p.Out.Line(term.Plain, "%6d  %s  %s", e.ID, e.Updated.Format(time.DateOnly), e.Title); err != nil {
			return err
		}
	}
	return nil
}

// snippetCells returns a snippet as it stands below an entry on a terminal of a width:
// what was found comes early enough to be seen.
func snippetCells(s model.Snippet, width int) []term.Cell {
	cells := make([]term.Cell, len(s))
	for i, part := range s {
		cells[i] = term.Cell{Text: part.Text, Style: term.Dim}
		if part.Hit {
			cells[i].Style = term.Bold
		}
	}
	if len(s) > 0 && !s[0].Hit {
		cells[0].Text = lastOf(s[0].Text, width/3)
	}
	return cells
}

// lastOf returns the end of a text, of at most width columns, with an ellipsis where it
// is cut.
func lastOf(text string, width int) string {
	if term.Width(text) <= width {
		return text
	}
	runes := []rune(text)
	for len(runes) > 0 && term.Width(string(runes)) >= width {
		runes = runes[1:]
	}
	return "…" + string(runes)
}
