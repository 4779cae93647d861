package view

import (
	"strconv"

	"gemsub/internal/model"
	"gemsub/internal/term"
	"gemsub/internal/words"
)

// Entries are entries, of which a person opens one by its number.
func Entries() List[model.Entry] {
	return List[model.Entry]{
		Terminal: "id mark updated feed title",
		Pipe:     "id updated feed title url",
		Below:    func(e model.Entry, width int) []term.Cell { return snippetCells(e.Snippet, width) },
		Fields: []Field[model.Entry]{
			{"id", term.Column{Title: "#", Name: "number", Right: true}, func(e model.Entry) any { return e.ID }},
			{"mark", term.Column{Drop: 3}, func(e model.Entry) any { return Shown{Text: postMarks(e), Style: term.Dim} }},
			{"feed", term.Column{Title: "FEED", Min: 12, GivesWay: true, Drop: 2}, func(e model.Entry) any { return feedName(e) }},
			{Key: "feed_id", Value: func(e model.Entry) any { return e.SubscriptionID }},
			{Key: "feed_url", Value: func(e model.Entry) any { return e.FeedURL }},
			{"url", term.Column{Title: "URL", Name: "URL"}, func(e model.Entry) any { return e.URL }},
			{"title", term.Column{Title: "TITLE", Min: 20}, func(e model.Entry) any { return styled(emphasis(e.Unread), e.Title) }},
			{"updated", term.Column{Title: "DATE", Drop: 1}, func(e model.Entry) any { return styled(term.Dim, e.Updated) }},
			{Key: "published", Value: func(e model.Entry) any { return e.Published }},
			{Key: "first_seen", Value: func(e model.Entry) any { return e.FirstSeen }},
			{Key: "unread", Value: func(e model.Entry) any { return e.Unread }},
			{Key: "starred", Value: func(e model.Entry) any { return e.Starred }},
			{Key: "tags", Value: func(e model.Entry) any { return e.Tags }},
			{Key: "kept", Value: func(e model.Entry) any { return e.Kept }},
			{Key: "snippet", Value: func(e model.Entry) any { return orNothing(e.Snippet.String()) }},
		},
	}
}

func feedName(e model.Entry) Shown {
	return Shown{Value: e.FeedTitle, Terminal: Name{e.SubscriptionID, e.FeedTitle}, Style: term.Cyan}
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
	return []term.Cell{
		{Text: strconv.FormatInt(e.ID, 10)},
		{Text: postMarks(e), Style: term.Dim},
		{Text: words.Date(e.Updated), Style: term.Dim},
		{Text: e.FeedTitle, Style: term.Cyan},
		{Text: e.Title, Style: emphasis(e.Unread)},
	}
}

// snippetCells are a snippet as it stands below an entry on a terminal of a width: what was
// found comes early enough to be seen.
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
