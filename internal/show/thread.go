package show

import (
	"bufio"
	"cmp"
	"strconv"
	"strings"
	"time"

	"gemsub/internal/model"
	"gemsub/internal/term"
)

// maxIndent is how deep a post is drawn at most.
const maxIndent = 12

// Thread prints a conversation, or as one JSON object a line; names are those of feeds,
// where a terminal has others than their titles. more are left out.
func (p *Printer) Thread(posts []model.ThreadPost, more []model.MorePosts, names map[int64]string, json bool) error {
	if json {
		return cmp.Or(p.threadJSON(posts), p.more(more, names))
	}
	t := term.NewTable(p.Out, threadColumns(p.Out.IsTerminal())...)
	lines := TreeLines(posts)
	for i, post := range posts {
		post.FeedTitle = cmp.Or(names[post.SubscriptionID], post.FeedTitle)
		if err := t.Row(p.threadRow(post, lines[i])...); err != nil {
			return err
		}
	}
	return cmp.Or(t.Flush(), p.more(more, names))
}

func threadColumns(terminal bool) []term.Column {
	columns := entryColumns(terminal)
	if !terminal {
		return append([]term.Column{{Title: "DEPTH", Name: "depth, or - for see also"}}, columns...)
	}
	return columns
}

func (p *Printer) threadRow(post model.ThreadPost, line string) []term.Cell {
	depth := strconv.Itoa(post.Depth)
	if post.SeeAlso {
		line, depth = "see also: ", "-"
	}
	row := []term.Cell{
		{Text: strconv.FormatInt(post.ID, 10)},
		{Text: post.Updated.Format(time.DateOnly), Style: term.Dim},
		{Text: post.FeedTitle, Style: term.Cyan},
		{Text: post.Title, Style: emphasis(post.Unread)},
	}
	if !p.Out.IsTerminal() {
		return append([]term.Cell{{Text: depth}}, append(row, term.Cell{Text: post.URL})...)
	}
	row[3].Text = line + row[3].Text
	mark := term.Cell{}
	if post.Unread {
		mark.Text = "•"
	}
	return append(row[:1:1], append([]term.Cell{mark}, row[1:]...)...)
}

// TreeLines returns what is drawn before the titles of posts, so that each hangs on the
// one that it answers.
func TreeLines(posts []model.ThreadPost) []string {
	lines := make([]string, len(posts))
	var more []bool // whether another post of that depth follows
	for i := len(posts) - 1; i >= 0; i-- {
		if posts[i].SeeAlso {
			continue
		}
		depth := posts[i].Depth
		for len(more) <= depth {
			more = append(more, false)
		}
		lines[i] = treeLine(more[:depth+1])
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

// A jsonThreadPost is an entry with its place in a conversation.
type jsonThreadPost struct {
	JSONEntry
	Depth   int      `json:"depth"`
	SeeAlso bool     `json:"see_also"`
	Answers []string `json:"answers"` // URLs, never null
}

func (p *Printer) threadJSON(posts []model.ThreadPost) error {
	out := bufio.NewWriter(p.Out)
	for _, post := range posts {
		if err := WriteJSON(out, jsonThreadPost{NewJSONEntry(post.Entry), post.Depth, post.SeeAlso, append([]string{}, post.Answers...)}); err != nil {
			return err
		}
	}
	return out.Flush()
}

// replyLines say which entries a post answers and which answer it. Links to others may
// lead anywhere, and stand in the post already.
func replyLines(r model.Replies) (lines []string) {
	about := func(e model.Entry) string {
		return strings.Join([]string{strconv.FormatInt(e.ID, 10), e.Updated.Format(time.DateOnly), e.FeedTitle, e.Title}, "  ")
	}
	for _, e := range r.Answers {
		lines = append(lines, "answers      "+about(e))
	}
	for _, e := range r.AnsweredBy {
		lines = append(lines, "answered by  "+about(e))
	}
	for _, m := range r.More {
		lines = append(lines, MoreOf(m, nil))
	}
	return lines
}
