package view

import (
	"fmt"
	"slices"
	"strconv"

	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/term"
	"gemsub/internal/words"
)

// Entries lists entries with the numbers by which people open them.
var Entries = List[model.Entry]{
	Terminal: "id mark updated feed title",
	Plain:    "id title feed updated",
	Pipe:     "id updated feed title url",
	Below:    func(e model.Entry, width int) []term.Cell { return snippetCells(e.Snippet, width) },
	Fields: []Field[model.Entry]{
		{"id", term.Column{Title: "#", Name: "number", Right: true}, func(e model.Entry) any { return e.ID }},
		{"mark", term.Column{Drop: 3}, func(e model.Entry) any { return Display{Text: postMarks(e), Style: term.Dim} }},
		{"feed", term.Column{Title: "FEED", Min: 12, GivesWay: true, Drop: 2}, func(e model.Entry) any { return feedName(e) }},
		{Key: "feed_id", Value: func(e model.Entry) any { return e.SubscriptionID }},
		{Key: "feed_url", Value: func(e model.Entry) any { return e.FeedURL }},
		{"url", term.Column{Title: "URL", Name: "URL"}, func(e model.Entry) any { return e.URL }},
		{"title", term.Column{Title: "TITLE", Min: 20}, func(e model.Entry) any { return inStyle(emphasis(e.Unread), e.Title) }},
		{"updated", term.Column{Title: "DATE", Drop: 1}, func(e model.Entry) any { return inStyle(term.Dim, e.Updated) }},
		{Key: "published", Value: func(e model.Entry) any { return e.Published }},
		{Key: "first_seen", Value: func(e model.Entry) any { return e.FirstSeen }},
		{Key: "unread", Value: func(e model.Entry) any { return e.Unread }},
		{Key: "starred", Value: func(e model.Entry) any { return e.Starred }},
		{Key: "tags", Value: func(e model.Entry) any { return Texts(e.Tags) }},
		{Key: "kept", Value: func(e model.Entry) any { return e.Kept }},
		{Key: "snippet", Value: func(e model.Entry) any { return orNothing(e.Snippet.String()) }},
	},
}

func feedName(e model.Entry) Display {
	return Display{Value: e.FeedTitle, Terminal: FeedName{e.SubscriptionID, e.FeedTitle}, Style: term.Cyan}
}

// postMarks returns the marks of an entry on a terminal: its post is kept; it answers another or
// is answered.
func postMarks(e model.Entry) string { return when(e.Kept, "↓") + when(e.Conversing, "↔") }

// EntryCells returns an entry as cells for a terminal: its number, marks, date, feed and title.
func EntryCells(e model.Entry) []term.Cell {
	return []term.Cell{
		{Text: strconv.FormatInt(e.ID, 10)},
		{Text: postMarks(e), Style: term.Dim},
		{Text: words.Date(e.Updated), Style: term.Dim},
		{Text: e.FeedTitle, Style: term.Cyan},
		{Text: e.Title, Style: emphasis(e.Unread)},
	}
}

// snippetCells returns a snippet as cells for the line below an entry. It cuts the text before the
// first hit to a third of the width.
func snippetCells(s model.Snippet, width int) []term.Cell {
	cells := make([]term.Cell, len(s))
	for i, text := range s {
		cells[i] = term.Cell{Text: text, Style: []term.Style{term.Dim, term.Bold}[i%2]}
	}
	if len(s) == 0 || term.Width(s[0]) <= width/3 {
		return cells
	}
	before, over := s[0], term.Width(s[0])-width/3
	for character, columns := range term.Characters(before) {
		if over < 0 { // there is room for the ellipsis
			break
		}
		before, over = before[len(character):], over-columns
	}
	cells[0].Text = "…" + before
	return cells
}

// A ThreadLine is a post of a conversation with the lines that are drawn before its title.
type ThreadLine struct {
	model.ThreadPost
	Tree string
}

// Thread lists the posts of a conversation.
var Thread = List[ThreadLine]{
	Terminal: "id new updated feed title",
	Plain:    Entries.Plain,
	Pipe:     "depth " + Entries.Pipe,
	Fields: fieldsOf(Entries, func(p ThreadLine) model.Entry { return p.Entry }, []Field[ThreadLine]{
		{Key: "title", Value: func(p ThreadLine) any {
			return Display{Value: p.Title, Terminal: p.Tree + p.Title, Style: emphasis(p.Unread)}
		}},
		{"depth", term.Column{Name: "depth, or - for see also"}, func(p ThreadLine) any {
			return Display{Value: p.Depth, Text: map[bool]any{true: "-"}[p.SeeAlso]}
		}},
		{Key: "see_also", Value: func(p ThreadLine) any { return p.SeeAlso }},
		{Key: "answers", Value: func(p ThreadLine) any { return p.Answers }},
		{Key: "new", Value: func(p ThreadLine) any { return Display{Text: when(p.Unread, "•")} }},
	}),
}

// ThreadLines draws a conversation as a tree: each post hangs on the post that it answers.
func ThreadLines(posts []model.ThreadPost) []ThreadLine {
	lines := make([]ThreadLine, len(posts))
	for i, p := range posts {
		lines[i] = ThreadLine{p, tree(p, posts[i+1:])}
	}
	return lines
}

// tree draws the branches before the title of p. At each depth down to that of p, a branch leads on
// if a later post hangs there. A post that is not part of the tree gets "see also: " instead.
func tree(p model.ThreadPost, later []model.ThreadPost) (drawn string) {
	if p.SeeAlso {
		return "see also: "
	}
	for depth := 1; depth <= p.Depth; depth++ {
		next := slices.IndexFunc(later, func(o model.ThreadPost) bool { return o.SeeAlso || o.Depth <= depth })
		goesOn := next >= 0 && !later[next].SeeAlso && later[next].Depth == depth
		switch {
		case depth == p.Depth && goesOn:
			drawn += "├─"
		case depth == p.Depth:
			drawn += "└─"
		case goesOn:
			drawn += "│ "
		default:
			drawn += "  "
		}
	}
	return drawn
}

// Mentions lists posts with the URLs to which they link.
var Mentions = List[model.Mention]{
	None:     "no kept post of another author links there",
	Terminal: Entries.Terminal + " mentions",
	Plain:    Entries.Plain + " mentions",
	Pipe:     Entries.Pipe + " mentions",
	Fields: fieldsOf(Entries, func(m model.Mention) model.Entry { return m.Entry }, []Field[model.Mention]{
		{"mentions", term.Column{Title: "LINKS TO", Name: "URLs that it links to", Min: 10, Wrap: true}, func(m model.Mention) any { return links(m.Links) }},
	}),
}

// More says how many more posts of a feed there are.
func More(m app.MorePosts) string { return fmt.Sprintf("and %d more of %s", m.Posts, m.FeedTitle) }
