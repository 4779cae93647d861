package view

import (
	"strings"

	"gemsub/internal/model"
	"gemsub/internal/term"
)

// maxIndent is how deep a post is drawn at most.
const maxIndent = 12

// A ThreadLine is a post of a conversation, and what is drawn before its title.
type ThreadLine struct {
	model.ThreadPost
	Tree string
}

// Thread are the posts of a conversation.
func Thread() List[ThreadLine] {
	l := List[ThreadLine]{Terminal: "id new updated feed title", Pipe: "depth " + Entries().Pipe}
	for _, f := range fieldsOf(Entries(), func(p ThreadLine) model.Entry { return p.Entry }) {
		if f.Key == "title" {
			f.Value = func(p ThreadLine) any {
				return Shown{Value: p.Title, Terminal: p.Tree + p.Title, Style: emphasis(p.Unread)}
			}
		}
		l.Fields = append(l.Fields, f)
	}
	l.Fields = append(l.Fields, []Field[ThreadLine]{
		{"depth", term.Column{Name: "depth, or - for see also"}, depth},
		{Key: "see_also", Value: func(p ThreadLine) any { return p.SeeAlso }},
		{Key: "answers", Value: func(p ThreadLine) any { return p.Answers }},
		{Key: "new", Value: func(p ThreadLine) any {
			if p.Unread {
				return Shown{Text: "•"}
			}
			return nil
		}},
	}...)
	return l
}

func depth(p ThreadLine) any {
	if p.SeeAlso {
		return Shown{Value: p.Depth, Text: "-"}
	}
	return p.Depth
}

// ThreadLines draw a conversation, so that each post hangs on the one that it answers.
func ThreadLines(posts []model.ThreadPost) []ThreadLine {
	lines := make([]ThreadLine, len(posts))
	var more []bool // whether another post of that depth follows
	for i := len(posts) - 1; i >= 0; i-- {
		lines[i].ThreadPost = posts[i]
		if posts[i].SeeAlso {
			lines[i].Tree = "see also: "
			continue
		}
		depth := posts[i].Depth
		for len(more) <= depth {
			more = append(more, false)
		}
		lines[i].Tree = treeLine(more[:depth+1])
		more = append(more[:depth], true)
	}
	return lines
}

// treeLine draws the lines before a post, given for each depth down to its own whether
// another post of that depth follows.
func treeLine(more []bool) string {
	depth := len(more) - 1
	if depth == 0 {
		return ""
	}
	var b strings.Builder
	begin := 1
	if depth > maxIndent {
		begin = depth - maxIndent + 1
		b.WriteString("…")
	}
	for _, goesOn := range more[begin:depth] {
		if goesOn {
			b.WriteString("│ ")
		} else {
			b.WriteString("  ")
		}
	}
	if more[depth] {
		return b.String() + "├─"
	}
	return b.String() + "└─"
}
